// A terminal that shows frames: curses computes what changed, one write carries it. What moves by whole cells is in
// TerminalScreen+Moves, the session and its modes in TerminalScreen+Session.

import CNcurses
import CPlatform
import Cells

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one frame cost.
public struct PresentReport: Hashable, Sendable {
  /// Bytes written, control sequences of the session included; 0 where nothing changed.
  public var bytes: Int
  /// Calls of `write(2)`: 0 or 1, more only where the terminal took a part.
  public var writes: Int
}

/// Presents `CellGrid`s on a terminal. One thread only; whatever the grid's size and content, what reaches the terminal is safe.
///
/// Nothing is written before the first `present`: that one write enters the alternate screen, asks the probe's questions and draws the
/// frame. However the program ends after that, the terminal is given back: by `close()`, at exit, or in a trap.
public final class TerminalScreen {
  /// Where and how to show frames.
  public struct Configuration: Sendable {
    /// Descriptors of the terminal; need not be 0 and 1, and stay the caller's.
    public var input: Int32
    public var output: Int32
    /// `TERM` and what `ColorSupport.detect` looks at.
    public var environment: [String: String]
    /// The colour depth asked for; `nil` decides by the environment.
    public var colors: ColorDepth?
    /// Whether clicks, drags and the wheel are reported.
    public var mouse = true
    /// Whether the probe's questions go out with the first frame (never to the Linux console).
    public var probes = true

    public init(input: Int32 = 0, output: Int32 = 1, environment: [String: String], colors: ColorDepth? = nil) {
      self.input = input
      self.output = output
      self.environment = environment
      self.colors = colors
    }
  }

  enum Phase { case active, suspended, closed }

  /// Columns and rows beyond which a terminal's size is not believed: curses keeps some 100 bytes a cell.
  public static let largestSize = (columns: 1000, rows: 400)

  /// What the colours of cells are reduced to.
  public let colorSupport: ColorSupport
  /// Whether the locale's character set is UTF-8; otherwise only ASCII is shown.
  public let isUTF8: Bool
  /// The type of terminal whose description is used.
  public let type: String
  /// The size in cells; changed by `refreshSize()`.
  public internal(set) var size: (columns: Int, rows: Int)
  /// Whether each frame stands between the begin and end of synchronized output; set it when the probe says that the terminal has it.
  public var synchronizedOutput = false {
    didSet { if synchronizedOutput != oldValue, phase == .active { arm() } }
  }

  let configuration: Configuration
  var screen: OpaquePointer?
  let memory: Int32
  var phase = Phase.active
  /// Modes found at the start, and ours.
  let foundModes: termios
  var ourModes: termios
  /// What curses says to begin with; sent again by `resume()`.
  var entering: [UInt8]
  /// Goes out before the next frame, in the same write.
  var pending: [UInt8] = []
  var needsRepaint = true
  /// Whether the questions went out: they are asked once.
  var hasProbed = false

  private var pairs: PairTable
  var shown: CellGrid?
  var rowCells: [cn_cell] = []
  var restingPlace = CellPosition(column: 0, row: 0)
  /// Where the last frame has left the cursor.
  var cursor = CellPosition(column: 0, row: 0)
  /// Whether the terminal can move the rest of a row sideways.
  let movesRows: Bool

  /// Takes a terminal over: reads its modes, starts curses, installs the handlers of `TerminalGuard`. Shows nothing yet.
  /// - Throws: `notATerminal`, `typeMissing`, `dumb`, `unknownType`, or `system`. Modes are as before then.
  public init(_ configuration: Configuration) throws(TerminalError) {
    let found = try Self.modes(of: configuration)
    let (name, colors) = try Self.findType(configuration.environment)
    isUTF8 = cn_set_locale() != 0
    try TerminalGuard.install()
    let support = ColorSupport.detect(environment: configuration.environment, requested: configuration.colors, terminalColors: colors)
    let size = Self.measure(configuration)
    let memory = cp_memory_file()
    guard memory >= 0 else { throw .system(call: "memfd_create", code: errno) }
    let opened = Self.open(name, support, configuration, memory: memory, size: size)
    guard let opened else {
      var modes = found
      tcsetattr(configuration.input, TCSANOW, &modes)
      closeDescriptor(memory)
      throw .unknownType(name)
    }
    self.configuration = configuration
    self.memory = memory
    self.size = size
    type = name
    foundModes = found
    screen = opened.screen
    colorSupport = opened.support
    movesRows = cn_moves_rows(opened.screen) == 1
    pairs = PairTable(screen: opened.screen, depth: opened.support.depth)
    let count = cn_enter(opened.screen)
    entering = count > 0 ? Array(UnsafeBufferPointer(start: cn_bytes(opened.screen), count: count)) : []
    var modes = found
    tcgetattr(configuration.input, &modes)
    cp_raw_modes(&modes)
    ourModes = modes
    begin()
  }

  deinit { close() }

  /// Shows a frame; a grid of another size is cut or filled with blanks. Does nothing while suspended or closed.
  ///
  /// The hidden cursor is left at `grid.cursor`, for braille displays and screen readers; without one, where it was.
  /// - Throws: `gone`, `interrupted` or `system`; the next frame then draws everything.
  @discardableResult
  public func present(_ grid: CellGrid) throws(TerminalError) -> PresentReport {
    guard phase == .active, let screen else { return PresentReport(bytes: 0, writes: 0) }
    var bytes = pending
    if synchronizedOutput { bytes += Self.beginSynchronized }
    let start = bytes.count
    try draw(grid, on: screen, to: &bytes)
    if bytes.count == start { bytes = pending } else if synchronizedOutput { bytes += Self.endSynchronized }
    // Until the write is through, the terminal shows nobody knows what.
    needsRepaint = true
    let writes = try write(bytes)
    pending = []
    needsRepaint = false
    return PresentReport(bytes: bytes.count, writes: writes)
  }

  /// The next frame draws everything anew.
  public func invalidate() {
    needsRepaint = true
    shown = nil
  }

  static let beginSynchronized = Array("\u{1B}[?2026h".utf8)
  static let endSynchronized = Array("\u{1B}[?2026l".utf8)

  // MARK: Rows

  func put(_ grid: CellGrid, on screen: OpaquePointer) {
    if pairs.isExhausted { forgetPairs(screen) }
    let fresh = putRows(grid, on: screen)
    if fresh == false {
      // Once more with an empty table; should a single frame have more colours than the terminal has pairs, the rest lose theirs.
      forgetPairs(screen)
      _ = putRows(grid, on: screen)
    }
    shown = grid
  }

  private func forgetPairs(_ screen: OpaquePointer) {
    pairs.reset(screen)
    shown = nil
    needsRepaint = true
  }

  /// Puts the rows that differ from the frame before. Returns `false` if pairs ran out.
  private func putRows(_ grid: CellGrid, on screen: OpaquePointer) -> Bool {
    let before = shown.flatMap { $0.width == grid.width && $0.height == grid.height ? $0 : nil }
    let marksDiffer = before.map { $0.marks != grid.marks } ?? true
    for row in 0..<size.rows {
      if let before, row < grid.height || shown != nil, isEqual(grid, before, row: row, marksDiffer: marksDiffer) { continue }
      encode(grid, row: row, on: screen)
      cn_put_row(screen, Int32(row), rowCells, Int32(rowCells.count))
    }
    return !pairs.isExhausted
  }

  private func isEqual(_ grid: CellGrid, _ before: CellGrid, row: Int, marksDiffer: Bool) -> Bool {
    guard row < grid.height else { return true }
    let range = row * grid.width..<(row + 1) * grid.width
    // Cells have no padding, so their bytes can be compared; see `Cell`.
    let same = grid.cells.withUnsafeBytes { new in
      before.cells.withUnsafeBytes { old in
        let stride = MemoryLayout<Cell>.stride
        guard let newBase = new.baseAddress, let oldBase = old.baseAddress else { return true }
        return memcmp(newBase + range.lowerBound * stride, oldBase + range.lowerBound * stride, range.count * stride) == 0
      }
    }
    return same && !(marksDiffer && grid.cells[range].contains { $0.marks != 0 })
  }

  /// Makes a row of a frame what curses takes, in `rowCells`.
  func encode(_ grid: CellGrid, row: Int, on screen: OpaquePointer) {
    // Out of this object meanwhile: each access to a property of it is checked.
    var out: [cn_cell] = []
    swap(&out, &rowCells)
    encode(grid, row: row, on: screen, into: &out, &pairs)
    swap(&out, &rowCells)
  }

  private func encode(_ grid: CellGrid, row: Int, on screen: OpaquePointer, into out: inout [cn_cell], _ pairs: inout PairTable) {
    out.removeAll(keepingCapacity: true)
    let columns = size.columns
    let present = row < grid.height ? min(grid.width, columns) : 0
    var (foreground, background) = (Color.standard, Color.standard)
    var entry = PairTable.Entry(pair: 0, bold: false)
    let start = row * grid.width
    grid.cells.withUnsafeBufferPointer { cells in
      for column in 0..<present {
        let cell = cells[start + column]
        if cell.foreground != foreground || cell.background != background {
          (foreground, background) = (cell.foreground, cell.background)
          entry = pairs.entry(foreground, background, on: screen)
        }
        var made = cn_cell()
        made.scalar = cell.scalar
        made.width = cell.width
        made.pair = entry.pair
        made.attributes = cell.attributes.rawValue | (entry.bold ? Attributes.bold.rawValue : 0)
        if cell.marks != 0, Int(cell.marks) <= grid.marks.count {
          let marks = grid.marks[Int(cell.marks) - 1]
          made.marks = (marks.first ?? 0, marks.count > 1 ? marks[1] : 0)
        }
        out.append(made)
      }
    }
    var blank = cn_cell()
    blank.scalar = 0x20
    blank.width = 1
    while out.count < columns { out.append(blank) }
  }
}
