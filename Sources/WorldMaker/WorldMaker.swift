// Owns the command `WorldMaker [FOLDER]`, which writes the generated tables of the sources anew: the outline of mainland China and the cities of
// the world. The same inputs give the same bytes.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum WorldMaker {
  /// Where Debian's marble-qt-data, libtimezonemap-data and libgeonames-common put them.
  private static let naturalEarth = "/usr/share/marble/data/naturalearth"
  private static let countries = naturalEarth + "/ne_50m_admin_0_countries.pn2"
  private static let cities = "/usr/share/libtimezonemap/ui/cities15000.txt"
  private static let regions = "/usr/share/libtimezonemap/ui/admin1Codes.txt"
  private static let countryNames = "/usr/share/libtimezonemap/ui/countryInfo.txt"
  private static let chineseNames = ["zh", "zh_CN"].map { "/usr/share/locale/\($0)/LC_MESSAGES/geonames.mo" }

  static func main() {
    guard CommandLine.arguments.count <= 2 else { fail("usage: WorldMaker [FOLDER OF SOURCES]", status: 64) }
    let folder = CommandLine.arguments.count == 2 ? CommandLine.arguments[1] : "Sources"
    do throws(MakerError) {
      var catalogs: [MessageCatalog] = []
      for path in chineseNames { catalogs.append(try MessageCatalog(bytes: try Files.read(path), name: path)) }
      let regionNames = try CityTable.regions(geoNames: try Files.read(regions), name: regions)
      let table = try CityTable(
        geoNames: try Files.read(cities), name: cities, regions: regionNames,
        countries: try CountryNames(geoNames: try Files.read(countryNames), name: countryNames), catalogs: catalogs)
      let divisions = RegionTable(names: regionNames, towns: table.townsByRegion)
      let polygons = try PN2File(bytes: try Files.read(countries), name: countries)
      var ground = try CountryGround(polygons, towns: table.towns)
      let codes = Set(ground.codes).union(table.towns.map(\.country)).sorted()
      ground.number(codes)
      var landscape = try Landscape(countries: ground, folder: naturalEarth, codes: codes, towns: table.towns, regions: divisions.regions)
      var world = WorldFile()
      try table.add(to: &world, countries: codes)
      divisions.add(to: &world)
      landscape.add(to: &world)
      try Files.write(world.bytes(), to: folder + "/CWorld/world.bin")
      let outline = try ChinaOutline.source(countries: polygons)
      try Files.write(Array(outline.utf8), to: folder + "/TrackGeodesy/MainlandChina+Outline.swift")
    } catch {
      fail("WorldMaker: \(error.sentence)", status: 1)
    }
  }

  private static func fail(_ sentence: String, status: Int32) -> Never {
    let line = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}
