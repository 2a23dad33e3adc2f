// Frames are said shortly: which bytes are left out, and which are not.

import Testing

@testable import Terminal

@Suite struct FrameBytesTests {
  @Test(
    "colours and attributes are said in one sequence, and nothing before a reset",
    arguments: [
      ("\u{1B}[39m\u{1B}(B\u{1B}[mx", "\u{1B}[mx"), ("\u{1B}[39;49m\u{1B}[mx\u{1B}[m", "\u{1B}[mx"),
      ("\u{1B}(B\u{1B}[0;1m\u{1B}[38;5;196m\u{1B}[48;5;235mX", "\u{1B}[0;1;38;5;196;48;5;235mX"),
      ("\u{1B}[m\u{1B}[32mX", "\u{1B}[;32mX"), ("\u{1B}[m\u{F}X", "\u{1B}[mX"), ("\u{1B}[31m\u{1B}[0mX", "\u{1B}[0mX"),
      ("\u{1B}[31mA\u{1B}[32mB", "\u{1B}[31mA\u{1B}[32mB"), ("\u{1B}[31m\u{1B}[2;3HB", "\u{1B}[2;3H\u{1B}[31mB"),
      ("\u{1B}[4m\u{1B}[05mX", "\u{1B}[4;05mX"), ("\u{1B}[?25lé\u{1B}", "\u{1B}[?25lé\u{1B}"), ("\u{1B}[3", "\u{1B}[3"), ("", ""),
    ])
  func shortened(frame: String, expected: String) {
    var out = Array("<".utf8)
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    #expect(String(decoding: out, as: UTF8.self) == "<" + expected)
  }

  @Test(
    "a move within a row names the column alone, where the terminal can",
    arguments: [
      ("\u{1B}[3;5HA\u{1B}[3;40HB", "\u{1B}[3;5HA\u{1B}[40GB"), ("\u{1B}[3;5HA\u{1B}[4;40HB", "\u{1B}[3;5HA\u{1B}[4;40HB"),
      ("\u{1B}[3;5HA\nB\u{1B}[3;40HC", "\u{1B}[3;5HA\nB\u{1B}[3;40HC"),
      ("\u{1B}[7dA\u{1B}[1;31m\u{1B}[7;9Hé", "\u{1B}[7dA\u{1B}[9G\u{1B}[1;31mé"),
      ("\u{1B}[3;5HA\u{1B}[2J\u{1B}[3;40HB", "\u{1B}[3;5HA\u{1B}[2J\u{1B}[3;40HB"), ("\u{1B}[HA\u{1B}[1;9HB", "\u{1B}[HA\u{1B}[1;9HB"),
    ])
  func moved(frame: String, expected: String) {
    var out: [UInt8] = []
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, addressesColumns: true, to: &out) }
    #expect(String(decoding: out, as: UTF8.self) == expected)
    out = []
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    #expect(out.count == Array(frame.utf8).count)
  }

  @Test(
    "colours wait over blanks and moves until something shows them",
    arguments: [
      ("\u{1B}[m  \u{1B}[3;4H\u{1B}[38;5;66mA", "  \u{1B}[3;4H\u{1B}[;38;5;66mA"),
      ("\u{1B}[31mA\u{1B}[m \u{1B}[31mB", "\u{1B}[31mA \u{1B}[;31mB"),
      ("\u{1B}[7m \u{1B}[mA", "\u{1B}[7m \u{1B}[mA"), ("\u{1B}[7mA\u{1B}[m B", "\u{1B}[7mA\u{1B}[m B"),
      ("\u{1B}[44mA\u{1B}[m \u{1B}[K", "\u{1B}[44mA\u{1B}[m \u{1B}[K"), ("\u{1B}[38;5;7mA\u{1B}[m  ", "\u{1B}[38;5;7mA  \u{1B}[m"),
      ("\u{1B}[48;5;4m ", "\u{1B}[48;5;4m "), ("\u{1B}[38;2;4;7;40m x", " \u{1B}[38;2;4;7;40mx"),
      ("\u{1B}[4m\u{1B}[0;1m x", " \u{1B}[0;1mx"),
      ("\u{1B}[31m\u{1B}[2J", "\u{1B}[31m\u{1B}[2J"),
      ("\u{1B}[0;36mA\u{1B}[m \u{1B}[0;36mB", "\u{1B}[0;36mA B"), ("\u{1B}[0;36mA\u{1B}[m \u{1B}[36mB\u{1B}[m", "\u{1B}[0;36mA B\u{1B}[m"),
      ("\u{1B}[0;36mA\u{1B}[1mB\u{1B}[m\u{1B}[36mC", "\u{1B}[0;36mA\u{1B}[1mB\u{1B}[;36mC"),
      ("\u{1B}[36mA\u{1B}[m \u{1B}[36mB", "\u{1B}[36mA \u{1B}[;36mB"), ("\u{1B}[mA\u{1B}[7m\u{1B}[mB", "\u{1B}[mAB"),
    ])
  func waiting(frame: String, expected: String) {
    var out: [UInt8] = []
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test(
    "of colours and attributes that are known, only what differs is said",
    arguments: [
      ("\u{1B}[0;38;5;240;48;5;235mA\u{1B}[38;5;242m\u{1B}[48;5;235mB", "\u{1B}[0;38;5;240;48;5;235mA\u{1B}[38;5;242mB"),
      ("\u{1B}[0;38;5;240;48;5;235mA\u{1B}[38;5;240m\u{1B}[48;5;17mB", "\u{1B}[0;38;5;240;48;5;235mA\u{1B}[48;5;17mB"),
      ("\u{1B}[0;38;5;240mA\u{1B}[38;5;240mB", "\u{1B}[0;38;5;240mAB"),
      ("\u{1B}[0;31;44mA\u{1B}[m\u{1B}[44mB", "\u{1B}[0;31;44mA\u{1B}[39mB"),
      ("\u{1B}[0;1;31mA\u{1B}[m\u{1B}[1m\u{1B}[32mB", "\u{1B}[0;1;31mA\u{1B}[32mB"),
      ("\u{1B}[0;1;31mA\u{1B}[m\u{1B}[31mB", "\u{1B}[0;1;31mA\u{1B}[;31mB"),
      ("\u{1B}[0;2;31mA\u{1B}[1m\u{1B}[38;2;1;22;133mB", "\u{1B}[0;2;31mA\u{1B}[1;38;2;1;22;133mB"),
      ("\u{1B}[0;31mA\u{1B}[58;5;3mB\u{1B}[31mC\u{1B}[31mD", "\u{1B}[0;31mA\u{1B}[58;5;3mB\u{1B}[31mC\u{1B}[31mD"),
      ("\u{1B}[31mA\u{1B}[31mB", "\u{1B}[31mA\u{1B}[31mB"),
    ])
  func differences(frame: String, expected: String) {
    var out: [UInt8] = []
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test(
    "over a blank only its background is said; what else was set waits for a character",
    arguments: [
      ("\u{1B}[0;31;44mA\u{1B}[m \u{1B}[32mB", "\u{1B}[0;31;44mA\u{1B}[49m \u{1B}[32mB"),
      ("\u{1B}[0;31;44mA\u{1B}[m \u{1B}[31mB", "\u{1B}[0;31;44mA\u{1B}[49m B"),
      ("\u{1B}[0;31;44mA\u{1B}[32m  \u{1B}[31mB", "\u{1B}[0;31;44mA  B"),
      ("\u{1B}[0;31;44mA\u{1B}[42m \u{1B}[32mB", "\u{1B}[0;31;44mA\u{1B}[42m \u{1B}[32mB"),
      ("\u{1B}[0;31;44mA\u{1B}[;33;42m\u{1B}[K\u{1B}[9GB", "\u{1B}[0;31;44mA\u{1B}[42m\u{1B}[K\u{1B}[9G\u{1B}[33mB"),
      ("\u{1B}[0;31;44mA\u{1B}[32;42m\u{1B}[5;6HB", "\u{1B}[0;31;44mA\u{1B}[5;6H\u{1B}[32;42mB"),
      ("\u{1B}[0;31;44mA\u{1B}[m\u{1B}[2J", "\u{1B}[0;31;44mA\u{1B}[m\u{1B}[2J"),
      ("\u{1B}[0;4;31mA\u{1B}[m B", "\u{1B}[0;4;31mA\u{1B}[m B"),
      ("\u{1B}[0;1;31mA\u{1B}[m\u{1B}[44m B", "\u{1B}[0;1;31mA\u{1B}[44m \u{1B}[;44mB"),
      ("\u{1B}[0;31mA\u{1B}[7m \u{1B}[mB", "\u{1B}[0;31mA\u{1B}[7m \u{1B}[mB"),
      ("\u{1B}[0;31;44mA\u{1B}[m ", "\u{1B}[0;31;44mA\u{1B}[49m \u{1B}[m"),
      ("\u{1B}[0;31mA\u{1B}[44m \u{1B}[0;58;5;3m B", "\u{1B}[0;31mA\u{1B}[44m \u{1B}[0;58;5;3m B"),
      ("\u{1B}[0;31mA\u{1B}[32;44m \u{1B}[0;58;5;3m B", "\u{1B}[0;31mA\u{1B}[44m \u{1B}[0;58;5;3m B"),
    ])
  func blanks(frame: String, expected: String) {
    var out: [UInt8] = []
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test("no sequence gets more parameters than old terminals keep") func parametersAreBounded() {
    var out: [UInt8] = []
    let frame = String(repeating: "\u{1B}[38;2;1;2;3m", count: 5)
    Array(frame.utf8).withUnsafeBufferPointer { FrameBytes.append($0, to: &out) }
    let sequences = out.split(separator: 0x6D)
    #expect(sequences.count == 3)
    for sequence in sequences { #expect(sequence.split(separator: 0x3B).count <= 14) }
  }
}
