// Owns `ZipArchive`: the files in a zip archive that lies in memory.

import CZip

/// One file in an archive, as the archive describes it.
struct ZipEntry {
  /// The path in the archive, cleaned for display; only for choosing and showing, never opened.
  var name: String
  /// The packed length, as the archive says; only for showing progress.
  var packedCount: Int
  fileprivate var method: UInt32
  fileprivate var place: UInt64
  fileprivate var number: UInt64

  /// The part of the path behind the last slash.
  var baseName: Substring { name.split(separator: "/").last ?? "" }

  /// Whether this is a folder, or what systems put beside people's files.
  var isClutter: Bool {
    name.hasSuffix("/") || name.hasPrefix("__MACOSX/") || name.contains("/__MACOSX/") || baseName.hasPrefix(".") || baseName == "Thumbs.db"
  }

  /// Whether it lies in no folder.
  var isAtRoot: Bool { !name.contains("/") }
}

/// A zip archive in memory, through minizip; APPNOTE.TXT 6.3.10.
///
/// Archives beyond 4 GiB (Zip64) read; split ones do not. An archive that has lost its directory, as an unfinished download has, is
/// gone through from its start.
struct ZipArchive: ~Copyable {
  /// An archive with more files than this holds no tracks for a person to look at.
  static let entryLimit = 65_536

  private let archive: OpaquePointer
  /// Whether it has lost its directory.
  let isBroken: Bool

  /// An archive over bytes that outlive it; `nil` where not even a first file can be found.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let archive = czip_open(bytes.baseAddress, bytes.count) else { return nil }
    self.archive = archive
    isBroken = czip_is_broken(archive) != 0
  }

  deinit { czip_close(archive) }

  /// The files in it, in their order, without folders and clutter.
  func entries() throws(FormatError) -> [ZipEntry] {
    var result: [ZipEntry] = []
    var entry = czip_entry()
    var status = czip_first(archive, &entry)
    var count = 0
    while status == czip_ok {
      count += 1
      guard count <= Self.entryLimit else {
        throw FormatError(.refused, message: "the archive holds more than \(Self.entryLimit) files")
      }
      let described = Self.describe(&entry)
      if !described.isClutter { result.append(described) }
      status = czip_next(archive, &entry)
    }
    return result
  }

  /// Unpacks a file, or only its beginning.
  ///
  /// - Throws: ``FormatError`` where it is encrypted, packed in a way that is not read, or larger than the budget.
  func unpack(
    _ entry: ZipEntry, first wanted: Int = .max, into bytes: inout UnpackedBytes, budget: inout UnpackBudget, monitor: ReadMonitor = .none
  ) throws(FormatError) -> Unpacking {
    let what = "\"\(entry.name)\" in the archive"
    guard czip_go_to(archive, entry.place, entry.number) == czip_ok else { return .damaged }
    let watch = UnpackWatch(monitor)
    let left = budget.left
    let status = withExtendedLifetime(watch) {
      bytes.fill { czip_read(archive, wanted, left, $0, UnpackWatch.callback, watch.context) }
    }
    budget.spend(bytes.count)
    return try Unpacking(status, what: what, method: entry.method)
  }

  private static func describe(_ entry: inout czip_entry) -> ZipEntry {
    let length = min(entry.name_length, MemoryLayout.size(ofValue: entry.name))
    let name = withUnsafeBytes(of: &entry.name) { bytes in
      let raw = UnsafeBufferPointer(start: bytes.bindMemory(to: UInt8.self).baseAddress, count: length).span
      // Without the mark of UTF-8 a name is in the encoding of the system it was packed on: found out as that of a text.
      guard let decoded = TextDecoding.decoded(raw) else { return TextCleaning.name(raw) }
      return TextCleaning.name(decoded.span)
    }
    return ZipEntry(
      name: name ?? "a file without a name", packedCount: Int(clamping: entry.packed), method: entry.method, place: entry.place,
      number: entry.number)
  }
}
