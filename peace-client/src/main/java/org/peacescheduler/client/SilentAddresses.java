package org.peacescheduler.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The addresses that have not answered of late, so that nobody waits for them again and again.
 *
 * <p>Example: a firewall drops what is sent to nn1:8021. The first request for a turn waits 2 s for
 * it and goes another way. For a minute the next ones go that way at once. The first one after that
 * does so, too, and has a thread try the address; if it can be reached, it is asked from then on.
 *
 * <p>Cost: {@value #MOST} addresses at most; one thread for 2 s, once a minute for each. What
 * refuses a connection answers at once, and is not remembered. Thread-safe.
 */
final class SilentAddresses {
  static final Duration REMEMBERED = Duration.ofMinutes(1);

  /** Those that fell silent first are forgotten. */
  static final int MOST = 1_000;

  /** A connection takes less, or there is none. */
  static final int CONNECT_MILLIS = 2_000;

  /** What this process has seen: each of its parts would have to wait otherwise. */
  static final SilentAddresses OF_PROCESS =
      new SilentAddresses(
          System::nanoTime, SilentAddresses::isReached, SilentAddresses::inBackground);

  private final LongSupplier nanos;
  private final Predicate<InetSocketAddress> isReached;
  private final Executor background;

  /** When each is tried again. */
  private final Map<InetSocketAddress, Long> untilNanos =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetSocketAddress, Long> eldest) {
          return size() > MOST;
        }
      };

  /**
   * None so far.
   *
   * @param nanos the time, as {@link System#nanoTime}
   * @param isReached whether an address can be reached now
   * @param background where that is tried
   */
  SilentAddresses(LongSupplier nanos, Predicate<InetSocketAddress> isReached, Executor background) {
    this.nanos = nanos;
    this.isReached = isReached;
    this.background = background;
  }

  private static boolean isReached(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      return false;
    } catch (IOException e) {
      return true; // It refuses: whoever asks is told at once.
    }
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "peace-turn-reach");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether an address is not worth a try now. */
  synchronized boolean contains(InetSocketAddress address) {
    Long until = untilNanos.get(address);
    if (until == null) {
      return false;
    }
    if (nanos.getAsLong() - until >= 0) {
      remember(address); // One thread tries it, and nobody else does meanwhile.
      background.execute(() -> tryAgain(address));
    }
    return untilNanos.containsKey(address);
  }

  private void tryAgain(InetSocketAddress address) {
    if (isReached.test(address)) {
      forget(address);
    } else {
      remember(address);
    }
  }

  /** A call of an address has failed. */
  void failed(InetSocketAddress address, IOException why) {
    if (why instanceof SocketTimeoutException || why instanceof NoRouteToHostException) {
      remember(address);
    }
  }

  private synchronized void remember(InetSocketAddress address) {
    untilNanos.remove(address); // The last one is remembered longest.
    untilNanos.put(address, nanos.getAsLong() + REMEMBERED.toNanos());
  }

  private synchronized void forget(InetSocketAddress address) {
    untilNanos.remove(address);
  }
}
