// Owns `SQLiteDatabase`: a database file by a stranger, open for reading, through the system's SQLite.

internal import CSQLite

/// A connection to a database. It is used by one thread at a time.
///
/// The file is taken as one that nobody changes (`immutable`): SQLite takes no lock and leaves no file beside it. Queries end after so many
/// steps, because a view can be a program that never does.
final class SQLiteDatabase {
  /// What went wrong.
  struct Failure: Error {
    /// What is said of the file, to follow its name.
    var sentence: String
    /// Whether the query took too many steps.
    var isTooLong = false
  }

  /// The longest text or blob, in bytes.
  static let longest: Int32 = 20 << 20
  /// How many steps of SQLite's machine pass between two looks at the budget.
  private static let stride: Int32 = 1000

  private let connection: OpaquePointer
  /// How many looks a query may still get; SQLite's handler counts it down.
  private let budget: UnsafeMutablePointer<Int>

  /// Opens a file.
  init(path: String) throws(Failure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(Self.address(of: path), &opened, flags, nil)
    guard status == SQLITE_OK, let opened else {
      let failure = opened.map { Self.failure(status, $0) } ?? Failure(sentence: "there is not enough memory to open it")
      sqlite3_close_v2(opened)
      throw failure
    }
    connection = opened
    budget = .allocate(capacity: 1)
    budget.initialize(to: 0)
    csqlite_distrust(opened, Self.longest)
    let tick: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
      guard let left = context?.assumingMemoryBound(to: Int.self) else { return 1 }
      left.pointee -= 1
      return left.pointee < 0 ? 1 : 0
    }
    sqlite3_progress_handler(opened, Self.stride, tick, budget)
  }

  deinit {
    // Statements that are still there are closed with it.
    sqlite3_close_v2(connection)
    budget.deallocate()
  }

  /// A query, compiled once and run as often as is wanted. It must not outlive its database.
  final class Query {
    fileprivate let statement: OpaquePointer
    fileprivate init(_ statement: OpaquePointer) { self.statement = statement }
    deinit { sqlite3_finalize(statement) }
  }

  /// Compiles a query.
  func query(_ text: String) throws(Failure) -> Query {
    var statement: OpaquePointer?
    budget.pointee = .max
    let status = sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw Self.failure(status, connection) }
    return Query(statement)
  }

  /// Runs a query and gives its first row to a function; `nil` where there is none.
  /// - Parameters:
  ///   - values: what stands for `?1`, `?2` …
  ///   - steps: how many steps of SQLite's machine it may take; a look-up in an index takes about twenty.
  func first<Value>(_ query: Query, _ values: [Int] = [], steps: Int, _ body: (Row) -> Value) throws(Failure) -> Value? {
    var value: Value?
    try each(query, values, steps: steps) {
      value = body($0)
      return false
    }
    return value
  }

  /// Runs a query and gives each row to a function, until that returns `false`.
  func each(_ query: Query, _ values: [Int] = [], steps: Int, _ body: (Row) -> Bool) throws(Failure) {
    defer { sqlite3_reset(query.statement) }
    for (index, value) in values.enumerated() { sqlite3_bind_int64(query.statement, Int32(index + 1), Int64(value)) }
    budget.pointee = max(1, steps / Int(Self.stride))
    while true {
      let status = sqlite3_step(query.statement)
      if status == SQLITE_DONE { return }
      guard status == SQLITE_ROW else { throw Self.failure(status, connection) }
      if !body(Row(statement: query.statement)) { return }
    }
  }

  /// A row of a result, while it is being looked at.
  struct Row {
    fileprivate let statement: OpaquePointer

    /// A whole number, or a text that is one; `nil` for anything else.
    func integer(_ column: Int32) -> Int? {
      if sqlite3_column_type(statement, column) == SQLITE_INTEGER { return Int(sqlite3_column_int64(statement, column)) }
      return text(column).flatMap { Int($0) }
    }

    /// The text; `nil` for NULL.
    func text(_ column: Int32) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a blob or a text; `nil` for NULL.
    func bytes(_ column: Int32) -> [UInt8]? {
      guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
      // The pointer first: asking for it may change the length.
      let start = sqlite3_column_blob(statement, column)
      return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
    }
  }

  private static func failure(_ status: Int32, _ connection: OpaquePointer) -> Failure {
    switch status & 0xFF {
    case SQLITE_INTERRUPT: return Failure(sentence: "the database takes too long to find it (there is no index)", isTooLong: true)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR: return Failure(sentence: "the database is damaged (\(message(connection)))")
    case SQLITE_TOOBIG: return Failure(sentence: "the database holds something larger than \(longest >> 20) MiB")
    default: return Failure(sentence: "the database cannot be read (\(message(connection)))")
    }
  }

  /// What SQLite says, without what a damaged file may have put into it.
  private static func message(_ connection: OpaquePointer) -> String {
    let text = MarkupText.collapsed(String(cString: sqlite3_errmsg(connection)))
    return text.count <= 120 ? text : text.prefix(119) + "…"
  }

  /// The URI of a file that is neither written nor changed by others (sqlite.org/uri.html).
  private static func address(of path: String) -> String {
    var address = "file:"
    // Two slashes at the start would name a host.
    var bytes = Substring(path).utf8
    while bytes.starts(with: "//".utf8) { bytes = bytes.dropFirst() }
    for byte in bytes {
      let isPlain =
        byte == 0x2F || byte == 0x2E || byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
      address += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return address + "?mode=ro&immutable=1"
  }
}
