// Owns what zones' clocks show at chosen moments, by Python's zoneinfo module over tzdata 2025.

/// One moment of one zone.
struct GoldenOffset: Sendable, CustomStringConvertible {
  let zone: String
  let moment: Double
  let offset: Int
  let abbreviation: String
  var description: String { "\(zone) at \(moment)" }

  init(_ zone: String, _ moment: Int, _ offset: Int, _ abbreviation: String) {
    self.zone = zone
    self.moment = Double(moment)
    self.offset = offset
    self.abbreviation = abbreviation
  }

  /// The ends of daylight saving to the second, local mean times, decrees, and centuries that only a file's footer knows.
  static let all: [GoldenOffset] = [
    GoldenOffset("Europe/Zurich", -3_786_782_400, 2048, "LMT"),
    GoldenOffset("Europe/Zurich", -2_840_097_600, 1786, "BMT"),
    GoldenOffset("Europe/Zurich", -899_467_200, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 331_300_800, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 362_836_800, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 1_774_745_999, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 1_774_746_000, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 1_792_889_999, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 1_792_890_000, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 2_130_062_400, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 2_161_598_400, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 4_118_126_400, 7200, "CEST"),
    GoldenOffset("Europe/Zurich", 4_131_345_600, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 13_574_606_400, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 32_479_837_199, 3600, "CET"),
    GoldenOffset("Europe/Zurich", 32_479_837_200, 7200, "CEST"),
    GoldenOffset("America/New_York", -2_717_650_801, -17762, "LMT"),
    GoldenOffset("America/New_York", -1_625_313_600, -14400, "EDT"),
    GoldenOffset("America/New_York", -878_472_000, -14400, "EWT"),
    GoldenOffset("America/New_York", -767_880_000, -14400, "EPT"),
    GoldenOffset("America/New_York", 128_952_000, -14400, "EDT"),
    GoldenOffset("America/New_York", 1_173_596_399, -18000, "EST"),
    GoldenOffset("America/New_York", 1_173_596_400, -14400, "EDT"),
    GoldenOffset("America/New_York", 1_793_512_799, -14400, "EDT"),
    GoldenOffset("America/New_York", 1_793_512_800, -18000, "EST"),
    GoldenOffset("America/New_York", 2_540_548_800, -14400, "EDT"),
    GoldenOffset("America/New_York", 7_258_161_600, -18000, "EST"),
    GoldenOffset("America/New_York", 7_263_932_399, -18000, "EST"),
    GoldenOffset("America/New_York", 7_263_932_400, -14400, "EDT"),
    GoldenOffset("Asia/Shanghai", -2_208_945_600, 29143, "LMT"),
    GoldenOffset("Asia/Shanghai", -907_329_600, 32400, "CDT"),
    GoldenOffset("Asia/Shanghai", 515_527_199, 28800, "CST"),
    GoldenOffset("Asia/Shanghai", 515_527_200, 32400, "CDT"),
    GoldenOffset("Asia/Shanghai", 520_603_200, 32400, "CDT"),
    GoldenOffset("Asia/Shanghai", 596_980_800, 28800, "CST"),
    GoldenOffset("Asia/Shanghai", 678_369_600, 32400, "CDT"),
    GoldenOffset("Asia/Shanghai", 684_867_600, 28800, "CST"),
    GoldenOffset("Asia/Shanghai", 709_992_000, 28800, "CST"),
    GoldenOffset("Asia/Shanghai", 1_782_907_200, 28800, "CST"),
    GoldenOffset("Asia/Shanghai", 16_740_907_200, 28800, "CST"),
    GoldenOffset("Australia/Lord_Howe", 43200, 36000, "AEST"),
    GoldenOffset("Australia/Lord_Howe", 378_734_400, 41400, "+1130"),
    GoldenOffset("Australia/Lord_Howe", 504_964_800, 39600, "+11"),
    GoldenOffset("Australia/Lord_Howe", 1_767_268_800, 39600, "+11"),
    GoldenOffset("Australia/Lord_Howe", 1_782_907_200, 37800, "+1030"),
    GoldenOffset("Australia/Lord_Howe", 1_775_314_799, 39600, "+11"),
    GoldenOffset("Australia/Lord_Howe", 1_775_314_800, 37800, "+1030"),
    GoldenOffset("Australia/Lord_Howe", 1_791_041_399, 37800, "+1030"),
    GoldenOffset("Australia/Lord_Howe", 1_791_041_400, 39600, "+11"),
    GoldenOffset("Australia/Lord_Howe", 5_680_324_800, 39600, "+11"),
    GoldenOffset("Australia/Lord_Howe", 5_695_963_200, 37800, "+1030"),
    GoldenOffset("Asia/Kathmandu", -1_609_416_000, 20476, "LMT"),
    GoldenOffset("Asia/Kathmandu", 504_901_799, 19800, "+0530"),
    GoldenOffset("Asia/Kathmandu", 504_901_800, 20700, "+0545"),
    GoldenOffset("Asia/Kathmandu", 1_782_907_200, 20700, "+0545"),
    GoldenOffset("Asia/Kathmandu", 16_725_268_800, 20700, "+0545"),
    GoldenOffset("Africa/Casablanca", -2_208_945_600, -1820, "LMT"),
    GoldenOffset("Africa/Casablanca", 268_142_400, 3600, "+01"),
    GoldenOffset("Africa/Casablanca", 1_498_910_400, 0, "+00"),
    GoldenOffset("Africa/Casablanca", 1_557_921_600, 0, "+00"),
    GoldenOffset("Africa/Casablanca", 1_772_366_400, 0, "+00"),
    GoldenOffset("Africa/Casablanca", 1_771_329_600, 0, "+00"),
    GoldenOffset("Africa/Casablanca", 1_782_907_200, 3600, "+01"),
    GoldenOffset("Africa/Casablanca", 2_524_651_200, 3600, "+01"),
    GoldenOffset("Africa/Casablanca", 3_692_260_800, 3600, "+01"),
    GoldenOffset("Africa/Casablanca", 4_746_686_400, 3600, "+01"),
    GoldenOffset("Europe/Dublin", -1_690_977_600, 2079, "IST"),
    GoldenOffset("Europe/Dublin", 43200, 3600, "IST"),
    GoldenOffset("Europe/Dublin", 1_767_268_800, 0, "GMT"),
    GoldenOffset("Europe/Dublin", 1_782_907_200, 3600, "IST"),
    GoldenOffset("Europe/Dublin", 3_471_336_000, 0, "GMT"),
    GoldenOffset("Europe/Dublin", 3_487_060_800, 3600, "IST"),
    GoldenOffset("America/Nuuk", 1_577_880_000, -10800, "-03"),
    GoldenOffset("America/Nuuk", 1_701_432_000, -7200, "-02"),
    GoldenOffset("America/Nuuk", 1_774_745_999, -7200, "-02"),
    GoldenOffset("America/Nuuk", 1_774_746_000, -3600, "-01"),
    GoldenOffset("America/Nuuk", 3_802_593_600, -3600, "-01"),
    GoldenOffset("Asia/Gaza", 1_782_907_200, 10800, "EEST"),
    GoldenOffset("Asia/Gaza", 5_380_430_400, 10800, "EEST"),
    GoldenOffset("Asia/Gaza", 5_393_649_600, 7200, "EET"),
    GoldenOffset("Pacific/Apia", 1_325_239_199, -36000, "-10"),
    GoldenOffset("Pacific/Apia", 1_325_239_200, 50400, "+14"),
    GoldenOffset("Pacific/Apia", 1_767_268_800, 46800, "+13"),
    GoldenOffset("Asia/Kolkata", 1_767_268_800, 19800, "IST"),
  ]
}
