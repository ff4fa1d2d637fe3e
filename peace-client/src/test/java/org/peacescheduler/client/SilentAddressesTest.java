package org.peacescheduler.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilentAddressesTest {
  private static final InetSocketAddress NAME_NODE = InetSocketAddress.createUnresolved("nn", 1);
  private static final IOException SILENCE = new SocketTimeoutException();

  private final List<InetSocketAddress> tried = new ArrayList<>();
  private final List<Runnable> background = new ArrayList<>();
  private long nanos = Long.MAX_VALUE - 5; // A clock that overflows, as nanoTime may.
  private boolean isReached;
  private final SilentAddresses silent =
      new SilentAddresses(
          () -> nanos,
          address -> {
            tried.add(address);
            return isReached;
          },
          background::add);

  private void aMinuteLater() {
    nanos += SilentAddresses.REMEMBERED.toNanos();
  }

  private void runBackground() {
    List<Runnable> all = List.copyOf(background);
    background.clear();
    all.forEach(Runnable::run);
  }

  @Test
  void contains_hasNotAnswered_forAMinuteNobodyTriesIt() {
    assertFalse(silent.contains(NAME_NODE));
    silent.failed(NAME_NODE, SILENCE);
    nanos += SilentAddresses.REMEMBERED.toNanos() - 1;
    assertTrue(silent.contains(NAME_NODE));
    assertEquals(0, background.size());
    assertFalse(silent.contains(InetSocketAddress.createUnresolved("nn", 2)));
  }

  @Test
  void contains_aMinuteLaterStillSilent_isTriedOnceAMinuteInTheBackground() {
    silent.failed(NAME_NODE, new NoRouteToHostException());
    aMinuteLater();
    assertTrue(silent.contains(NAME_NODE));
    assertTrue(silent.contains(NAME_NODE));
    assertEquals(1, background.size());
    runBackground();
    assertTrue(silent.contains(NAME_NODE));
    aMinuteLater();
    assertTrue(silent.contains(NAME_NODE));
    runBackground();
    assertEquals(List.of(NAME_NODE, NAME_NODE), tried);
  }

  @Test
  void contains_aMinuteLaterReached_isAskedFromThenOn() {
    silent.failed(NAME_NODE, SILENCE);
    aMinuteLater();
    isReached = true;
    assertTrue(silent.contains(NAME_NODE));
    runBackground();
    assertFalse(silent.contains(NAME_NODE));
  }

  @Test
  void failed_refusedConnection_isNotRemembered() {
    silent.failed(NAME_NODE, new ConnectException("refused"));
    assertFalse(silent.contains(NAME_NODE));
  }

  @Test
  void failed_moreAddressesThanBound_firstOnesAreForgotten() {
    IntStream.rangeClosed(0, SilentAddresses.MOST)
        .mapToObj(port -> InetSocketAddress.createUnresolved("nn", port))
        .forEach(address -> silent.failed(address, SILENCE));
    assertFalse(silent.contains(InetSocketAddress.createUnresolved("nn", 0)));
    assertTrue(silent.contains(InetSocketAddress.createUnresolved("nn", SilentAddresses.MOST)));
  }
}
