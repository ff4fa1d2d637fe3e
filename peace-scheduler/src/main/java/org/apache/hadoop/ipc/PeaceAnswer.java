package org.apache.hadoop.ipc;

import org.apache.hadoop.thirdparty.protobuf.Message;

/**
 * The answer to a call of Peace's own protocol, given later and from any thread. Its handler is
 * free meanwhile.
 *
 * <p>Hadoop has two ways for that. The one through a thread-local loses an answer that is given
 * before its handler has noticed, so this is the other one: the call itself is told, at once.
 * Thread-safe.
 */
public final class PeaceAnswer {
  private final Server.Call call;

  private PeaceAnswer(Server.Call call) {
    this.call = call;
  }

  /** Of the call that this thread serves; what its method returns is dropped from now on. */
  public static PeaceAnswer later() {
    Server.Call call = Server.getCurCall().get();
    call.deferResponse();
    return new PeaceAnswer(call);
  }

  /** The answer; to be called once. */
  public void send(Message answer) {
    call.setDeferredResponse(RpcWritable.wrap(answer));
  }

  /** An error as the answer; to be called once. */
  public void fail(Throwable error) {
    call.setDeferredError(error);
  }

  /** Whether its client can still be answered. */
  public boolean isOpen() {
    return call.isOpen();
  }
}
