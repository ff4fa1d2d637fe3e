package org.peacescheduler.coordinate;

/**
 * Which chunk an event is about. Immutable.
 *
 * @param path the file
 * @param writer the writer's host; empty if unknown
 * @param number the chunk's number in its file, from 0, as far as the coordinator saw the file
 * @param user who asked for it; empty if unknown
 */
public record Chunk(String path, String writer, int number, String user) {
  /** Nobody knows who asked for it. */
  public Chunk(String path, String writer, int number) {
    this(path, writer, number, "");
  }
}
