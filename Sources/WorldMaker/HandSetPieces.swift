// Owns the pieces of the outline that Natural Earth's scale cannot give, set by hand.

/// A piece added to or cut from what Natural Earth says.
struct HandSetPiece {
  let isChina: Bool
  let ring: [PlanePoint]

  init(isChina: Bool, _ places: [HandSetPieces.Place]) {
    self.isChina = isChina
    ring = places.map { PlanePoint(x: $0.longitude, y: $0.latitude) }
  }
}

/// Later pieces win. All figures are general knowledge, rounded to some hundred metres at the twin towns and to kilometres at sea. They say
/// where map services shift coordinates, nothing about territory.
enum HandSetPieces {
  typealias Place = (latitude: Double, longitude: Double)

  static let all: [HandSetPiece] =
    seas + twins
    + [
      HandSetPiece(isChina: false, hongKong), HandSetPiece(isChina: false, macau), HandSetPiece(isChina: false, matsu),
      HandSetPiece(isChina: false, wuqiu),
    ]

  /// A stretch of border between two towns: what lies between the line and `china` is added, what lies between it and `other` is cut away.
  private static func twin(_ line: [Place], china: [Place], other: [Place]) -> [HandSetPiece] {
    [HandSetPiece(isChina: true, line + china), HandSetPiece(isChina: false, line + other)]
  }

  private static let seas = [
    // The middle of the Bohai, which is more than `ChinaField.seaward` from its coasts.
    HandSetPiece(
      isChina: true,
      [
        (38.0, 118.3), (37.4, 119.5), (37.8, 120.6), (38.1, 121.0), (38.8, 121.2), (39.6, 121.4), (40.6, 121.6), (40.6, 120.9),
        (39.9, 120.0), (39.1, 118.0), (38.3, 117.8),
      ]),
    // Yongxing, seat of Sansha.
    HandSetPiece(isChina: true, [(16.75, 112.20), (16.75, 112.45), (17.0, 112.45), (17.0, 112.20)]),
    // The Shengsi islands.
    HandSetPiece(isChina: true, [(30.3, 122.2), (30.3, 122.8), (30.6, 123.0), (30.9, 122.95), (30.95, 122.3), (30.8, 122.0)]),
    // Shenzhen and Zhuhai, out of which Hong Kong and Macau are cut afterwards.
    HandSetPiece(isChina: true, [(22.46, 113.86), (22.46, 114.30), (22.60, 114.30), (22.60, 113.86)]),
    HandSetPiece(isChina: true, [(22.08, 113.45), (22.08, 113.60), (22.30, 113.60), (22.30, 113.45)]),
    // Suifenhe's east.
    HandSetPiece(isChina: true, [(44.36, 131.10), (44.36, 131.19), (44.44, 131.19), (44.44, 131.10)]),
  ]

  private static let twins =
    // Dandong and Sinuiju: down the Yalu from Hushan, whose islands are Korea's.
    twin(
      [
        (40.235, 124.560), (40.222, 124.510), (40.190, 124.455), (40.160, 124.417), (40.135, 124.403), (40.115, 124.389), (40.095, 124.369),
        (40.060, 124.366), (40.020, 124.369), (39.985, 124.358),
      ], china: [(40.02, 124.28), (40.25, 124.46)], other: [(40.0, 124.45), (40.18, 124.60)])
    // Changbai and Hyesan: up the Yalu.
    + twin(
      [(41.392, 128.150), (41.405, 128.165), (41.4115, 128.185), (41.412, 128.205), (41.405, 128.225)],
      china: [(41.44, 128.23), (41.43, 128.15)], other: [(41.39, 128.22), (41.38, 128.16)])
    // Heihe and Blagoveshchensk: down the Amur.
    + twin(
      [
        (50.400, 127.350), (50.300, 127.445), (50.270, 127.485), (50.2555, 127.520), (50.2475, 127.540), (50.235, 127.570),
        (50.215, 127.590),
      ], china: [(50.20, 127.50), (50.36, 127.30)], other: [(50.30, 127.65), (50.42, 127.45)])
    // Hekou and Lao Cai: down the Red River to the mouth of the Nanxi, and up that.
    + twin(
      [(22.600, 103.840), (22.545, 103.895), (22.515, 103.945), (22.507, 103.963), (22.514, 103.972), (22.535, 103.985)],
      china: [(22.58, 103.95), (22.62, 103.90)], other: [(22.48, 104.00), (22.48, 103.94), (22.53, 103.88)])
    // Dongxing and Mong Cai: down the Beilun.
    + twin(
      [(21.545, 107.935), (21.541, 107.955), (21.5405, 107.970), (21.5430, 107.985), (21.541, 108.000), (21.535, 108.030)],
      china: [(21.58, 108.03), (21.58, 107.95)], other: [(21.50, 108.02), (21.50, 107.94)])

  /// The mouth of the Sham Chun, up the river to Sha Tau Kok, and about the islands.
  private static let hongKong: [Place] = [
    (22.440, 113.895), (22.468, 113.940), (22.490, 113.975), (22.503, 114.010), (22.503, 114.035), (22.511, 114.055), (22.517, 114.075),
    (22.522, 114.090), (22.5305, 114.110), (22.534, 114.1165), (22.537, 114.131), (22.546, 114.140), (22.5535, 114.153),
    (22.556, 114.165), (22.553, 114.180), (22.555, 114.200), (22.548, 114.2245), (22.547, 114.240), (22.556, 114.270), (22.563, 114.300),
    (22.566, 114.400), (22.555, 114.440), (22.500, 114.450), (22.400, 114.500), (22.140, 114.500), (22.140, 113.840), (22.250, 113.835),
    (22.400, 113.860),
  ]

  /// The gate in the north, half way to Zhuhai's Wanzai and Hengqin in the west. The line keeps a little to their side, so that the fading
  /// edge leaves the old town alone.
  private static let macau: [Place] = [
    (22.2165, 113.553), (22.2165, 113.541), (22.208, 113.529), (22.196, 113.523), (22.180, 113.525), (22.165, 113.538),
    (22.140, 113.542), (22.115, 113.541), (22.080, 113.545), (22.080, 113.640), (22.210, 113.640), (22.2165, 113.590),
  ]

  /// The Matsu islands before Lianjiang, with Dongyin.
  private static let matsu: [Place] = [
    (26.30, 119.94), (26.27, 119.90), (26.15, 119.85), (25.90, 119.88), (25.90, 120.40), (26.20, 120.50), (26.30, 120.60),
    (26.45, 120.60), (26.45, 120.40), (26.32, 120.10),
  ]

  /// Wuqiu before Putian.
  private static let wuqiu: [Place] = [(24.95, 119.40), (24.95, 119.50), (25.03, 119.50), (25.03, 119.40)]
}
