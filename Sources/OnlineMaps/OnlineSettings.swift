// Owns `OnlineSettings`: how tiles are asked for.

/// How tiles are asked for. What is usual needs only a name for the program.
public struct OnlineSettings: Sendable {
  /// What servers are told of the program: `trackview/1.0 (+https://…)`.
  public var userAgent: String
  /// Requests at a time.
  public var requestsAtOnce = 4
  /// Seconds until a connection must stand, until something must have come, and until an answer must be whole.
  public var connectTimeout = 10.0
  public var readTimeout = 20.0
  public var wholeTimeout = 60.0
  /// Seconds for which a tile waits for a broken network before the answer is that it cannot be had.
  public var patience = 60.0
  /// The first pause after a failure, and the longest, in seconds.
  public var shortestPause = 1.0
  public var longestPause = 60.0
  /// What chance there is in the pauses comes from this.
  public var seed: UInt64
  /// Files of certificates (PEM) that are trusted as the system's are.
  public var additionalRoots: [String] = []
  /// Through which proxies servers are asked; none by default.
  public var proxies = WebProxies()
  /// The most bytes of a tile, as it comes and unpacked.
  public var packedLimit = 4 << 20
  public var unpackedLimit = 16 << 20
  /// Seconds since 1970 now.
  public var wallClock: @Sendable () -> Int = { time(nil) }

  /// - Parameters:
  ///   - userAgent: What servers are told of the program.
  ///   - seed: Any number; by default the process's.
  public init(userAgent: String, seed: UInt64 = UInt64(getpid())) {
    self.userAgent = userAgent
    self.seed = seed
  }
}
