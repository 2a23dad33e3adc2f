// Owns `GPSDDevice` and `GPSDServerState`: what a gpsd server has to tell at any moment.

import TrackPlayback

/// A device as a gpsd server tells of it.
public struct GPSDDevice: Sendable, Hashable {
  /// Its name, which every report carries.
  public var path: String
  /// gpsd's name of what it speaks; `NMEA0183` is what watchers of raw data get from us.
  public var driver: String
  /// What kind it is, in words.
  public var subtype: String
  /// Since when it has been sending, in seconds since 1970 UTC.
  public var activated: Double?

  /// A device.
  public init(path: String, driver: String = "NMEA0183", subtype: String = "trackview", activated: Double? = nil) {
    self.path = path
    self.driver = driver
    self.subtype = subtype
    self.activated = activated
  }
}

/// What a gpsd server has to tell at any moment, to clients that ask: its devices and what each said last.
public struct GPSDServerState: Sendable {
  /// What a device said last.
  public struct Entry: Sendable {
    public var device: GPSDDevice
    public var report: ReceiverReport?
    public var sky: SkyView?

    /// A device that has said nothing.
    public init(_ device: GPSDDevice) { self.device = device }
  }

  /// The devices in the order of their coming; at most ``deviceLimit``.
  public private(set) var entries: [Entry] = []
  /// The name of the device that sends what names no source.
  public let defaultPath: String
  /// Who the server says that it is: a name and a version.
  public let release: String
  /// Now, in seconds since 1970 UTC; the answer to a poll carries it.
  public var time: Double?

  /// So many devices are told apart. The reports of others go out, and are not remembered.
  public static let deviceLimit = 64

  /// A server with one device, or with none until the first message.
  /// - Parameters:
  ///   - devices: The devices that are there from the beginning.
  ///   - defaultPath: The name of the device that sends what names no source.
  public init(devices: [GPSDDevice] = [], defaultPath: String = "trackview", release: String = "trackview", time: Double? = nil) {
    entries = devices.prefix(Self.deviceLimit).map { Entry($0) }
    self.defaultPath = defaultPath
    self.release = release
    self.time = time
  }

  /// The device that a message is of.
  public func path(of source: String) -> String { source.isEmpty ? defaultPath : source }

  /// Remembers a message.
  /// - Returns: The device, where it is a new one, which watchers of JSON are told.
  public mutating func take(_ message: ReceiverMessage) -> GPSDDevice? {
    if case .notice = message { return nil }
    let path = path(of: message.source)
    var new: GPSDDevice?
    var index = entries.firstIndex { $0.device.path == path }
    if index == nil, entries.count < Self.deviceLimit {
      let device = GPSDDevice(path: path, activated: time)
      entries.append(Entry(device))
      index = entries.count - 1
      new = device
    }
    guard let index else { return nil }
    switch message {
    case .report(let report): entries[index].report = report
    case .sky(let sky): entries[index].sky = sky
    case .heading, .notice: break
    }
    return new
  }
}
