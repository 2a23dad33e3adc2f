// An HTTP proxy on loopback: it opens tunnels, forwards requests for whole addresses, and remembers what it was asked.

import NIOCore
import NIOPosix
import Synchronization

/// A request as it came to the proxy.
struct ProxiedRequest: Sendable {
  /// The line that it begins with: `CONNECT tiles.test:443 HTTP/1.1`.
  var line: String
  /// Its headers, by their names in small letters.
  var headers: [String: String]

  init(_ head: String) {
    let lines = head.split(separator: "\r\n").map(String.init)
    line = lines.first ?? ""
    headers = [:]
    for field in lines.dropFirst() {
      guard let colon = field.firstIndex(of: ":") else { continue }
      headers[field[..<colon].lowercased()] = String(field[field.index(after: colon)...].drop { $0 == " " })
    }
  }
}

/// A proxy on 127.0.0.1 that leads everybody to one port there, whatever the host is called; it ends with this value.
final class LoopbackProxy: Sendable {
  private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  fileprivate struct Log {
    var requests: [ProxiedRequest] = []
    var connections: [any Channel] = []
  }
  private let channel: any Channel
  private let log: LogBox

  /// - Parameters:
  ///   - target: The port of 127.0.0.1 that it leads to.
  ///   - answer: The line of an answer that is given instead of leading there, such as `407 Who are you`.
  init(to target: Int, answer: @escaping @Sendable (ProxiedRequest) -> String? = { _ in nil }) throws {
    let log = LogBox()
    self.log = log
    channel = try ServerBootstrap(group: Self.thread).serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        log.log.withLock { $0.connections.append(channel) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ProxyConnection(log, target: target, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit {
    channel.close(promise: nil)
    for connection in log.log.withLock(\.connections) { connection.close(promise: nil) }
  }

  var port: Int { channel.localAddress?.port ?? 0 }
  var requests: [ProxiedRequest] { log.log.withLock(\.requests) }
}

private final class LogBox: Sendable { let log = Mutex(LoopbackProxy.Log()) }

/// One connection to the proxy: heads are read until a tunnel is open, then bytes are passed on as they are.
private final class ProxyConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: LogBox
  private let target: Int
  private let answer: @Sendable (ProxiedRequest) -> String?
  private var read: [UInt8] = []
  private var isTunnel = false
  private var isConnecting = false
  private var other: (any Channel)?

  init(_ log: LogBox, target: Int, answer: @escaping @Sendable (ProxiedRequest) -> String?) {
    (self.log, self.target, self.answer) = (log, target, answer)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    read += unwrapInboundIn(data).readableBytesView
    proceed(context)
  }

  func channelInactive(context: ChannelHandlerContext) { other?.close(promise: nil) }

  private func proceed(_ context: ChannelHandlerContext) {
    while !isConnecting, !read.isEmpty {
      if isTunnel {
        other?.writeAndFlush(ByteBuffer(bytes: read), promise: nil)
        return read.removeAll()
      }
      guard let end = read.indices.dropLast(3).first(where: { read[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }) else { return }
      let head = String(decoding: read[..<end], as: UTF8.self)
      read.removeSubrange(..<(end + 4))
      let request = ProxiedRequest(head)
      log.log.withLock { $0.requests.append(request) }
      if let words = answer(request) {
        write("HTTP/1.1 \(words)\r\ncontent-length: 0\r\n\r\n", context)
      } else if request.line.hasPrefix("CONNECT ") {
        connect(context) { handler, context in
          handler.isTunnel = true
          handler.write("HTTP/1.1 200 OK\r\n\r\n", context)
        }
      } else {
        forward(request, context)
      }
    }
  }

  /// Asks the server in the proxy's own name, in the form for servers.
  private func forward(_ request: ProxiedRequest, _ context: ChannelHandlerContext) {
    let words = request.line.split(separator: " ").map(String.init)
    guard words.count == 3, words[1].hasPrefix("http://"), let slash = words[1].dropFirst(7).firstIndex(of: "/") else {
      return write("HTTP/1.1 400 No whole address\r\ncontent-length: 0\r\n\r\n", context)
    }
    var text = "\(words[0]) \(words[1][slash...]) HTTP/1.1\r\n"
    for (name, value) in request.headers where name != "proxy-authorization" { text += "\(name): \(value)\r\n" }
    let bytes = ByteBuffer(string: text + "\r\n")
    if let other { return other.writeAndFlush(bytes, promise: nil) }
    connect(context) { handler, _ in handler.other?.writeAndFlush(bytes, promise: nil) }
  }

  private func write(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  private func connect(_ context: ChannelHandlerContext, then body: @escaping @Sendable (ProxyConnection, ChannelHandlerContext) -> Void) {
    isConnecting = true
    let client = context.channel
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    ClientBootstrap(group: context.eventLoop).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(PassingOn(client)) }
    }
    .connect(host: "127.0.0.1", port: target).whenComplete { result in
      let (handler, context) = bound.value
      guard case .success(let channel) = result else { return client.close(promise: nil) }
      handler.isConnecting = false
      handler.other = channel
      body(handler, context)
      handler.proceed(context)
    }
  }
}

/// Gives what a server says to whoever asked.
private final class PassingOn: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let client: any Channel
  init(_ client: any Channel) { self.client = client }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { client.writeAndFlush(unwrapInboundIn(data), promise: nil) }
  func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
}
