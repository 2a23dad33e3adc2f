// swift-tools-version: 6.2
import PackageDescription

// `traits: []` takes the libraries of trackview without its program, and so without the packages that only the program needs.
let package = Package(
  name: "SimulatedWalk",
  dependencies: [.package(name: "trackview", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "SimulatedWalk",
      dependencies: [
        .product(name: "TrackPlayback", package: "trackview"),
        .product(name: "TrackGeodesy", package: "trackview"),
      ],
      path: "Sources")
  ]
)
