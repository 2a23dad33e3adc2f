// Owns the opening of a hub's outputs: servers, datagrams, pseudo-terminals, sockets in the file system.

import LiveProtocols
import NIOCore
import NIOPosix

/// An output that is open, as it can be reached.
public struct OpenOutput: Sendable, Hashable {
  /// What was asked for.
  public let asked: OutputAddress
  /// Where a server listens or datagrams go, with the port that the system has chosen where 0 was asked for.
  public var network: NetworkAddress?
  /// The device or socket in the file system.
  public var path: String?
  /// The symbolic link to the device, where one was wanted.
  public var link: String?

  /// The address with the port that was got.
  public var address: OutputAddress {
    switch (asked, network) {
    case (.gpsd, let network?): .gpsd(network)
    case (.nmeaTCP, let network?): .nmeaTCP(network)
    default: asked
    }
  }

  /// What a person is told: `gpsd on 127.0.0.1:2947`.
  public var description: String {
    switch asked {
    case .gpsd: "gpsd on \(network?.description ?? "")"
    case .nmeaTCP: "NMEA over TCP on \(network?.description ?? "")"
    case .nmeaUDP: "NMEA in datagrams to \(network?.description ?? "")"
    case .pty: "NMEA on \(path ?? "")" + (link.map { " (\($0))" } ?? "")
    case .nmeaSocket: "NMEA on the socket \(path ?? "")"
    case .standardOutput(let form): "\(form.rawValue) on standard output"
    }
  }
}

extension FeedHub {
  /// Opens an output and waits until it is there. Not to be called on the network thread.
  /// - Throws: why it cannot be had; what was there before it is as it was.
  public func open(_ address: OutputAddress) throws(FeedError) -> OpenOutput {
    switch address {
    case .gpsd(let network): try listen(address, network) { WatchingSession() }
    case .nmeaTCP(let network): try listen(address, network) { ListeningSession() }
    case .nmeaUDP(let network): try sendDatagrams(address, network)
    case .pty(let link): try openPty(address, link)
    case .nmeaSocket(let path): try listen(address, socket: path)
    case .standardOutput(let form): openStandardOutput(address, form)
    }
  }

  /// A server on a port.
  private func listen(
    _ asked: OutputAddress, _ network: NetworkAddress, _ session: @escaping @Sendable () -> any ClientSession
  ) throws(FeedError) -> OpenOutput {
    raiseDescriptorLimit()
    do {
      let channel = try bootstrap(session).bind(host: network.host, port: network.port).wait()
      keep(channel)
      let host = channel.localAddress?.ipAddress ?? network.host
      return OpenOutput(asked: asked, network: NetworkAddress(host: host, port: channel.localAddress?.port ?? network.port))
    } catch {
      throw .wrapping(error, asked.description, "listen")
    }
  }

  /// A stream socket in the file system, which every user may connect to: GeoClue runs as one of its own.
  private func listen(_ asked: OutputAddress, socket path: String) throws(FeedError) -> OpenOutput {
    let socket = try SocketFile(path: path, mode: 0o666)
    do {
      keep(try bootstrap { ListeningSession() }.withBoundSocket(socket.descriptor).wait())
    } catch {
      socket.remove()
      throw .wrapping(error, asked.description, "listen")
    }
    onStop { socket.remove() }
    return OpenOutput(asked: asked, path: path)
  }

  private func bootstrap(_ session: @escaping @Sendable () -> any ClientSession) -> ServerBootstrap {
    let core = core
    return ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: 64)
      .serverChannelInitializer { channel in
        // Where descriptors run out, those who wait are let in later.
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
        }
      }
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: max(1, limits.queuedBytes)))
      .childChannelOption(.socketOption(.so_sndbuf), value: limits.socketBuffer)
      // One piece of what it says at a time, so that one who never stops asking does not keep the others waiting.
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1_024))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          Self.keepAlive(channel)
          try channel.pipeline.syncOperations.addHandler(ClientHandler(core.value, session()))
        }
      }
  }

  /// A client whose machine has gone is noticed after a minute.
  private static func keepAlive(_ channel: any Channel) {
    guard channel.remoteAddress?.ipAddress != nil, let options = channel.syncOptions else { return }
    try? options.setOption(.tcpOption(.tcp_nodelay), value: 1)
    try? options.setOption(.socketOption(.so_keepalive), value: 1)
    for (option, value) in [(TCP_KEEPIDLE, 30), (TCP_KEEPINTVL, 10), (TCP_KEEPCNT, 3)] {
      try? options.setOption(.tcpOption(.init(rawValue: option)), value: value)
    }
  }

  private func sendDatagrams(_ asked: OutputAddress, _ network: NetworkAddress) throws(FeedError) -> OpenOutput {
    do {
      let target = try SocketAddress.makeAddressResolvingHost(network.host, port: network.port)
      // Not connected: where nobody listens the system would answer with errors, and there is nobody to tell.
      let any = target.protocol == .inet6 ? "::" : "0.0.0.0"
      let channel = try DatagramBootstrap(group: loop)
        .channelOption(.socketOption(.so_broadcast), value: 1)
        .bind(host: any, port: 0).wait()
      add { DatagramSink(channel, target) }
      return OpenOutput(asked: asked, network: network)
    } catch {
      throw .wrapping(error, asked.description, "send datagrams")
    }
  }

  private func openPty(_ asked: OutputAddress, _ link: String?) throws(FeedError) -> OpenOutput {
    let device = try PtyDevice(link: link)
    add { PtySink(device) }
    return OpenOutput(asked: asked, path: device.path, link: link)
  }

  private func openStandardOutput(_ asked: OutputAddress, _ form: OutputAddress.TextForm) -> OpenOutput {
    let (loop, log, ended) = (loop, log, outputEnded)
    let writer = StreamWriter(STDOUT_FILENO) { ended(asked, $0) }
    add { StreamSink(form, writer, loop, log: log) }
    return OpenOutput(asked: asked)
  }

  /// Lets the process have as many descriptors as there may be clients, as far as the system allows; 1,024 are usual.
  private func raiseDescriptorLimit() {
    var files = rlimit(rlim_cur: 0, rlim_max: 0)
    let wanted = rlim_t(max(0, limits.clients)) + 256
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0, files.rlim_cur < wanted else { return }
    files.rlim_cur = min(files.rlim_max, wanted)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
  }

  private func keep(_ channel: any Channel) { loop.execute { [core] in core.value.add(channel) } }
  private func onStop(_ cleanup: @escaping @Sendable () -> Void) { loop.execute { [core] in core.value.onStop(cleanup) } }
  private func add(_ sink: @escaping @Sendable () -> any FeedSink) { loop.execute { [core] in core.value.add(sink()) } }
}
