package org.peacescheduler.coordinate;

/**
 * A chunk that has ended, of which HDFS has not said how many bytes it has.
 *
 * <p>Bound: a file's and a user's name, as {@link Names} keeps them, and a {@link Flown}: a
 * kilobyte at most. Immutable.
 *
 * @param file what tells its file from all others
 * @param user who wrote it; empty if unknown
 * @param fullBytes how many bytes a full chunk of its file has, by its client's word
 * @param teachesRate whether its time says something of rates
 * @param flown how its time went
 */
record Unmeasured(String file, String user, long fullBytes, boolean teachesRate, Flown flown) {}
