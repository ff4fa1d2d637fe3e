package org.peacescheduler.simulate;

/** A file that is written, and how much of it no chunk has been asked for. One simulation's. */
final class OpenFile {
  final String path;
  final Placement.Client writer;
  final WriterGroup group;

  /** Links of its writer's own, before the network's. */
  final int[] writerEdges;

  private double left;

  OpenFile(String path, Placement.Client writer, int[] writerEdges, double bytes) {
    this.path = path;
    this.writer = writer;
    this.group = writer.group();
    this.writerEdges = writerEdges.clone();
    this.left = bytes;
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
