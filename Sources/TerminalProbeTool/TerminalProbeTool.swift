// A tiny program on a real terminal, for the tests of TerminalScreen: shows one frame, then ends in the way its argument names.

import Cells
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum TerminalProbeTool {
  static func main() {
    let way = CommandLine.arguments.dropFirst().first ?? "close"
    do {
      let screen = try TerminalScreen(.init(environment: ["TERM": "xterm-256color"]))
      var grid = CellGrid(width: screen.size.columns, height: screen.size.rows)
      grid.put("ready", column: 0, row: 0)
      try screen.present(grid)
      try finish(screen, grid, way: way)
    } catch {
      exit(3)
    }
  }

  private static func finish(_ screen: TerminalScreen, _ grid: CellGrid, way: String) throws {
    switch way {
    case "trap":
      let empty = [Int](CommandLine.arguments.dropFirst(9).map { $0.count })
      print(empty[CommandLine.arguments.count])
    case "abort": abort()
    case "exit": exit(0)
    case "stop":
      screen.stopAndResume()
      var next = grid
      next.put("again", column: 0, row: 1)
      try screen.present(next)
      screen.close()
    case "signal":
      let signals = try TerminalGuard.install()
      var ready = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, -1) < 0, errno == EINTR {}
      if let signal = signals.read().first(where: \.ends) {
        screen.close()
        TerminalGuard.end(by: signal)
      }
    case "hang":
      while true { _ = poll(nil, 0, 1000) }
    default:
      screen.close()
      screen.close()
    }
  }
}
