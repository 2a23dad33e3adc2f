// Owns `PtyDevice`: a pseudo-terminal that looks like a serial receiver.

import CPlatform

/// The controlling end of a pseudo-terminal in raw mode, and the link to its other end.
///
/// The other end is not held open here: the system then says whether somebody has it open, and what nobody reads is not kept for a reader who
/// comes later. So it is as with a serial line: who opens it gets what comes from then on.
final class PtyDevice: Sendable {
  /// The device that readers open.
  let path: String
  private let controller: Int32
  private let link: (path: String, identity: FileIdentity?)?

  init(link wanted: String?) throws(FeedError) {
    var controller: Int32 = -1
    var other: Int32 = -1
    guard cp_open_pty(&controller, &other, 80, 24) == 0 else { throw .system("pty", "make a pseudo-terminal") }
    defer { close(other) }
    var modes = termios()
    var name = [CChar](repeating: 0, count: 128)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    guard tcgetattr(other, &modes) == 0, ttyname_r(other, &name, name.count) == 0 else {
      let code = errno
      close(controller)
      throw .system("pty", "make a pseudo-terminal", code: code)
    }
    cfmakeraw(&modes)
    tcsetattr(other, TCSANOW, &modes)
    let device = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let wanted {
      do {
        try Self.makeLink(wanted, to: device)
      } catch {
        close(controller)
        throw error
      }
    }
    path = device
    self.controller = controller
    link = wanted.map { ($0, FileIdentity($0)) }
  }

  deinit { close(controller) }

  /// Whether somebody has the device open.
  var hasReader: Bool {
    var polled = pollfd(fd: controller, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) >= 0 && polled.revents & Int16(POLLHUP) == 0
  }

  /// Writes as much as the device takes.
  /// - Returns: how many bytes.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.withUnsafeBytes { systemWrite(controller, $0.baseAddress, $0.count) })
  }

  /// Takes what readers write: gpsd asks the device what it is. It has nothing to say, but an unread device would hold them up.
  func passOverInput() {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    var rounds = 0
    while rounds < 64, read(controller, &buffer, buffer.count) > 0 { rounds += 1 }
  }

  /// Throws away what the last reader left: what is on the way to the other end, then what has arrived there.
  func forget() {
    tcflush(controller, TCOFLUSH)
    let other = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard other >= 0 else { return }
    tcflush(other, TCIFLUSH)
    close(other)
  }

  /// Removes the link, if it is still the one that was made here.
  func removeLink() {
    if let link, let identity = link.identity, identity == FileIdentity(link.path) { unlink(link.path) }
  }

  /// Makes a link, or replaces one that a killed program left: one to a pseudo-terminal. Anything else that lies there stays.
  private static func makeLink(_ path: String, to device: String) throws(FeedError) {
    if symlink(device, path) == 0 { return }
    guard errno == EEXIST else { throw .system(path, "make a link") }
    var target = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &target, target.count - 1)
    let old = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard count > 0, old.hasPrefix("/dev/pts/") else {
      throw FeedError("\(path): is there already, and is no link to a pseudo-terminal")
    }
    let draft = "\(path).\(getpid())"
    unlink(draft)
    guard symlink(device, draft) == 0, rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw .system(path, "make a link", code: code)
    }
  }
}
