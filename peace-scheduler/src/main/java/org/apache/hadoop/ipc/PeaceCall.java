package org.apache.hadoop.ipc;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.ipc.ProcessingDetails.Timing;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcResponseHeaderProto.RpcStatusProto;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.apache.hadoop.util.Time;

/**
 * An {@code addBlock} call that an RPC handler serves: what its client asks with, and how it waits
 * without the handler.
 *
 * <p>Goals, in order: a call is answered once, whatever happens to it meanwhile; nothing of a
 * handler's thread is left behind; what a client sends is read in bounded time and memory.
 *
 * <p>A placement policy is told a path, and not which file or client asks; both are in the request,
 * which the call keeps. A call that cannot be answered yet is {@linkplain #park parked}: its
 * handler drops what comes of the run, whatever that is, also an exception. Later it is {@linkplain
 * #resume run again}, from its beginning, as one more call in the server's queue. So the caller's
 * identity, caller context and connection are those of the first run, all checks are made again,
 * and an edit that it logs is durable before the answer leaves.
 *
 * <p>Example: a handler runs addBlock of file 7; the policy parks it and throws. When a link has
 * room, it is resumed, another handler runs it, the policy has datanodes, and the client gets them.
 *
 * <p>Needs nothing but what all releases of Hadoop that Peace supports have. Cost: a microsecond to
 * read a request. Thread-safe.
 */
public final class PeaceCall {
  /** The longest name of a client that counts; HDFS's own client has some 50. */
  public static final int MOST_NAME_BYTES = 256;

  /**
   * The field of a call that came from a connection in which its request is; null if there is none.
   */
  private static final MethodHandle REQUEST = request();

  private static final String METHOD = "addBlock";

  private final Server server;

  /** This run: the call itself, or a later run of it. */
  private final Server.Call run;

  /** The call as it came from its connection. */
  private final Server.Call original;

  private final Asked asked;
  private final ByteBuffer payload;

  /** The length of all that came with the call, of which the payload is a part. */
  private final int bytes;

  /** What was attached when it was parked, if this is a later run. */
  private final Object attachment;

  /** What its client has sent with it for authorization, as the thread that serves it has it. */
  private final Object header = AuthorizationHeader.ofThread();

  /** It runs again, or has failed: never both, so it is answered once. */
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * What a client asks with.
   *
   * @param fileId the file's id; 0 if the client does not say it, as very old ones
   * @param clientName the client's name in HDFS, which holds the file's lease; empty if it is
   *     longer than any that HDFS's own client has
   * @param previousBlock the id of the file's last block as the client knows it; 0 if there is none
   */
  public record Asked(long fileId, String clientName, long previousBlock) {
    /** Drops a name that is too long. */
    public Asked {
      if (clientName.length() > MOST_NAME_BYTES) {
        clientName = "";
      }
    }
  }

  /** What a call does, from its beginning. */
  public interface Method {
    /** Returns the answer, which is dropped if the call was parked again. */
    Message call(AddBlockRequestProto request) throws ServiceException;
  }

  private PeaceCall(
      Server.Call run,
      Server.Call original,
      Asked asked,
      ByteBuffer payload,
      int bytes,
      Object attachment) {
    this.server = Server.get();
    this.run = run;
    this.original = original;
    this.asked = asked;
    this.payload = payload;
    this.bytes = bytes;
    this.attachment = attachment;
  }

  private static MethodHandle request() {
    try {
      Class<?> call = Class.forName(Server.class.getName() + "$RpcCall");
      return MethodHandles.privateLookupIn(call, MethodHandles.lookup())
          .findGetter(call, "rpcRequest", Writable.class);
    } catch (ReflectiveOperationException e) {
      return null; // This release keeps it elsewhere: see isPossible.
    }
  }

  /** Whether calls can be read, and wait, in this release of Hadoop. */
  public static boolean isPossible() {
    return REQUEST != null;
  }

  /** The addBlock call that this thread serves; empty if it serves none, or another method's. */
  public static Optional<PeaceCall> ofThread() {
    Server.Call call = Server.getCurCall().get();
    if (call instanceof Run again) {
      return Optional.of(again.asCall());
    }
    return call == null || REQUEST == null || !REQUEST.type().parameterType(0).isInstance(call)
        ? Optional.empty()
        : read(call);
  }

  private static Optional<PeaceCall> read(Server.Call call) {
    try {
      Writable request = (Writable) REQUEST.invoke(call);
      return request instanceof ProtobufRpcEngine2.RpcProtobufRequest protobuf
              && METHOD.equals(protobuf.getRequestHeader().getMethodName())
          ? Optional.of(read(call, protobuf.getByteBuffer()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // HDFS has read it, so it is of a form that is not known here.
    } catch (Throwable e) {
      throw new IllegalStateException("an RPC's request cannot be read", e);
    }
  }

  /**
   * The buffer has the header and the request, each with its length before it. Its array has what
   * came before as well, and is kept as a whole.
   */
  private static PeaceCall read(Server.Call call, ByteBuffer buffer) throws IOException {
    CodedInputStream in =
        CodedInputStream.newInstance(buffer.array(), buffer.arrayOffset(), buffer.capacity());
    in.skipRawBytes(in.readRawVarint32());
    int length = in.readRawVarint32();
    int begin = buffer.arrayOffset() + in.getTotalBytesRead();
    in.pushLimit(length);
    ByteBuffer payload = ByteBuffer.wrap(buffer.array(), begin, length);
    return new PeaceCall(call, call, read(in), payload, buffer.array().length, null);
  }

  private static Asked read(CodedInputStream in) throws IOException {
    long file = 0;
    long previous = 0;
    String client = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case AddBlockRequestProto.FILEID_FIELD_NUMBER -> file = in.readUInt64();
        case AddBlockRequestProto.CLIENTNAME_FIELD_NUMBER -> client = name(in);
        case AddBlockRequestProto.PREVIOUS_FIELD_NUMBER -> previous = block(in);
        default -> in.skipField(tag);
      }
    }
    return new Asked(file, client, previous);
  }

  private static String name(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    if (length > MOST_NAME_BYTES) {
      in.skipRawBytes(length);
      return "";
    }
    return new String(in.readRawBytes(length), StandardCharsets.UTF_8);
  }

  private static long block(CodedInputStream in) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    long id = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == ExtendedBlockProto.BLOCKID_FIELD_NUMBER) {
        id = in.readUInt64();
      } else {
        in.skipField(tag);
      }
    }
    in.popLimit(outer);
    return id;
  }

  /** What its client asks with. */
  public Asked asked() {
    return asked;
  }

  /**
   * The length of all that came with the call, which is kept while it waits: its request, and what
   * the RPC's header has, such as a caller context.
   */
  public int bytes() {
    return bytes;
  }

  /** What was attached to it when it was parked; empty in its first run. */
  public Optional<Object> attachment() {
    return Optional.ofNullable(attachment);
  }

  /**
   * Whether it can wait without its handler. One on an auxiliary port cannot: what was agreed on
   * with its client is told to those calls alone that the server itself has made.
   */
  public boolean canWait() {
    return server != null
        && "rpc".equals(original.getProtocol())
        && Server.getAuxiliaryPortEstablishedQOP() == null;
  }

  /**
   * From now on its handler does not answer it. To be called by the handler's thread, which then
   * throws something that says so; nobody logs that.
   */
  public void park(Class<? extends RuntimeException> thrown) {
    server.addSuppressedLoggingExceptions(thrown);
    run.deferResponse();
  }

  /** Whether its client can still be answered. */
  public boolean isConnected() {
    return original.isOpen();
  }

  /**
   * Puts it in the queue of the server, to run again; at most once for each time that it was
   * parked. May wait for a place in the queue.
   *
   * @param attached what its next run finds attached
   * @throws IOException if the queue takes no more calls now
   */
  public void resume(Method method, Object attached) throws IOException, InterruptedException {
    server.queueCall(new Run(method, attached));
  }

  /**
   * Answers it with an error, if it does not run again already. So it may be used when {@link
   * #resume} has thrown, whatever the call queue has made of it.
   *
   * @return whether it will not run again
   */
  public boolean fail(Throwable error) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    original.setDeferredError(error);
    return true;
  }

  @Override
  public String toString() {
    return "addBlock of file " + asked.fileId() + " by " + asked.clientName();
  }

  /** One more run of the call. */
  private final class Run extends Server.Call {
    private final Method method;
    private final Object attached;
    private Message answer;
    private Throwable error;

    Run(Method method, Object attached) {
      super(original);
      this.method = method;
      this.attached = attached;
      setPriorityLevel(original.getPriorityLevel());
    }

    PeaceCall asCall() {
      return new PeaceCall(this, original, asked, payload, bytes, attached);
    }

    @Override
    public Void run() throws IOException {
      if (!ended.compareAndSet(false, true)) {
        return null; // It has failed meanwhile, which was its answer.
      }
      long start = Time.monotonicNowNanos();
      setDetailedMetricsName(METHOD);
      AuthorizationHeader.set(header);
      try {
        answer = method.call(AddBlockRequestProto.parseFrom(payload.duplicate()));
      } catch (ServiceException e) {
        error = e.getCause() == null ? e : e.getCause();
      } catch (Throwable t) {
        error = t;
      }
      if (isResponseDeferred()) {
        return null; // Parked again.
      }
      ProcessingDetails details = getProcessingDetails();
      long free = Time.monotonicNowNanos() - start;
      details.set(Timing.PROCESSING, free, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKWAIT, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKSHARED, TimeUnit.NANOSECONDS);
      free -= details.get(Timing.LOCKEXCLUSIVE, TimeUnit.NANOSECONDS);
      details.set(Timing.LOCKFREE, free, TimeUnit.NANOSECONDS);
      if (error != null) {
        setDetailedMetricsName(error.getClass().getSimpleName());
        details.setReturnStatus(RpcStatusProto.ERROR);
      }
      sendResponse();
      return null;
    }

    /** The last to call sendResponse, this run or its edit, comes here. */
    @Override
    void doResponse(Throwable thrown, RpcStatusProto status) throws IOException {
      if (!isOpen()) {
        return;
      }
      if (thrown != null) {
        original.abortResponse(thrown);
      } else if (error != null) {
        original.setDeferredError(error);
      } else {
        original.setDeferredResponse(RpcWritable.wrap(answer));
      }
      long since =
          server
              .rpcMetrics
              .getMetricsTimeUnit()
              .convert(
                  Time.monotonicNowNanos() - original.getTimestampNanos(), TimeUnit.NANOSECONDS);
      server.rpcMetrics.addDeferredRpcProcessingTime(since);
      server.rpcDetailedMetrics.addDeferredProcessingTime(getDetailedMetricsName(), since);
    }

    @Override
    boolean isOpen() {
      return original.isOpen();
    }

    @Override
    public UserGroupInformation getRemoteUser() {
      return original.getRemoteUser();
    }

    @Override
    public InetAddress getHostInetAddress() {
      return original.getHostInetAddress();
    }

    @Override
    public int getRemotePort() {
      return original.getRemotePort();
    }

    @Override
    public String getProtocol() {
      return original.getProtocol();
    }

    @Override
    public String toString() {
      return original.toString();
    }
  }

  /** What a client sends with its calls for authorization, from 3.5.0 on; it is its thread's. */
  private static final class AuthorizationHeader {
    private static final MethodHandle GET =
        find("getCurrentAuthorizationHeader", MethodType.methodType(byte[].class));
    private static final MethodHandle SET =
        find("setCurrentAuthorizationHeader", MethodType.methodType(void.class, byte[].class));

    private AuthorizationHeader() {}

    private static MethodHandle find(String method, MethodType type) {
      try {
        Class<?> context = Class.forName("org.apache.hadoop.security.AuthorizationContext");
        return MethodHandles.lookup().findStatic(context, method, type);
      } catch (ReflectiveOperationException e) {
        return null; // Earlier releases have none.
      }
    }

    static Object ofThread() {
      return GET == null ? null : call(GET);
    }

    static void set(Object header) {
      if (SET != null) {
        call(MethodHandles.insertArguments(SET, 0, header));
      }
    }

    private static Object call(MethodHandle handle) {
      try {
        return handle.invoke();
      } catch (Throwable e) {
        throw new IllegalStateException("the authorization header of a call is not to be had", e);
      }
    }
  }
}
