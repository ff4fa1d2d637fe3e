package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;

/** Fails at one operation, counted from 0: among them each write and close of a stream. */
final class FaultyStorage implements Storage {
  /** How it fails. */
  enum Fault {
    /** The operation is not done. */
    NOT_DONE,
    /** It is done, and the answer is lost. */
    ANSWER_LOST,
    /**
     * The process dies before it: this and all later ones are not done. Who has no process for it
     * gets exceptions instead.
     */
    KILLED
  }

  private final Storage storage;
  private final Fault fault;
  private final int at;
  private final Runnable death;
  private final List<String> operations = new ArrayList<>();

  FaultyStorage(Storage storage, Fault fault, int at) {
    this(storage, fault, at, () -> {});
  }

  /** A storage whose process dies: {@code death} does not return. */
  FaultyStorage(Storage storage, int at, Runnable death) {
    this(storage, Fault.KILLED, at, death);
  }

  private FaultyStorage(Storage storage, Fault fault, int at, Runnable death) {
    this.storage = storage;
    this.fault = fault;
    this.at = at;
    this.death = death;
  }

  /** One that is counted. */
  @FunctionalInterface
  interface Operation<T> {
    T run() throws IOException;
  }

  /** Counts it, and does it if it does not fail. */
  <T> T run(String name, Operation<T> operation) throws IOException {
    int number;
    synchronized (operations) {
      number = operations.size();
      operations.add(name);
    }
    boolean hit = fault == Fault.KILLED ? number >= at : number == at;
    if (hit && fault != Fault.ANSWER_LOST) {
      death.run();
      throw new IOException(fault + " at " + name);
    }
    T result = operation.run();
    if (hit) {
      throw new IOException(fault + " at " + name);
    }
    return result;
  }

  void run(String name, Step step) throws IOException {
    run(
        name,
        (Operation<Void>)
            () -> {
              step.run();
              return null;
            });
  }

  /** One without a result. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /** Whether there were enough operations for the fault. */
  boolean happened() {
    synchronized (operations) {
      return operations.size() > at;
    }
  }

  /** The operation that failed. */
  String failed() {
    synchronized (operations) {
      return operations.get(at);
    }
  }

  /** Whether an operation was done before the one that failed. */
  boolean isDone(String name) {
    synchronized (operations) {
      return operations.subList(0, Math.min(at, operations.size())).contains(name);
    }
  }

  /** A stream whose operations are counted. */
  OutputStream stream(String name, OutputStream out) {
    return new Stream(name, out);
  }

  private final class Stream extends OutputStream implements Syncable {
    private final String name;
    private final OutputStream out;

    Stream(String name, OutputStream out) {
      this.name = name;
      this.out = out;
    }

    @Override
    public void write(int oneByte) throws IOException {
      run("write " + name, () -> out.write(oneByte));
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      run("write " + name, () -> out.write(buffer, offset, length));
    }

    @Override
    public void hflush() throws IOException {
      run("hflush " + name, ((Syncable) out)::hflush);
    }

    @Override
    public void hsync() throws IOException {
      run("hsync " + name, ((Syncable) out)::hsync);
    }

    @Override
    public void close() throws IOException {
      run("close " + name, out::close);
    }
  }

  @Override
  public OutputStream own(Path owner) throws IOException {
    return stream("owner", run("own", () -> storage.own(owner)));
  }

  @Override
  public void mkdir(Path directory) throws IOException {
    run("mkdir", () -> storage.mkdir(directory));
  }

  @Override
  public OutputStream create(Path file, int replication, long chunk) throws IOException {
    String name = file.getName();
    return stream(name, run("create " + name, () -> storage.create(file, replication, chunk)));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    run("rename", () -> storage.rename(from, to));
  }

  @Override
  public void delete(Path path) throws IOException {
    run("delete " + path.getName(), () -> storage.delete(path));
  }

  @Override
  public List<FileStatus> list(Path directory) throws IOException {
    return run("list", () -> storage.list(directory));
  }

  @Override
  public boolean isClosed(Path file) throws IOException {
    return run("isClosed", () -> storage.isClosed(file));
  }

  @Override
  public InputStream open(Path file, long position) throws IOException {
    return run("open " + file.getName(), () -> storage.open(file, position));
  }

  @Override
  public long defaultChunk(Path path) {
    return storage.defaultChunk(path);
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }
}
