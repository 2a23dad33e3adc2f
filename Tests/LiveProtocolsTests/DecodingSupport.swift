import LiveProtocols
import TrackPlayback

/// A sentence with its checksum and line end.
func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

/// The messages of a whole text.
func messages(_ text: String, _ expected: ReceiverProtocol? = nil) -> [ReceiverMessage] {
  var decoder = ReceiverDecoder(expected)
  return decoder.decode(Array(text.utf8)) + decoder.finish()
}

/// The reports among messages.
func reports(_ messages: [ReceiverMessage]) -> [ReceiverReport] {
  messages.compactMap { if case .report(let report) = $0 { report } else { nil } }
}

/// The views of the sky among messages.
func skies(_ messages: [ReceiverMessage]) -> [SkyView] {
  messages.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
}

/// Whether two numbers are the same within a tolerance; both absent is the same.
func isNear(_ one: Double?, _ other: Double?, _ tolerance: Double = 1e-9) -> Bool {
  guard let one, let other else { return one == nil && other == nil }
  return abs(one - other) <= tolerance
}

/// An epoch of a receiver that sends everything.
func epoch(_ time: String, minutes: String = "36.0000") -> String {
  sentence("GPGGA,\(time),31\(minutes),N,12130.0000,E,1,08,1.0,20.5,M,8.0,M,,")
    + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5")
    + sentence("GPRMC,\(time),A,31\(minutes),N,12130.0000,E,19.438445,045.0,010524,6.5,W,A")
}
