// What a file holds, in figures that were worked out without the program; and every broken record by its place.

import Testing

extension EndToEnd {
  @Suite("Information") struct Information {
    let sandbox = Sandbox()
    static let hasZones = access("/usr/share/zoneinfo/Europe/Zurich", R_OK) == 0

    @Test("the figures of a small track are those worked out by hand, each of its type") func figures() {
      sandbox.write("hand.gpx", Samples.upAndDown)
      let result = sandbox.trackview("info", "hand.gpx", "--json", "--utc")
      #expect(result.status == 0 && result.error.isEmpty, "\(result)")
      let expected = [
        "file": "\"hand.gpx\"", "format": "\"gpx\"", "container": "null", "name": "\"Up and down\"", "tracks": "1", "segments": "1",
        "points": "14", "waypoints": "1", "routes": "0", "skipped": "0", "skipped_values": "0", "truncated": "false",
        "bounds": "{\"south\": 46.5, \"west\": 8, \"north\": 46.51, \"east\": 8}", "length_m": "1111.612", "duration_s": "260",
        "moving_s": "200", "stopped_s": "60", "mean_speed_mps": "4.275", "top_speed_mps": "5.558", "ascent_m": "50", "descent_m": "50",
        "min_elevation_m": "1000", "max_elevation_m": "1050", "gaps": "0", "gap_s": "0", "sampling_s": "20",
        "start": "\"2024-05-01T08:00:00Z\"", "end": "\"2024-05-01T08:04:20Z\"", "backward_times": "0", "time_zone": "\"UTC\"",
        "datum": "\"wgs84\"", "datum_stated": "false",
        "start_place": thun(40_239), "end_place": thun(39_473),
      ]
      let got = members(result.text)
      for (key, value) in expected { #expect(got[key] == value, "\(key)") }
      #expect(got["sampling_m"]?.hasPrefix("111.16") == true)
      #expect(Set(got.keys) == Set(expected.keys).union(["sampling_m"]))
    }

    /// The nearest of GeoNames' cities, in a search of the whole table; its distance by PROJ's `geod`.
    private func thun(_ distance: Int) -> String {
      "{\"city\": \"Thun\", \"region\": \"Bern\", \"country\": \"Switzerland\", \"country_code\": \"CH\", \"distance_m\": \(distance), "
        + "\"setting\": \"near\", \"sea\": null, \"coast_m\": null}"
    }

    @Test("the place is that of the start, and that of the end where it is another; oceans too") func places() {
      func place(_ points: String...) -> String? {
        sandbox.write("place.gpx", Samples.gpxHead + "<trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
        return sandbox.trackview("info", "place.gpx").lines.first { $0.hasPrefix("  place ") }
      }
      let beijing = "<trkpt lat=\"39.915\" lon=\"116.404\"/>"
      let zurich = "<trkpt lat=\"47.3769\" lon=\"8.5417\"/>"
      let ocean = "<trkpt lat=\"10\" lon=\"-140\"/>"
      #expect(place(beijing, "<trkpt lat=\"39.916\" lon=\"116.404\"/>") == "  place     Beijing, China")
      #expect(place(beijing, zurich) == "  place     Beijing, China to Zürich, Switzerland")
      #expect(place(beijing, ocean) == "  place     Beijing, China to North Pacific Ocean")
      #expect(place(ocean, beijing) == "  place     North Pacific Ocean to Beijing, China")
      #expect(place(ocean, ocean) == "  place     North Pacific Ocean")
      #expect(place("<trkpt lat=\"75\" lon=\"-40\"/>") == "  place     Greenland")
      #expect(place("<trkpt lat=\"46.5\" lon=\"8\"/>", ocean) == "  place     near Thun, Switzerland to North Pacific Ocean")
    }

    @Test("at sea the JSON has the sea and how far the coast is") func atSea() {
      sandbox.write("sea.gpx", Samples.gpxHead + "<trk><trkseg><trkpt lat=\"38.7\" lon=\"-10.9\"/></trkseg></trk></gpx>")
      let place = members(sandbox.trackview("info", "sea.gpx", "--json").text)["start_place"] ?? ""
      #expect(place.hasPrefix("{\"city\": null, \"region\": null, \"country\": \"Portugal\", \"country_code\": \"PT\", "), "\(place)")
      #expect(place.contains("\"setting\": \"offshore\", \"sea\": \"North Atlantic Ocean\", \"coast_m\": 12"), "\(place)")
      let words = sandbox.trackview("info", "sea.gpx").lines.first { $0.hasPrefix("  place ") } ?? ""
      #expect(words.hasPrefix("  place     North Atlantic Ocean, off Portugal, 12"), "\(words)")
    }

    @Test("times are those of the zone of the place, or UTC where that is asked for", .enabled(if: hasZones, "no time zone files"))
    func zones() {
      sandbox.write("hand.gpx", Samples.upAndDown)
      let local = members(sandbox.trackview("info", "hand.gpx", "--json").text)
      #expect(local["start"] == "\"2024-05-01T10:00:00+02:00\"" && local["time_zone"] == "\"Europe/Zurich\"")
      let words = sandbox.trackview("info", "hand.gpx")
      #expect(words.lines.contains("  start     2024-05-01 10:00:00 Europe/Zurich (UTC+02:00)"), "\(words)")
      let utc = sandbox.trackview("info", "hand.gpx", "--utc")
      #expect(utc.lines.contains("  start     2024-05-01 08:00:00 UTC"), "\(utc)")
    }

    @Test("beside a border times are those of the country, not of the nearest city", .enabled(if: hasZones, "no time zone files"))
    func borders() {
      // Valencia de Alcántara is Spanish, and Portalegre in Portugal the nearest city.
      let points = [("39.413", 0), ("39.414", 30)].map {
        "<trkpt lat=\"\($0.0)\" lon=\"-7.243\"><time>\(Samples.moment($0.1))</time></trkpt>"
      }
      sandbox.write("spain.gpx", Samples.gpxHead + "<trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
      #expect(members(sandbox.trackview("info", "spain.gpx", "--json").text)["time_zone"] == "\"Europe/Madrid\"")
    }

    @Test("a track without times has no figures of time") func untimed() {
      sandbox.write("plain.gpx", Samples.ride("Plain", from: nil, count: 5, longitude: 8))
      let got = members(sandbox.trackview("info", "plain.gpx", "--json").text)
      for key in ["duration_s", "moving_s", "stopped_s", "mean_speed_mps", "top_speed_mps", "gap_s", "start", "end", "time_zone"] {
        #expect(got[key] == "null", "\(key)")
      }
    }

    @Test("several files are a list, and one that cannot be read does not hide the others") func several() {
      sandbox.write("one.gpx", Samples.upAndDown)
      sandbox.write("two.gpx", Samples.ride("Two", from: 0, count: 3, longitude: 9))
      let both = sandbox.trackview("info", "one.gpx", "two.gpx", "--json")
      #expect(both.status == 0 && both.lines.first == "[" && both.lines.last == "]", "\(both)")
      #expect(both.lines.filter { $0.contains("\"file\"") }.count == 2)
      let some = sandbox.trackview("info", "one.gpx", "nosuch.gpx", "two.gpx", "--json")
      #expect(some.status == 1 && some.lines.filter { $0.contains("\"file\"") }.count == 2, "\(some)")
      #expect(some.errorText.hasPrefix("trackview: nosuch.gpx: no such file") && some.error.filter { $0 == 0x0A }.count == 1)
      let words = sandbox.trackview("info", "nosuch.gpx", "two.gpx")
      #expect(words.status == 1 && words.lines.first == "two.gpx", "\(words)")
    }

    @Test(
      "the JSON is JSON, whatever the names hold",
      .enabled(if: Shell.run(["python3", "-V"], in: "/", environment: Sandbox.environment).status == 0))
    func validity() {
      let name = "e\u{1B}[31m\u{202E}\"\\vil\u{4E0A}.gpx"
      sandbox.write(name, Samples.ride("A&quot;\\B\u{202E}&#x9B;C", from: 0, count: 3, longitude: 8))
      let result = sandbox.trackview("info", name, "--json")
      #expect(result.output.allSatisfy { $0 >= 0x20 || $0 == 0x0A } && !result.text.contains("\u{202E}"), "\(result)")
      let line = "\"$trackview\" info *.gpx --json | python3 -c 'import json,sys; print(ascii(json.load(sys.stdin)[\"file\"]))'"
      #expect(sandbox.shell(line).text == "'e\\x1b[31m\\u202e\"\\\\vil\\u4e0a.gpx'\n")
    }

    @Test("inside China a track of unstated datum is said to lie off if it is another") func datum() {
      sandbox.write(
        "china.gpx",
        Samples.gpxHead + "<trk><trkseg><trkpt lat=\"39.915\" lon=\"116.404\"/><trkpt lat=\"39.916\" lon=\"116.404\"/></trkseg></trk></gpx>"
      )
      // The published pair: 116.404, 39.915 in WGS-84 is 116.41024449916938, 39.91640428150164 in GCJ-02, 555 m away (GeodSolve).
      let words = sandbox.trackview("info", "china.gpx")
      #expect(words.text.contains("WGS-84 (assumed); if it is GCJ-02 it lies 55"), "\(words)")
      #expect(words.text.contains("if BD-09 it lies 1.") && words.text.contains("--datum says which"))
      #expect(members(sandbox.trackview("info", "china.gpx", "--datum", "gcj02", "--json").text)["datum"] == "\"gcj02\"")
    }

    @Test("the order of coordinates and the columns of a table are taken from the command line") func meaning() {
      sandbox.write("swapped.txt", "39.9,116.3\n39.91,116.3\n")
      let refused = sandbox.trackview("info", "swapped.txt")
      #expect(refused.status == 1 && refused.errorText.contains("--order lat,lon"), "\(refused)")
      let taken = members(sandbox.trackview("info", "swapped.txt", "--order", "lat,lon", "--json").text)
      #expect(taken["bounds"] == "{\"south\": 39.9, \"west\": 116.3, \"north\": 39.91, \"east\": 116.3}")
      sandbox.write("bare.csv", "1714550400;46.5;8;x;1000\n1714550410;46.501;8;x;1010\n")
      let table = members(sandbox.trackview("info", "bare.csv", "--columns", "time,lat,lon,-,ele", "--json", "--utc").text)
      #expect(table["start"] == "\"2024-05-01T08:00:00Z\"" && table["max_elevation_m"] == "1010" && table["points"] == "2")
    }

    @Test("an activity without positions is said to be one, with what it holds") func indoors() {
      let result = sandbox.trackview("info", sandbox.write("indoors.tcx", Samples.indoors))
      #expect(result.status == 1 && result.output.isEmpty)
      for word in ["indoors.tcx: ", "without positions", "running", "200 m", "heart rate 125"] {
        #expect(result.errorText.contains(word), "\(result)")
      }
    }

    @Test("times that run back are counted, and named by lint") func backwards() {
      var text = Samples.gpxHead + "<trk><trkseg>"
      for (index, second) in [0, 10, 20, 5, 40, 50].enumerated() {
        text += "<trkpt lat=\"46.50\(index)\" lon=\"8\"><time>\(Samples.moment(second))</time></trkpt>"
      }
      sandbox.write("back.gpx", text + "</trkseg></trk></gpx>")
      #expect(members(sandbox.trackview("info", "back.gpx", "--json").text)["backward_times"] == "1")
      let lint = sandbox.trackview("lint", "back.gpx")
      #expect(lint.status == 1 && lint.lines == ["back.gpx: point 4: found a time 15 s before the last, expected times that go on"])
    }

    @Test("a locale without UTF-8 gets ASCII, of files and of the program's own words", arguments: ["info", "lint"]) func ascii(
      command: String
    ) {
      sandbox.write("上地.gpx", Samples.ride("上地 → é", from: 0, count: 3, longitude: 8).replacing("lat=\"46.5010\"", with: "lat=\"上\""))
      sandbox.write("no.txt", "上\n")
      let result = sandbox.trackview(command, "上地.gpx", "no.txt", environment: ["LC_ALL": "C"])
      #expect(result.status == 1 && result.text.contains("??.gpx"), "\(result)")
      #expect((result.output + result.error).allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "\(result)")
    }
  }

  @Suite("Lint") struct Lint {
    let sandbox = Sandbox()

    @Test("a clean file has nothing broken in it") func clean() {
      let result = sandbox.trackview("lint", sandbox.write("hand.gpx", Samples.upAndDown))
      #expect(result.status == 0 && result.lines == ["hand.gpx: 14 points, nothing broken"], "\(result)")
    }

    @Test("every broken record is named, however many") func many() {
      let text = (0..<1500).map { $0 % 5 == 3 ? "bad\($0)\n" : "116.3,\(40 + Double($0) / 1000)\n" }.joined()
      let result = sandbox.trackview("lint", sandbox.write("many.txt", text))
      #expect(result.status == 1 && result.lines.count == 300)
      let expected = stride(from: 3, to: 1500, by: 5).map {
        "many.txt:\($0 + 1): found \"bad\($0)\", expected a longitude and a latitude"
      }
      #expect(result.lines == expected)
    }

    @Test("numbers that are none, and infinite ones, are named with what was expected") func numbers() {
      let broken = Samples.upAndDown.replacing("lat=\"46.501\"", with: "lat=\"NaN\"").replacing("<ele>1020<", with: "<ele>1e999<")
      let result = sandbox.trackview("lint", sandbox.write("nan.gpx", broken))
      #expect(result.status == 1, "\(result)")
      #expect(
        result.lines.contains {
          $0.hasPrefix("nan.gpx:") && $0.contains("found a point with lat \"NaN\"") && $0.contains("expected a latitude")
        })
      // 1020 m is that of the second point on the way up and on the way down.
      #expect(result.lines.filter { $0.contains("value ignored: found \"1e999\", expected an elevation") }.count == 2)
    }

    @Test("a file that breaks off gives what came before, and its place") func truncated() {
      let bytes = Array(Samples.upAndDown.utf8)
      sandbox.write("cut.gpx", Array(bytes.prefix(bytes.count * 2 / 3)))
      let result = sandbox.trackview("lint", "cut.gpx")
      #expect(result.status == 1 && result.lines.count == 1 && result.text.hasPrefix("cut.gpx:"), "\(result)")
      let figures = members(sandbox.trackview("info", "cut.gpx", "--json").text)
      #expect(figures["truncated"] == "true" && (figures["points"].flatMap { Int($0) } ?? 0) >= 8)
    }
  }
}
