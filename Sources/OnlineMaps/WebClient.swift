// Owns `WebClient`: GET over HTTP and HTTPS, within limits.

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
internal import Synchronization

/// What a server answered.
struct WebReply: Sendable {
  var status: Int
  /// Where it came from in the end.
  var address: WebAddress
  var headers: HTTPHeaders
  /// As it came, packed where its `content-encoding` says so.
  var body: [UInt8]

  /// A header by its name in small letters; lines of the same name joined by commas.
  func header(_ name: String) -> String? {
    let values = headers[name]
    return values.isEmpty ? nil : values.joined(separator: ",")
  }
}

/// Why there is no answer.
enum WebFailure: Error, Hashable {
  /// No connection stands: there is no network, no such host, or nothing listens there.
  case noConnection
  /// The other side is not who it should be, by its certificate.
  case untrusted
  /// It began to answer, or should have, and did not get through with it.
  case brokenOff
  /// There would be more than the limit.
  case tooLarge
  /// It leads on to somewhere else too often, to nowhere, or from https to http.
  case badRedirect
  /// The proxy of this name cannot be reached.
  case noProxy(String)
  /// The proxy of this name does not lead to the server.
  case proxyRefusal(String)
  /// The proxy of this name wants to know who asks, and does not take what it is told.
  case proxyLogin(String)
  /// Nobody wants it any more.
  case cancelled

  /// Whether it may be otherwise the next moment, with nobody having changed anything.
  var mayPass: Bool {
    switch self {
    case .noConnection, .brokenOff, .noProxy, .proxyRefusal: true
    case .untrusted, .tooLarge, .badRedirect, .proxyLogin, .cancelled: false
    }
  }
}

/// GET over HTTP and HTTPS on one thread, which starts with the first request. Certificates are verified against the system's roots.
final class WebClient: Sendable {
  /// The ways to servers, each with connections of its own.
  private enum Way {
    case direct
    /// Through a proxy that passes on bytes; for https.
    case tunnel
    /// Through a proxy that asks the servers; for http.
    case forwarded
  }

  private enum State {
    /// With the clients that were wanted so far.
    case open([Way: HTTPClient])
    case closed
  }

  /// The thread of all clients. It lives as long as the program: what is just ending may need it still.
  private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  private let settings: OnlineSettings
  private let state = Mutex(State.open([:]))
  /// How often an answer may lead on.
  private static let redirectLimit = 5

  init(_ settings: OnlineSettings) { self.settings = settings }

  deinit { close() }

  /// Does something on the clients' thread after so many seconds; it must be brief.
  static func timer(after seconds: Double, _ body: @escaping @Sendable () -> Void) -> Scheduled<Void> {
    thread.next().scheduleTask(in: .nanoseconds(Int64(seconds * 1e9)), body)
  }

  /// Ends what goes on; returns at once.
  func close() {
    let old = state.withLock { state in
      defer { state = .closed }
      return state
    }
    if case .open(let clients) = old { for client in clients.values { client.shutdown { _ in } } }
  }

  /// Asks for what is at an address, and for what that leads on to.
  /// - Parameters:
  ///   - headers: Added to the usual ones.
  ///   - limit: The most bytes of a body.
  func get(_ address: WebAddress, headers: [(String, String)], limit: Int) async throws(WebFailure) -> WebReply {
    let reply = FirstReply()
    let following = Task(executorPreference: WorkThreads.shared) {
      reply.settle(await self.follow(address, headers: headers, limit: limit))
    }
    let end = Self.timer(after: settings.wholeTimeout) {
      reply.settle(.failure(.brokenOff))
      following.cancel()
    }
    defer { end.cancel() }
    let result = await withTaskCancellationHandler {
      await reply.value()
    } onCancel: {
      reply.settle(.failure(.cancelled))
      following.cancel()
    }
    return try result.get()
  }

  private func follow(_ address: WebAddress, headers: [(String, String)], limit: Int) async -> Result<WebReply, WebFailure> {
    var address = address
    for _ in 0...Self.redirectLimit {
      do {
        let reply = try await getOnce(address, headers: headers, limit: limit)
        guard [301, 302, 303, 307, 308].contains(reply.status) else { return .success(reply) }
        guard let next = reply.headers.first(name: "location").flatMap(address.resolving), next.isSecure || !address.isSecure else {
          return .failure(.badRedirect)
        }
        address = next
      } catch {
        return .failure(Task.isCancelled ? .cancelled : WebFailure(error, proxy: settings.proxies.proxy(for: address)))
      }
    }
    return .failure(.badRedirect)
  }

  private func getOnce(_ address: WebAddress, headers: [(String, String)], limit: Int) async throws -> WebReply {
    let proxy = settings.proxies.proxy(for: address)
    let way = proxy == nil ? Way.direct : address.isSecure ? .tunnel : .forwarded
    var url = address.text
    var fields = HTTPHeaders([("user-agent", settings.userAgent), ("accept-encoding", "gzip")] + headers)
    if let proxy, way == .forwarded {
      url = "http://\(proxy)\(address.path)"
      fields.add(name: "host", value: address.host)
      if let user = proxy.authorization { fields.add(name: "proxy-authorization", value: user.headerValue) }
    }
    let request = try HTTPClient.Request(url: url, headers: fields)
    // Not the client's `async` form: it gives requests up by tasks in the pool that the whole program shares, where they may wait long.
    let task = try client(way, proxy).execute(request: request, delegate: ResponseAccumulator(request: request, maxBodySize: limit))
    let response = try await withTaskCancellationHandler {
      try await task.futureResult.get()
    } onCancel: {
      task.cancel()
    }
    if let proxy, way == .forwarded, response.status == .proxyAuthenticationRequired { throw WebFailure.proxyLogin(proxy.description) }
    let body = response.body.map { Array($0.readableBytesView) } ?? []
    return WebReply(status: Int(response.status.code), address: address, headers: response.headers, body: body)
  }

  private func client(_ way: Way, _ proxy: WebProxy?) throws(WebFailure) -> HTTPClient {
    let made: HTTPClient? = state.withLock { state in
      guard case .open(var clients) = state else { return nil }
      if let client = clients[way] { return client }
      let client = HTTPClient(eventLoopGroupProvider: .shared(Self.thread), configuration: configuration(way, proxy))
      clients[way] = client
      state = .open(clients)
      return client
    }
    guard let made else { throw .cancelled }
    return made
  }

  private func configuration(_ way: Way, _ proxy: WebProxy?) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    tls.certificateVerification = .fullVerification
    tls.additionalTrustRoots = settings.additionalRoots.map { .file($0) }
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.timeout = HTTPClient.Configuration.Timeout(
      connect: .milliseconds(Int64(settings.connectTimeout * 1000)), read: .milliseconds(Int64(settings.readTimeout * 1000)))
    configuration.connectionPool = HTTPClient.Configuration.ConnectionPool(
      idleTimeout: .seconds(30), concurrentHTTP1ConnectionsPerHostSoftLimit: max(1, settings.requestsAtOnce))
    // Trying again is decided above, where it is known whether anybody still waits.
    configuration.connectionPool.retryConnectionEstablishment = false
    switch way {
    case .direct: break
    case .tunnel: configuration.proxy = proxy.map { .server(host: $0.host, port: $0.port, authorization: $0.authorization) }
    case .forwarded: configuration.http1_1ConnectionDebugInitializer = ForwardedRequests.join
    }
    return configuration
  }
}

/// What comes first: the answer, the end of patience, or that nobody wants it. The library needs a moment to give a request up; nobody waits for that.
private final class FirstReply: Sendable {
  typealias Outcome = Result<WebReply, WebFailure>
  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case settled(Outcome)
  }
  private let state = Mutex(State.open)

  /// Settles it, unless it is settled.
  func settle(_ outcome: Outcome) {
    let waiter: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      switch state {
      case .settled: return nil
      case .open:
        state = .settled(outcome)
        return nil
      case .awaited(let waiter):
        state = .settled(outcome)
        return waiter
      }
    }
    waiter?.resume(returning: outcome)
  }

  /// What it was settled by. To be asked for once.
  func value() async -> Outcome {
    await withCheckedContinuation { waiter in
      let settled: Outcome? = state.withLock { state in
        if case .settled(let outcome) = state { return outcome }
        state = .awaited(waiter)
        return nil
      }
      if let settled { waiter.resume(returning: settled) }
    }
  }
}

extension WebProxy {
  /// Who asks it, for its headers.
  fileprivate var authorization: HTTPClient.Authorization? { user.map { .basic(username: $0.name, password: $0.password) } }
}

extension WebFailure {
  /// What an error of the libraries means here.
  /// - Parameter proxy: the one that was asked, to which we then connect instead of the server.
  fileprivate init(_ error: any Error, proxy: WebProxy?) {
    let unreachable = proxy.map { WebFailure.noProxy($0.description) } ?? .noConnection
    switch error {
    case let failure as WebFailure: self = failure
    case is CancellationError: self = .cancelled
    case is ResponseAccumulator.ResponseTooBigError: self = .tooLarge
    case is NIOConnectionError, is SocketAddressError: self = unreachable
    case let error as IOError: self = [ECONNRESET, EPIPE].contains(error.errnoCode) ? .brokenOff : unreachable
    case is NIOSSLExtraError: self = .untrusted
    case NIOSSLError.handshakeFailed(let reason): self = "\(reason)".contains("CERTIFICATE") ? .untrusted : .noConnection
    case let error as HTTPClientError:
      switch error {
      case .cancelled, .alreadyShutdown: self = .cancelled
      case .proxyAuthenticationRequired: self = proxy.map { .proxyLogin($0.description) } ?? .brokenOff
      case .invalidProxyResponse, .httpProxyHandshakeTimeout: self = proxy.map { .proxyRefusal($0.description) } ?? .brokenOff
      case .connectTimeout: self = unreachable
      case .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .noConnection
      default: self = .brokenOff
      }
    default: self = .brokenOff
    }
  }
}
