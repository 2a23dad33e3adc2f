// Owns `ConnectionDriver` and `DatagramDriver`: sources on the network.

import LiveProtocols
import NIOCore
import NIOPosix

/// A server that is connected to.
final class ConnectionDriver: SourceDriver {
  private let reader: NetworkReader

  init(_ address: SourceAddress, _ place: NetworkAddress, _ options: SourceOptions, _ voice: SourceVoice, _ loop: any EventLoop) {
    let timeout = TimeAmount.milliseconds(Int64(min(max(options.connectTimeout, 0.01), 3600) * 1000))
    reader = NetworkReader(address, options, voice, loop) { reader in
      ClientBootstrap(group: reader.loop)
        .connectTimeout(timeout)
        .channelOption(.socketOption(.so_keepalive), value: 1)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        // A peer that vanished without a word is noticed after half a minute.
        .channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 15)
        .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
        .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
        .channelInitializer { $0.pipeline.addHandler(ConnectionHandler(reader)) }
        .connect(host: place.host, port: place.port)
    }
  }

  func start() { reader.start() }
  func stop() { reader.stop() }
}

/// A port that is listened on.
final class DatagramDriver: SourceDriver {
  private let reader: NetworkReader

  init(_ address: SourceAddress, _ place: NetworkAddress, _ options: SourceOptions, _ voice: SourceVoice, _ loop: any EventLoop) {
    reader = NetworkReader(address, options, voice, loop) { reader in
      DatagramBootstrap(group: reader.loop)
        // The usual 2,048 bytes would cut a datagram off.
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 65_536))
        .channelInitializer { $0.pipeline.addHandler(DatagramHandler(reader)) }
        .bind(host: place.host, port: place.port)
    }
  }

  func start() { reader.start() }
  func stop() { reader.stop() }
}

/// Passes what a channel hears to its reader.
private final class ConnectionHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let reader: NetworkReader

  init(_ reader: NetworkReader) { self.reader = reader }

  func channelActive(context: ChannelHandlerContext) { reader.opened(context.channel) }
  func channelRead(context: ChannelHandlerContext, data: NIOAny) { reader.received(Array(unwrapInboundIn(data).readableBytesView)) }
  func channelInactive(context: ChannelHandlerContext) { reader.closed() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { reader.failed(error) }
}

/// The same for datagrams.
private final class DatagramHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let reader: NetworkReader

  init(_ reader: NetworkReader) { self.reader = reader }

  func channelActive(context: ChannelHandlerContext) { reader.opened(context.channel) }
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let datagram = unwrapInboundIn(data)
    reader.received(Array(datagram.data.readableBytesView), from: datagram.remoteAddress, isDatagram: true)
  }
  func channelInactive(context: ChannelHandlerContext) { reader.closed() }
  // A datagram that could not be taken says nothing about the next one.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
