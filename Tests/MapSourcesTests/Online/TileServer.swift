// A tile server on loopback, which misbehaves as it is told to.

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

@testable import MapSources

/// What the server got.
struct ServedRequest: Sendable {
  var path: String
  var headers: HTTPHeaders
}

/// What the server does with it.
struct ServedReply: Sendable {
  enum Manner: Sendable {
    /// As it should.
    case whole
    /// Says that there are so many bytes more than come, and closes.
    case short(by: Int)
    /// Sends the body again and again, for ever.
    case endless
    /// Closes without a word.
    case drop
    /// Never says a word.
    case hang
  }

  var status = 200
  var headers: [(String, String)] = []
  var body: [UInt8] = []
  var delay = 0.0
  var manner = Manner.whole

  static func status(_ status: Int, _ headers: [(String, String)] = []) -> ServedReply { ServedReply(status: status, headers: headers) }
  static func text(_ text: String, _ headers: [(String, String)] = []) -> ServedReply {
    ServedReply(headers: headers, body: Array(text.utf8))
  }
}

/// A server of HTTP/1.1 on 127.0.0.1; it ends with this value.
final class TileServer: Sendable {
  private struct Count {
    var requests: [ServedRequest] = []
    var running = 0
    var most = 0
    var connections: [any Channel] = []
  }

  /// The thread of all servers.
  private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let counts = Mutex(Count())
  private let reply: @Sendable (ServedRequest, Int) -> ServedReply

  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - secured: A chain of certificates and its key, as files.
  ///   - reply: What it does with a request; the number counts the requests for that path, from 1.
  init(port: Int = 0, secured: (chain: String, key: String)? = nil, reply: @escaping @Sendable (ServedRequest, Int) -> ServedReply) throws {
    self.reply = reply
    var context: NIOSSLContext?
    if let secured {
      let chain = try NIOSSLCertificate.fromPEMFile(secured.chain).map { NIOSSLCertificateSource.certificate($0) }
      let key = try NIOSSLPrivateKey(file: secured.key, format: .pem)
      context = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }
    let shared = WeakBox()
    let bootstrap = ServerBootstrap(group: Self.thread).serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { [context] channel in
        shared.server.withLock { $0?.server }?.keep(channel)
        return channel.eventLoop.makeCompletedFuture {
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(RequestHandler(shared))
        }
      }
    channel = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
    shared.server.withLock { $0 = Weak(self) }
  }

  deinit {
    channel.close(promise: nil)
    for connection in counts.withLock(\.connections) { connection.close(promise: nil) }
  }

  /// Closes it and all its connections, and waits for that.
  func stop() {
    try? channel.close().wait()
    for connection in counts.withLock(\.connections) { try? connection.close().wait() }
  }

  var port: Int { channel.localAddress?.port ?? 0 }
  func address(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String { "\(scheme)://\(host):\(port)\(path)" }
  var requests: [ServedRequest] { counts.withLock(\.requests) }
  /// The most requests that went on at a time.
  var mostAtOnce: Int { counts.withLock(\.most) }
  func requests(for path: String) -> [ServedRequest] { requests.filter { $0.path == path } }

  fileprivate func begin(_ request: ServedRequest) -> ServedReply {
    let count = counts.withLock { counts in
      counts.requests.append(request)
      counts.running += 1
      counts.most = max(counts.most, counts.running)
      return counts.requests.count { $0.path == request.path }
    }
    return reply(request, count)
  }

  private func keep(_ connection: any Channel) { counts.withLock { $0.connections.append(connection) } }
  fileprivate func end() { counts.withLock { $0.running -= 1 } }
}

private struct Weak: Sendable {
  weak let server: TileServer?
  init(_ server: TileServer) { self.server = server }
}

private final class WeakBox: Sendable { let server = Mutex<Weak?>(nil) }

/// One connection.
private final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let box: WeakBox
  private var isRunning = false
  init(_ box: WeakBox) { self.box = box }

  private var server: TileServer? { box.server.withLock { $0?.server } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), let server else { return }
    let reply = server.begin(ServedRequest(path: head.uri, headers: head.headers))
    isRunning = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .nanoseconds(Int64(reply.delay * 1e9))) {
      let (handler, context) = bound.value
      handler.write(reply, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { finish() }

  private func finish() {
    if isRunning { server?.end() }
    isRunning = false
  }

  private func write(_ reply: ServedReply, _ context: ChannelHandlerContext) {
    var headers = HTTPHeaders(reply.headers)
    switch reply.manner {
    case .hang: return
    case .drop: return context.close(promise: nil)
    case .endless:
      context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
      return writeForEver(reply.body, context)
    case .whole: if reply.status != 304, reply.status != 204 { headers.add(name: "content-length", value: "\(reply.body.count)") }
    case .short(let missing): headers.add(name: "content-length", value: "\(reply.body.count + missing)")
    }
    let status = HTTPResponseStatus(statusCode: reply.status)
    context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    if !reply.body.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil) }
    if case .short = reply.manner {
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.flush()
      // Not the end of the answer, but of the connection.
      context.eventLoop.scheduleTask(in: .milliseconds(20)) { bound.value.close(promise: nil) }
      return
    }
    finish()
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  private func writeForEver(_ body: [UInt8], _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body))))).whenSuccess {
      let (handler, context) = bound.value
      handler.writeForEver(body, context)
    }
  }
}
