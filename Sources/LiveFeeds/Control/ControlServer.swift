// Owns `ControlServer`: the control socket, as far as it is a socket.

import NIOCore
import NIOPosix
import Synchronization

/// What clients of a control socket do; each has a number of its own.
public enum ControlTraffic: Sendable, Hashable {
  case came(client: Int)
  /// Bytes of any slicing.
  case said(client: Int, [UInt8])
  /// It says no more; it may still be waiting for answers, and is to be closed after them.
  case left(client: Int)
}

/// The socket that scripts control the program through: only the person who started it may connect.
///
/// ```
///  network thread   clients ─► events, a wake-up          ┌── send ─► clients
///  main thread                 `takeTraffic` ─► answers ───┘
/// ```
///
/// The events wait until the main thread takes them: what they ask for is done there, between two frames. A client that says more than is
/// taken, or takes less than it is told, is dropped.
public final class ControlServer: Sendable {
  /// Clients at a time.
  public static let clientLimit = 64
  /// Bytes of a client that may wait to be taken.
  static let waitingLimit = 256 * 1_024

  /// Where it is.
  public let path: String
  /// Readable while there are events.
  public var descriptor: Int32 { wake.descriptor }

  private let loop: any EventLoop
  private let wake: WakeDescriptor
  private let socket: SocketFile
  private let box = Mutex(Box())
  private let core: NIOLoopBoundBox<ControlCore>

  private struct Box {
    var events: [ControlTraffic] = []
    /// Bytes that wait, by client.
    var waiting: [Int: Int] = [:]
  }

  /// Opens the socket with mode 0600.
  /// - Throws: where another program listens on that path, or what lies there is no socket.
  public init(_ thread: NetworkThread, path: String) throws(FeedError) {
    self.path = path
    loop = thread.loop
    wake = try WakeDescriptor()
    socket = try SocketFile(path: path, mode: 0o600)
    core = NIOLoopBoundBox.makeBoxSendingValue(ControlCore(), eventLoop: loop)
    do {
      let server = try bootstrap().withBoundSocket(socket.descriptor).wait()
      loop.execute { [core] in core.value.server = server }
    } catch {
      socket.remove()
      throw .wrapping(error, path, "listen")
    }
  }

  /// What has come since the last time, in order.
  public func takeTraffic() -> [ControlTraffic] {
    wake.clear()
    return box.withLock { box in
      defer { box = Box() }
      return box.events
    }
  }

  /// Sends a client bytes, if it is still there.
  public func send(_ bytes: [UInt8], to client: Int) {
    guard !bytes.isEmpty else { return }
    loop.execute { [core] in core.value.clients[client]?.send(bytes) }
  }

  /// Closes a client once it has what it was sent.
  public func close(_ client: Int) { loop.execute { [core] in core.value.clients[client]?.finish() } }

  /// Closes everything, after what was sent has gone out, and removes the socket.
  public func stop() {
    let done = loop.makePromise(of: Void.self)
    loop.execute { [core] in core.value.stop { done.succeed(()) } }
    try? done.futureResult.wait()
    socket.remove()
  }

  /// - Returns: whether the client may go on.
  fileprivate func tell(_ event: ControlTraffic) -> Bool {
    let isAllowed = box.withLock { box in
      if case .said(let client, let bytes) = event {
        let waiting = box.waiting[client, default: 0] + bytes.count
        guard waiting <= Self.waitingLimit else { return false }
        box.waiting[client] = waiting
      }
      box.events.append(event)
      return true
    }
    wake.wake()
    return isAllowed
  }

  private func bootstrap() -> ServerBootstrap {
    ServerBootstrap(group: loop)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: Self.waitingLimit))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      // `echo status | socat - PATH` closes its side first and then waits for the answer.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture { [self] in
          try channel.pipeline.syncOperations.addHandler(ControlHandler(core.value) { [self] in tell($0) })
        }
      }
  }
}

/// The clients of a control socket. Lives on the network thread.
private final class ControlCore {
  var server: (any Channel)?
  var clients: [Int: ControlHandler] = [:]
  private var lastNumber = 0

  func add(_ client: ControlHandler) -> Int? {
    guard clients.count < ControlServer.clientLimit else { return nil }
    lastNumber += 1
    clients[lastNumber] = client
    return lastNumber
  }

  func stop(_ done: @escaping () -> Void) {
    server?.close(promise: nil)
    server = nil
    let all = Array(clients.values)
    var left = all.count
    if left == 0 { return done() }
    for client in all {
      client.finish {
        left -= 1
        if left == 0 { done() }
      }
    }
  }
}

/// One client of a control socket.
private final class ControlHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let core: ControlCore
  private let tell: (ControlTraffic) -> Bool
  private var number: Int?
  private var hasLeft = false
  private var context: ChannelHandlerContext?

  init(_ core: ControlCore, tell: @escaping (ControlTraffic) -> Bool) {
    self.core = core
    self.tell = tell
  }

  func send(_ bytes: [UInt8]) { context?.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil) }

  func finish(_ done: @escaping () -> Void = {}) {
    guard let context else { return done() }
    let channel = context.channel
    let timeout = context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    channel.closeFuture.assumeIsolated().whenComplete { _ in done() }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      timeout.cancel()
      channel.close(promise: nil)
    }
  }

  func channelActive(context: ChannelHandlerContext) {
    guard let number = core.add(self) else { return context.close(promise: nil) }
    self.number = number
    self.context = context
    _ = tell(.came(client: number))
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    leave()
    if let number { core.clients[number] = nil }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { leave() }
    context.fireUserInboundEventTriggered(event)
  }

  private func leave() {
    guard let number, !hasLeft else { return }
    hasLeft = true
    _ = tell(.left(client: number))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    guard let number, let bytes = buffer.readBytes(length: buffer.readableBytes) else { return }
    if !tell(.said(client: number, bytes)) { context.close(promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if !context.channel.isWritable { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
