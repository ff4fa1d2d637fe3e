package org.peacescheduler.client.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What checkpoints see of HDFS, in memory: files have leases, which end when they are closed or
 * their client is declared dead.
 */
final class MemoryHdfs {
  static final long CHUNK = 64;

  /** A directory has no bytes. */
  private static final class Node {
    final ByteArrayOutputStream bytes;
    Object holder;

    Node(boolean directory, Object holder) {
      this.bytes = directory ? null : new ByteArrayOutputStream();
      this.holder = holder;
    }
  }

  private final Map<String, Node> nodes = new TreeMap<>();

  /** A client of its own. */
  Storage client() {
    return new Client();
  }

  /** The NameNode ends the leases of a client that it has not heard of for long. */
  synchronized void endLeases(Storage client) {
    nodes.values().stream().filter(node -> node.holder == client).forEach(n -> n.holder = null);
  }

  /** All paths, without directories that have something in them. */
  synchronized List<String> leaves() {
    return nodes.keySet().stream()
        .filter(path -> !path.equals("/"))
        .filter(path -> nodes.keySet().stream().noneMatch(p -> p.startsWith(path + "/")))
        .toList();
  }

  /** Changes bytes on the disk. */
  synchronized void damage(String path, byte[] bytes) {
    Node node = nodes.get(path);
    node.bytes.reset();
    node.bytes.writeBytes(bytes);
  }

  synchronized byte[] bytes(String path) {
    return nodes.get(path).bytes.toByteArray();
  }

  private static String name(Path path) {
    return path.toUri().getPath();
  }

  private final class Client implements Storage {
    @Override
    public OutputStream own(Path owner) throws IOException {
      synchronized (MemoryHdfs.this) {
        for (Path at = owner.getParent(); at != null; at = at.getParent()) {
          nodes.putIfAbsent(name(at), new Node(true, null));
        }
      }
      return create(owner, 0, CHUNK);
    }

    @Override
    public void mkdir(Path directory) {
      synchronized (MemoryHdfs.this) {
        nodes.put(name(directory), new Node(true, null));
      }
    }

    @Override
    public OutputStream create(Path file, int replication, long chunk) throws IOException {
      Node node = new Node(false, this);
      synchronized (MemoryHdfs.this) {
        if (!nodes.containsKey(name(file.getParent()))) {
          throw new FileNotFoundException(file.getParent().toString());
        }
        if (nodes.putIfAbsent(name(file), node) != null) {
          throw new FileAlreadyExistsException(file.toString());
        }
      }
      return new OutputStream() {
        @Override
        public void write(int oneByte) {
          node.bytes.write(oneByte);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
          node.bytes.write(buffer, offset, length);
        }

        @Override
        public void close() throws IOException {
          synchronized (MemoryHdfs.this) {
            node.holder = null;
            if (!nodes.containsValue(node)) {
              throw new FileNotFoundException(file + " was deleted.");
            }
          }
        }
      };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      synchronized (MemoryHdfs.this) {
        if (!nodes.containsKey(name(from))) {
          throw new FileNotFoundException(from.toString());
        }
        if (nodes.containsKey(name(to))) {
          throw new FileAlreadyExistsException(to.toString());
        }
        for (String path : List.copyOf(nodes.keySet())) {
          if (path.equals(name(from)) || path.startsWith(name(from) + "/")) {
            nodes.put(name(to) + path.substring(name(from).length()), nodes.remove(path));
          }
        }
      }
    }

    @Override
    public void delete(Path path) {
      synchronized (MemoryHdfs.this) {
        nodes.keySet().removeIf(p -> p.equals(name(path)) || p.startsWith(name(path) + "/"));
      }
    }

    @Override
    public List<FileStatus> list(Path directory) {
      synchronized (MemoryHdfs.this) {
        return nodes.entrySet().stream()
            .filter(entry -> new Path(entry.getKey()).getParent() != null)
            .filter(entry -> name(new Path(entry.getKey()).getParent()).equals(name(directory)))
            .map(entry -> status(entry.getKey(), entry.getValue()))
            .toList();
      }
    }

    private FileStatus status(String path, Node node) {
      boolean directory = node.bytes == null;
      return new FileStatus(
          directory ? 0 : node.bytes.size(), directory, 1, CHUNK, 0, new Path(path));
    }

    @Override
    public boolean isClosed(Path file) {
      synchronized (MemoryHdfs.this) {
        Node node = nodes.get(name(file));
        return node == null || node.holder == null;
      }
    }

    @Override
    public InputStream open(Path file, long position) throws IOException {
      synchronized (MemoryHdfs.this) {
        Node node = nodes.get(name(file));
        if (node == null) {
          throw new FileNotFoundException(file.toString());
        }
        InputStream in = new ByteArrayInputStream(node.bytes.toByteArray());
        in.skipNBytes(position);
        return in;
      }
    }

    @Override
    public long defaultChunk(Path path) {
      return CHUNK;
    }

    @Override
    public void close() {
      endLeases(this);
    }
  }
}
