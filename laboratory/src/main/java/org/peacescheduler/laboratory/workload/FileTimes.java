package org.peacescheduler.laboratory.workload;

/**
 * How a file was written. Immutable. Times are milliseconds since 1970.
 *
 * @param submitted before the file was created
 * @param firstByte when the file was created and its first bytes handed over
 * @param done when its close returned
 * @param failure what went wrong; empty if nothing did
 */
public record FileTimes(
    String path, double submitted, double firstByte, double done, String failure) {}
