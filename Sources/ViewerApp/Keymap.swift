// The keys, as data: the help overlay, docs/keys.md and the man page are made from this table.

import Cells
import MapScene

/// One line of the key table.
public struct KeyBinding: Hashable, Sendable {
  public var section: KeySection
  /// Any of these keys gives the command of the same position; one command serves all if there is only one.
  public var keys: [KeyPress]
  public var commands: [ViewerCommand]
  /// The keys as people write them.
  public var label: String
  public var english: String
  public var chinese: String

  init(_ section: KeySection, _ label: String, _ keys: [KeyPress], _ commands: [ViewerCommand], _ english: String, _ chinese: String) {
    self.section = section
    self.label = label
    self.keys = keys
    self.commands = commands
    self.english = english
    self.chinese = chinese
  }
}

/// Headings of the key table, in their order.
public enum KeySection: String, Hashable, Sendable, CaseIterable {
  case playback, map, live, display, program

  public func title(_ language: Language) -> String {
    switch self {
    case .playback: language.pick("Playback", "播放")
    case .map: language.pick("Map", "地图")
    case .live: language.pick("By hand and live", "手动与实时")
    case .display: language.pick("Display", "显示")
    case .program: language.pick("Program", "程序")
    }
  }
}

/// Keys to commands. The playback keys are mpv's.
public enum Keymap {
  public static let bindings: [KeyBinding] = [
    KeyBinding(.playback, "Space p", [KeyPress(" "), KeyPress("p")], [.togglePause], "pause, play; at the end play again", "暂停、播放；结束后重播"),
    KeyBinding(
      .playback, ". ,", [KeyPress("."), KeyPress(",")], [.stepForward, .stepBack], "step to the next, previous point", "前进、后退一个点"),
    KeyBinding(.playback, "[ ]", [KeyPress("["), KeyPress("]")], [.slower, .faster], "10 % slower, faster", "减速、加速 10 %"),
    KeyBinding(.playback, "{ }", [KeyPress("{"), KeyPress("}")], [.halfAsFast, .twiceAsFast], "half, double the speed", "速度减半、加倍"),
    KeyBinding(.playback, "Backspace", [KeyPress(.backspace)], [.normalSpeed], "normal speed", "正常速度"),
    KeyBinding(.playback, "← →", [KeyPress(.left), KeyPress(.right)], [.seek(-5), .seek(5)], "seek 5 s (Shift: 1 s)", "跳 5 秒（Shift：1 秒）"),
    KeyBinding(.playback, "↓ ↑", [KeyPress(.down), KeyPress(.up)], [.seek(-60), .seek(60)], "seek 60 s", "跳 60 秒"),
    KeyBinding(
      .playback, "Shift-← →", [KeyPress(.left, .shift), KeyPress(.right, .shift)], [.seek(-1), .seek(1)], "seek exactly 1 s", "精确跳 1 秒"),
    KeyBinding(
      .playback, "Home End", [KeyPress(.home), KeyPress(.end)], [.toStart, .toEnd], "to the start, the end; live: back to now",
      "到起点、终点；实时：回到当前"),
    KeyBinding(
      .playback, "PgUp PgDn", [KeyPress(.pageUp), KeyPress(.pageDown)], [.previousMark, .nextMark], "previous, next segment or place",
      "上一个、下一个段或地点"),
    KeyBinding(.playback, "a", [KeyPress("a")], [.loopRange], "loop from A to B: set A, set B, clear", "A–B 循环：设 A、设 B、清除"),
    KeyBinding(.playback, "L", [KeyPress("L")], [.toggleLoop], "loop the whole track", "循环整条轨迹"),
    KeyBinding(.playback, "R", [KeyPress("R")], [.reverse], "play backwards, forwards", "倒放、正放"),
    KeyBinding(
      .map, "+ -", [KeyPress("+"), KeyPress("="), KeyPress("-"), KeyPress("_")], [.zoomIn, .zoomIn, .zoomOut, .zoomOut],
      "zoom in, out (wheel)", "放大、缩小（滚轮）"),
    KeyBinding(
      .map, "h j k l", [KeyPress("h"), KeyPress("j"), KeyPress("k"), KeyPress("l")], [.pan(-8, 0), .pan(0, 4), .pan(0, -4), .pan(8, 0)],
      "pan (drag)", "平移（拖动）"),
    KeyBinding(.map, "0", [KeyPress("0")], [.wholeRoute], "whole route, and back", "整条路线，再按返回"),
    KeyBinding(.map, "f", [KeyPress("f")], [.follow], "follow the marker on, off", "跟随标记开、关"),
    KeyBinding(.map, "n", [KeyPress("n")], [.orientation], "north up, or where the marker heads", "北朝上、行进方向朝上"),
    KeyBinding(.map, "b", [KeyPress("b")], [.baseMap], "map beneath: all, lines only, no names, none", "底图：全部、仅线条、无地名、关"),
    KeyBinding(.map, "o", [KeyPress("o")], [.open], "on a map without a track: open one, or a live source", "无轨迹时：打开轨迹或实时数据源"),
    KeyBinding(.map, "t", [KeyPress("t")], [.nextTrack], "follow the next of several tracks", "跟随下一条轨迹"),
    KeyBinding(.live, "m", [KeyPress("m")], [.mock], "put the marker elsewhere by hand, let it go", "手动放置标记、放开"),
    KeyBinding(.live, "g", [KeyPress("g")], [.acquisition], "search a good fix, end the search", "搜索良好定位、结束搜索"),
    KeyBinding(.live, "S", [KeyPress("S")], [.sky], "satellites", "卫星"),
    KeyBinding(.live, "r", [KeyPress("r")], [.recording], "record what arrives, stop recording", "记录收到的轨迹、停止记录"),
    KeyBinding(.display, "c", [KeyPress("c")], [.bigCompass], "large compass", "大罗盘"),
    KeyBinding(.display, "i", [KeyPress("i")], [.information], "information", "信息"),
    KeyBinding(.display, "Tab", [KeyPress(.tab)], [.panels], "side panel on, off", "侧栏开、关"),
    KeyBinding(.display, "u", [KeyPress("u")], [.units], "units: metric, imperial, nautical", "单位：公制、英制、海里"),
    KeyBinding(.display, "d", [KeyPress("d")], [.coordinates], "position: degrees, minutes, seconds", "坐标：度、分、秒"),
    KeyBinding(.display, "y", [KeyPress("y")], [.copyPosition], "copy the position", "复制坐标"),
    KeyBinding(.display, "s", [KeyPress("s")], [.screenshot], "save this screen as text", "将画面存为文本"),
    KeyBinding(.program, "?", [KeyPress("?"), KeyPress(.function(1))], [.help], "this help", "本帮助"),
    KeyBinding(.program, "Ctrl-L", [KeyPress("l".unicodeScalars.first ?? "l", .control)], [.redraw], "draw again", "重画"),
    KeyBinding(.program, "q", [KeyPress("q"), KeyPress("Q")], [.quit], "quit", "退出"),
  ]

  private static let table: [KeyPress: ViewerCommand] = {
    var table: [KeyPress: ViewerCommand] = [:]
    for binding in bindings {
      for (index, key) in binding.keys.enumerated() {
        table[key] = binding.commands.count == 1 ? binding.commands[0] : binding.commands[index]
      }
    }
    return table
  }()

  /// What a key does; `nil` if nothing.
  public static func command(for key: KeyPress) -> ViewerCommand? { table[key] }

  /// The key table as Markdown, for docs/keys.md.
  public static func markdown() -> String {
    var out = "# Keys\n\nMade from `Sources/ViewerApp/Keymap.swift`; a test holds the two together. The playback keys are mpv's.\n"
    for section in KeySection.allCases {
      out += "\n## \(section.title(.english))\n\n| key | does |\n|---|---|\n"
      for binding in bindings where binding.section == section { out += "| `\(binding.label)` | \(binding.english) |\n" }
    }
    out += "\nMouse: the wheel zooms (at the pointer, or around the marker while the map follows it), dragging pans, a click or drag on the"
    out += " elevation profile or the timeline seeks; while the marker is held by hand, a click on the map puts it there.\n"
    return out
  }
}

extension KeyPress {
  fileprivate init(_ scalar: Unicode.Scalar, _ modifiers: KeyModifiers) { self.init(.character(scalar), modifiers) }
}
