package org.peacescheduler.coordinate;

/**
 * How a chunk's time went, but for how many bytes it had: enough to learn from when that is known.
 *
 * <p>On a stock NameNode a chunk ends with its file's next request, and HDFS says only then how
 * much was written. Until it has said so nothing is learnt; if nobody ever does, nothing is.
 *
 * <p>Bound: 12 bytes an edge and some 60 besides, so half a kilobyte for ten replicas. Immutable;
 * the arrays are not changed by those who have them.
 *
 * @param edges over which it went, hop by hop
 * @param sharing how many chunks like this one have shared each of them meanwhile
 * @param due what it would have sent if all that moved had shared its edges evenly, in bytes
 * @param bytesPerSecond at what rate it was taken to send
 * @param canKeepUp whether its writer kept up with the network in one of its last chunks
 * @param isWriterSlow whether that was the rate of its writer
 * @param begin when it began, in milliseconds
 * @param end when it ended, in milliseconds
 */
@SuppressWarnings("ArrayRecordComponent") // It is compared with nothing.
record Flown(
    int[] edges,
    double[] sharing,
    double due,
    long bytesPerSecond,
    boolean canKeepUp,
    boolean isWriterSlow,
    long begin,
    long end) {}
