// Owns what the fuzzers' entries share: how the environment names what is tried.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arguments of the program, as libFuzzer gives them to `LLVMFuzzerInitialize`.
public typealias FuzzArguments = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>

/// What the environment chooses of what a fuzzer can try.
public enum FuzzChoice {
  /// The name in an environment variable, which has to be one of those given; `nil` where the variable is not set.
  ///
  /// The program ends where it is none of them, with status 64 and a sentence, and where it is `list`, with status 0 and all names, a line each.
  public static func name(in variable: String, of names: [String]) -> String? {
    guard let value = getenv(variable) else { return nil }
    let name = String(cString: value)
    if names.contains(name) { return name }
    guard name == "list" else {
      print("\(variable) is \(name): known are \(names.joined(separator: ", "))")
      exit(64)
    }
    for name in names { print(name) }
    exit(0)
  }
}

/// What a fuzzer tries, one of it or by turns.
public struct FuzzTargets: Sendable {
  /// What takes an input and traps where something is wrong.
  public typealias Run = @Sendable ([UInt8]) -> Void

  private let runs: [Run]
  private let chosen: Run?

  /// - Parameters:
  ///   - variable: The environment variable that names the target, see ``FuzzChoice``; without it the first byte of each input says which.
  ///   - targets: All of them, at least one.
  public init(_ variable: String, _ targets: KeyValuePairs<String, Run>) {
    runs = targets.map(\.value)
    let name = FuzzChoice.name(in: variable, of: targets.map(\.key))
    chosen = targets.first { $0.key == name }?.value
  }

  /// Tries an input of libFuzzer.
  public func run(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    guard let start, count > 0 else { return }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let chosen {
      chosen(bytes)
    } else {
      runs[Int(bytes[0]) % runs.count](Array(bytes[1...]))
    }
  }
}
