package org.peacescheduler.simulate;

import java.util.function.DoubleConsumer;

/** A file that is written, and how much of it no chunk has been asked for. One simulation's. */
final class OpenFile {
  final String path;
  final Placement.Client writer;
  final WriterGroup group;

  /** Links of its writer's own, before the network's. */
  final int[] writerEdges;

  /** Takes how long a chunk had to wait, in seconds. */
  final DoubleConsumer waited;

  private double left;

  OpenFile(
      String path,
      Placement.Client writer,
      int[] writerEdges,
      double bytes,
      DoubleConsumer waited) {
    this.path = path;
    this.writer = writer;
    this.group = writer.group();
    this.writerEdges = writerEdges.clone();
    this.left = bytes;
    this.waited = waited;
  }

  /** Whether it needs another chunk. */
  boolean hasMore() {
    return left > 0;
  }

  /** How much the next chunk takes of it. */
  double takeChunk() {
    double bytes = Math.min(group.chunk(), left);
    left -= bytes;
    return bytes;
  }
}
