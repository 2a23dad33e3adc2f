// Owns `ForwardedRequests`: requests for http addresses, as a proxy wants them.

import NIOCore
import NIOHTTP1

/// Makes of requests to a proxy requests through it: what is asked for is the whole address, `GET http://host/path` (RFC 9112, section 3.2.2, "absolute-form"),
/// by the `host` that a request names. AsyncHTTPClient would open a tunnel (CONNECT), which many proxies refuse to any port but that of https.
final class ForwardedRequests: ChannelOutboundHandler {
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// Puts one into a connection of AsyncHTTPClient, before what writes requests as bytes.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ForwardedRequests(), position: .after(pipeline.handler(type: HTTPRequestEncoder.self)))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), let host = head.headers.first(name: "host") else {
      return context.write(data, promise: promise)
    }
    head.uri = "http://" + host + head.uri
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
