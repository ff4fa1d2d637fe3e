package org.peacescheduler.coordinate;

/**
 * Which chunk an event is about. Immutable.
 *
 * @param path the file
 * @param writer the writer's host; empty if unknown
 * @param number the chunk's number in its file, from 0, as far as the coordinator saw the file
 */
public record Chunk(String path, String writer, int number) {}
