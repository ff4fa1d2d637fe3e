package org.peacescheduler.coordinate;

/**
 * Who tells of rates by a chunk that has ended.
 *
 * @param user whose chunk it was
 * @param isAlone whether nobody else has asked for a chunk of late
 * @param counts what the chunk counts beside those of other users, at most 1
 */
record Witness(String user, boolean isAlone, double counts) {}
