// Owns the way between our locations and headings and those of Apple's Core Location.
#if canImport(CoreLocation)
  import CoreLocation
  import TrackGeodesy

  extension Location {
    /// A location of Core Location. Course and speed that are negative are unknown; a negative horizontal accuracy stays, and says that the
    /// fix is invalid. Altitude counts only where its accuracy is positive.
    ///
    /// Source: the documentation of `CLLocation`.
    public init(_ location: CLLocation) {
      func known(_ value: Double) -> Double? { value >= 0 ? value : nil }
      let fix = Fix(
        coordinate: Coordinate(latitude: location.coordinate.latitude, longitude: location.coordinate.longitude),
        altitude: location.verticalAccuracy > 0 ? location.altitude : nil,
        time: location.timestamp.timeIntervalSince1970,
        course: known(location.course), speed: known(location.speed), horizontalAccuracy: location.horizontalAccuracy)
      var isSimulated = false
      if #available(iOS 15, macOS 12, tvOS 15, watchOS 8, *) {
        isSimulated = location.sourceInformation?.isSimulatedBySoftware ?? false
      }
      self.init(fix, isSimulated: isSimulated)
    }
  }

  extension CLLocation {
    /// A location for Core Location's consumers; what is unknown is negative there.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - arrival: the timestamp where the location has no time of its own.
    ///   - unknownAccuracy: the horizontal accuracy in metres where the location states none, since a negative one would make it invalid.
    public convenience init(_ location: Location, arrival: Date, unknownAccuracy: CLLocationAccuracy = kCLLocationAccuracyHundredMeters) {
      let fix = location.fix
      let place = CLLocationCoordinate2D(latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude)
      let accuracy = fix.horizontalAccuracy ?? unknownAccuracy
      let timestamp = fix.time.map { Date(timeIntervalSince1970: $0) } ?? arrival
      if #available(iOS 15, macOS 12, tvOS 15, watchOS 8, *) {
        self.init(
          coordinate: place, altitude: fix.altitude ?? 0, horizontalAccuracy: accuracy,
          verticalAccuracy: fix.altitude == nil ? -1 : accuracy, course: fix.course ?? -1, courseAccuracy: -1, speed: fix.speed ?? -1,
          speedAccuracy: -1, timestamp: timestamp,
          sourceInfo: CLLocationSourceInformation(softwareSimulationState: location.isSimulated, andExternalAccessoryState: false))
      } else {
        self.init(
          coordinate: place, altitude: fix.altitude ?? 0, horizontalAccuracy: accuracy,
          verticalAccuracy: fix.altitude == nil ? -1 : accuracy, course: fix.course ?? -1, speed: fix.speed ?? -1, timestamp: timestamp)
      }
    }
  }

  #if os(iOS) || os(macOS) || os(watchOS)
    extension Heading {
      /// A heading of Core Location, whose true heading is negative where it is not known and whose accuracy is negative where it is invalid.
      public init(_ heading: CLHeading) {
        self.init(
          magnetic: heading.magneticHeading, true: heading.trueHeading >= 0 ? heading.trueHeading : nil,
          accuracy: heading.headingAccuracy, time: heading.timestamp.timeIntervalSince1970)
      }
    }
  #endif
#endif
