// swift-tools-version: 6.2
import PackageDescription

// What only the program needs hangs on the trait "Program", which is on by default; a package that takes only the libraries writes
// `traits: []` and resolves nothing of it.
//
// TRACKVIEW_STATIC=1 links the C libraries statically (make install does), TRACKVIEW_FUZZ=1 declares the fuzzers (make fuzz does),
// TRACKVIEW_RACE=1 the measurement beside SwiftProtobuf (Tests/TileRace), and a folder `Vendor` beside this file (make dist makes it) replaces
// the network. Use one --scratch-path for each of these.
let isStatic = Context.environment["TRACKVIEW_STATIC"] == "1"
let isFuzzing = Context.environment["TRACKVIEW_FUZZ"] == "1"
let isRacing = Context.environment["TRACKVIEW_RACE"] == "1"

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String) -> LinkerSetting { .linkedLibrary(isStatic ? ":lib\(name).a" : name, .when(platforms: [.linux])) }

/// A room of the house: a target with its tests beside it.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// Tests of a room; all of them share what `TestBasics` has.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: ["TestBasics"] + dependencies, swiftSettings: strict)
}

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"]))

let nio: [Target.Dependency] = ["NIOCore", "NIOPosix"].map {
  .product(name: $0, package: "swift-nio", condition: .when(traits: ["Program"]))
}

// Only the tests' oracle is made of it.
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["Program"]))

/// HTTP with TLS, for maps from the network.
let http: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Program"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Program"])),
  .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Program"])),
]

var targets: [Target] = [
  room("Chance"),
  room("TrackGeodesy"),
  room("TrackPlayback", ["TrackGeodesy"]),
  .target(name: "CExpat", linkerSettings: [library("expat")]),
  .target(name: "CZip", linkerSettings: [library("minizip"), library("z")]),
  .target(name: "CRapidJSON"),
  room("TrackFormats", ["TrackPlayback", "TrackGeodesy", "CExpat", "CZip", "CRapidJSON"]),
  room("LiveProtocols", ["TrackFormats", "TrackPlayback", "TrackGeodesy", "Chance", "CRapidJSON"]),
  room("LiveFeeds", ["LiveProtocols", "TrackFormats", "TrackPlayback", "TrackGeodesy", "CPlatform"] + nio),
  .target(name: "CWorld", exclude: ["world.bin"]),
  room("BaseMap", ["TrackGeodesy", "CWorld"]),
  .target(name: "CSQLite", linkerSettings: [library("sqlite3")]),
  .target(name: "CUnpack", linkerSettings: [library("brotlidec"), library("brotlicommon"), library("zstd")]),
  room("MapSources", ["BaseMap", "TrackFormats", "TrackGeodesy", "CSQLite", "CUnpack", "CZip", "CPlatform"]),
  // Apart from the files, so that what only needs those builds neither HTTP nor TLS.
  room("OnlineMaps", ["MapSources", "BaseMap", "TrackFormats", "TrackGeodesy", "Chance"] + nio + http),
  room("Cells"),
  room("MapScene", ["Cells", "BaseMap", "TrackPlayback", "TrackGeodesy"]),
  room("ViewerApp", ["MapScene", "Cells", "BaseMap", "TrackPlayback", "TrackGeodesy"]),
  .target(name: "CPlatform"),
  .target(name: "CNcurses", linkerSettings: [library("ncursesw"), library("tinfo")]),
  room("Terminal", ["Cells", "CNcurses", "CPlatform"]),
  .executableTarget(
    name: "trackview",
    dependencies: [
      "ViewerApp", "MapScene", "Cells", "BaseMap", "MapSources", "OnlineMaps", "Terminal", "LiveFeeds", "LiveProtocols", "TrackFormats",
      "TrackPlayback", "TrackGeodesy", "Chance", "CPlatform", argumentParser,
    ],
    swiftSettings: strict),
  .executableTarget(name: "RouteMaker", dependencies: ["TrackGeodesy", "Chance"], swiftSettings: strict),
  .executableTarget(name: "WorldMaker", swiftSettings: strict),
  // Only the tests use these: a screen in memory, and a program that ends in every way a program can.
  .target(name: "CVTerm", linkerSettings: [.linkedLibrary("vterm")]),
  .executableTarget(name: "TerminalProbeTool", dependencies: ["Terminal", "Cells"], swiftSettings: strict),
  .executableTarget(name: "RecorderProbeTool", dependencies: ["LiveFeeds", "TrackPlayback", "TrackGeodesy"], swiftSettings: strict),
  // What all tests share, which knows no room but chance; and what those of the screen share.
  .target(name: "TestBasics", dependencies: ["Chance"], path: "Tests/Support/Basics", swiftSettings: strict),
  .target(
    name: "TestSupport", dependencies: ["TestBasics", "MapScene", "Cells", "TrackPlayback", "TrackGeodesy"], path: "Tests/Support",
    exclude: ["Basics"], swiftSettings: strict),
  tests("ChanceTests", ["Chance"]),
  tests("TrackGeodesyTests", ["TrackGeodesy"]),
  tests("TrackPlaybackTests", ["TrackPlayback", "TrackGeodesy"]),
  tests("TrackFormatsTests", ["TrackFormats", "TrackPlayback", "TrackGeodesy"]),
  tests("LiveProtocolsTests", ["LiveProtocols", "TrackFormats", "TrackPlayback", "TrackGeodesy"]),
  tests("LiveFeedsTests", ["LiveFeeds", "LiveProtocols", "TrackFormats", "TrackPlayback", "TrackGeodesy", "RecorderProbeTool"] + nio),
  tests("BaseMapTests", ["BaseMap", "TrackGeodesy"]),
  .target(name: "TileSketch", path: "Tests/TileSketch", swiftSettings: strict),
  .target(name: "VectorTileOracle", dependencies: [protobuf], path: "Tests/VectorTileOracle", exclude: ["vector_tile.proto"]),
  tests("VectorTileTests", ["BaseMap", "TileSketch", "VectorTileOracle", "TrackGeodesy"]),
  tests("MapSourcesTests", ["MapSources", "BaseMap", "TrackGeodesy", "CSQLite", "CZip"]),
  tests("OnlineMapsTests", ["OnlineMaps", "MapSources", "BaseMap", "TrackGeodesy", "CZip"] + nio + http),
  tests("CellsTests", ["Cells", "TestSupport"]),
  tests("MapSceneTests", ["MapScene", "BaseMap", "TestSupport"]),
  tests("ViewerAppTests", ["ViewerApp", "BaseMap", "TestSupport"]),
  tests("TerminalTests", ["Terminal", "Cells", "CPlatform", "CVTerm", "TerminalProbeTool"]),
  tests("RoutesTests", ["RouteMaker", "TrackGeodesy"]),
  .testTarget(name: "EndToEndTests", dependencies: ["trackview", "TestBasics"], path: "Tests/EndToEnd", swiftSettings: strict),
]

if isFuzzing {
  let fuzzer: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]
  targets += [
    room("LibFuzzer"),
    .executableTarget(name: "FuzzInput", dependencies: ["Terminal", "Cells"], swiftSettings: fuzzer),
    .executableTarget(name: "FuzzFormats", dependencies: ["LibFuzzer", "TrackFormats"], swiftSettings: fuzzer),
    .executableTarget(name: "FuzzLive", dependencies: ["LibFuzzer", "LiveProtocols", "TrackPlayback"], swiftSettings: fuzzer),
    .executableTarget(name: "FuzzMaps", dependencies: ["LibFuzzer", "MapSources", "BaseMap", "TrackGeodesy"], swiftSettings: fuzzer),
  ]
}

if isRacing {
  targets.append(
    .executableTarget(
      name: "TileRace", dependencies: ["BaseMap", "VectorTileOracle", "TestBasics", protobuf], path: "Tests/TileRace", swiftSettings: strict
    ))
}

let package = Package(
  name: "trackview",
  products: [
    .library(name: "TrackGeodesy", targets: ["TrackGeodesy"]),
    .library(name: "TrackPlayback", targets: ["TrackPlayback"]),
    .library(name: "TrackFormats", targets: ["TrackFormats"]),
    .executable(name: "trackview", targets: ["trackview"]),
  ],
  traits: [.trait(name: "Program", description: "The trackview program itself"), .default(enabledTraits: ["Program"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: targets,
  cxxLanguageStandard: .cxx17
)
