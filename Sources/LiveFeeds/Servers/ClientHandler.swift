// Owns `ClientHandler`: one connection of a server.

import NIOCore
import TrackPlayback

/// One connection: its bytes to its session, the session's answers and the messages it wants back to it.
///
/// What a client has not taken waits in the channel; above `FeedLimits.queuedBytes` the client is dropped, so it costs nobody else anything.
final class ClientHandler: ChannelInboundHandler, FeedSink {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let core: FeedCore
  private var session: any ClientSession
  private var context: ChannelHandlerContext?
  private var isClosing = false
  /// When it came, for those that never say anything.
  let since = NIODeadline.now()

  init(_ core: FeedCore, _ session: any ClientSession) {
    self.core = core
    self.session = session
  }

  var isListening: Bool { session.isListening }
  /// Whether it has kept silent since it came.
  var isSilent: Bool { !session.hasAsked }

  // MARK: Messages

  func take(_ batch: FeedBatch) {
    guard session.isListening, !isClosing, let context else { return }
    guard let bytes = batch.bytes(batch.selection { session.forms(of: $0, core.state) }) else { return }
    context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
  }

  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    guard let context, context.channel.isActive else { return done() }
    closeAfterAnswer(context, by: deadline)
    context.channel.closeFuture.assumeIsolated().whenComplete { _ in done() }
  }

  // MARK: The connection

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    guard core.add(self) else {
      core.log("a client more than \(core.limits.clients): turned away")
      context.close(promise: nil)
      return
    }
    send(session.greeting(core.state), context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    core.remove(self, wasListening: session.isListening)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    var buffer = unwrapInboundIn(data)
    guard let bytes = buffer.readBytes(length: buffer.readableBytes), !bytes.isEmpty else { return }
    let wasListening = session.isListening
    send(session.receive(bytes, core.state), context)
    if session.isListening != wasListening { core.clientListens(session.isListening ? 1 : -1) }
    if session.shouldClose {
      core.log("\(Self.name(of: context)): an impossible request; cut off")
      closeAfterAnswer(context, by: .now() + core.limits.farewell)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if !context.channel.isWritable {
      if !isClosing { core.log("\(Self.name(of: context)): too slow; dropped") }
      drop(context)
    }
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { drop(context) }

  /// Closes a client that has not said anything for too long.
  func dropSilent() {
    guard let context else { return }
    core.log("\(Self.name(of: context)): said nothing; closed")
    drop(context)
  }

  private func drop(_ context: ChannelHandlerContext) {
    isClosing = true
    context.close(promise: nil)
  }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    if !bytes.isEmpty { context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil) }
  }

  /// Closes once what was written has gone out, or the time is up.
  private func closeAfterAnswer(_ context: ChannelHandlerContext, by deadline: NIODeadline) {
    isClosing = true
    let channel = context.channel
    let timeout = context.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    // Writes go out in their order: when this one is through, all are.
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      timeout.cancel()
      channel.close(promise: nil)
    }
  }

  /// `127.0.0.1:50312`, or what there is.
  private static func name(of context: ChannelHandlerContext) -> String {
    guard let address = context.remoteAddress, let host = address.ipAddress, let port = address.port else { return "a client" }
    return "client \(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
