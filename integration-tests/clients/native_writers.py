"""Writes files with hdfs-native, a client in Rust: all at once, each by a thread and client of its own.

Usage: native_writers.py HDFS-URL FOLDER WRITERS BLOCKS BLOCK-BYTES

Prints a line for each file: the seconds that it took, or "failed" and why.
"""

import sys
import threading
import time

from hdfs_native import Client, WriteOptions


def write(url, path, blocks, block_bytes, lines):
    begin = time.monotonic()
    try:
        options = WriteOptions(block_size=block_bytes, replication=3)
        with Client(url).create(path, options) as file:
            for _ in range(blocks):
                file.write(b"x" * block_bytes)
        lines.append("%.3f" % (time.monotonic() - begin))
    except Exception as e:  # Whatever it is, the file is not written.
        lines.append("failed " + " ".join(str(e).split())[:200])


def main():
    url, folder = sys.argv[1:3]
    writers, blocks, block_bytes = (int(argument) for argument in sys.argv[3:6])
    lines = []
    threads = [
        threading.Thread(target=write, args=(url, f"{folder}/{w}", blocks, block_bytes, lines))
        for w in range(writers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("\n".join(lines))


if __name__ == "__main__":
    main()
