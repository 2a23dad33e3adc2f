// Maps beneath: named, found in the folder of maps, broken, vanishing; a map without a track; the settings.

import Testing

extension EndToEnd {
  @Suite("Maps") struct Maps {
    let sandbox = Sandbox()

    /// Names and lines that only a street map can have brought.
    private static func showsStreets(_ screen: Screen) -> Bool { screen.contains("OpenStreetMap") && dots(screen) > 400 }

    /// Cells of the map that hold dots.
    private static func dots(_ screen: Screen) -> Int {
      screen.rows.reduce(0) { $0 + $1.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } }
    }

    private func snapshot(_ arguments: String..., environment: [String: String] = [:]) -> Screen {
      let result = Shell.run([Sandbox.program, "snapshot"] + arguments, in: sandbox.path, environment: Sandbox.environment(environment))
      #expect(result.status == 0, "\(result)")
      #expect(result.errorText.isEmpty, "\(result.errorText)")
      return Screen(rows: result.lines)
    }

    @Test("a map is drawn beneath the track, with its credits; b goes round and takes it away") func beneath() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let tmux = Tmux.viewer(sandbox, "beijing", "--map", "city.pmtiles", "--paused", "--start", "60")
      let full = tmux.wait(for: "streets") { Self.showsStreets($0) }
      for words in ["lines only", "no names", "map off"] {
        tmux.press("b")
        tmux.wait(for: "\(words)") { $0.hint.contains(words) }
      }
      let bare = tmux.wait(for: "no credits") { !$0.contains("OpenStreetMap") }
      #expect(Self.dots(bare) < Self.dots(full) / 2)
      tmux.press("b")
      tmux.wait(for: "all of it") { Self.showsStreets($0) }
    }

    @Test("the map follows zooms, pans, another size and another bearing") func moving() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let tmux = Tmux.viewer(sandbox, "--map", "city.pmtiles", "--center", "40,116.4", "--region", "2000")
      tmux.wait(for: "streets") { Self.showsStreets($0) }
      for keys in [["-", "-"], ["+", "+", "+", "+", "+", "+"], ["h", "h", "k"], ["n"], ["n"]] {
        tmux.press(keys)
        tmux.wait(for: "streets after \(keys)") { Self.showsStreets($0) }
      }
      tmux.resize(columns: 80, rows: 24)
      tmux.wait(for: "streets at 80×24") { $0.rows.count == 24 && Self.showsStreets($0) }
      tmux.press("q")
      #expect(until { tmux.isDead })
    }

    @Test("a snapshot has the same map and its credits") func snapshots() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let screen = snapshot("beijing", "--map", "city.pmtiles", "--at", "60")
      #expect(Self.showsStreets(screen), "\(screen)")
      #expect(Self.dots(snapshot("beijing", "--at", "60", "--no-map")) < Self.dots(screen) / 2)
      let alone = snapshot("--map", "city.pmtiles", "--center", "40,116.4", "--region", "1500", "--size", "80x24")
      #expect(Self.showsStreets(alone), "\(alone)")
      #expect(alone.rows[0].contains("city.pmtiles") && alone.status.contains("40.000000°N"))
      let turned = snapshot("--map", "city.pmtiles", "--center", "40,116.4", "--region", "1500", "--bearing", "-30")
      #expect(Self.showsStreets(turned) && turned != alone)
      let words = snapshot("--map", "city.pmtiles", "--center", "40,116.4", "--format", "words")
      #expect(words.rows.contains("map: city.pmtiles") && words.contains("OpenStreetMap"))
    }

    @Test("maps in the folder of maps are found by what they cover") func folder() {
      _ = sandbox.shell("mkdir -p data/trackview/maps")
      sandbox.write("data/trackview/maps/city.pmtiles", EndlessCity.archive())
      sandbox.write("data/trackview/maps/elsewhere.pmtiles", EndlessCity.archive((-70, -40, -69, -39)))
      let data = ["XDG_DATA_HOME": sandbox.path + "/data"]
      #expect(Self.showsStreets(snapshot("beijing", "--at", "60", environment: data)))
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60", environment: data)
      tmux.wait(for: "streets") { Self.showsStreets($0) }
      #expect(!snapshot("beijing", "--at", "60", "--no-map", environment: data).contains("OpenStreetMap"))
      #expect(!snapshot("faulhorn", "--at", "60", environment: data).contains("OpenStreetMap"))
    }

    @Test("settings name maps and defaults; the command line wins; a bad line is an error that names it") func settings() {
      _ = sandbox.shell("mkdir -p config/trackview")
      sandbox.write("config/trackview/city.pmtiles", EndlessCity.archive())
      sandbox.write("config/trackview/config", "# mine\n\nmap = city.pmtiles\r\nunits=nautical\n  coords = dms  \n")
      let config = ["XDG_CONFIG_HOME": sandbox.path + "/config"]
      let screen = snapshot("beijing", "--at", "60", environment: config)
      #expect(Self.showsStreets(screen) && screen.contains(" kn") && screen.status.contains("′"))
      #expect(snapshot("beijing", "--at", "60", "--units", "metric", environment: config).contains("km/h"))
      let tmux = Tmux.viewer(sandbox, "beijing", environment: config)
      tmux.wait(for: "nautical units without any option") { $0.contains(" kn") }
      for (text, words) in [
        ("units = furlongs\n", "line 1: units takes metric, imperial or nautical"),
        ("\ncolour = none\n", "line 2: there is no setting “colour”"),
        ("metric\n", "line 1: “metric” is no setting"), ("\u{FEFF}coords = dd\nmap =\n", "line 2: map takes a file"),
      ] {
        sandbox.write("config/trackview/config", text)
        let result = sandbox.trackview("snapshot", "beijing", environment: config)
        #expect(result.status == 1 && result.errorText.contains("config/trackview/config: \(words)"), "\(result)")
      }
      // A map that the settings name and that is gone is said, and the track is shown all the same.
      sandbox.write("config/trackview/config", "map = gone.pmtiles\n")
      let result = sandbox.trackview("snapshot", "beijing", environment: config)
      #expect(result.status == 0 && result.errorText.contains("gone.pmtiles"), "\(result)")
    }

    @Test("a map on the command line that cannot be opened is an error before the screen is taken") func errors() {
      sandbox.write("broken.pmtiles", "PMTiles and no more")
      sandbox.write("words.txt", "no map at all")
      for path in ["missing.mbtiles", "broken.pmtiles", "words.txt"] {
        let result = sandbox.trackview("beijing", "--map", path)
        #expect(result.status == 1 && result.errorText.hasPrefix("trackview: \(path): "), "\(result)")
        #expect(result.output.isEmpty)
      }
      #expect(sandbox.trackview("beijing", "--map", "x.pmtiles", "--no-map").status == 64)
      #expect(sandbox.trackview("--center", "nowhere").status == 64)
      #expect(sandbox.trackview("beijing", "--map", "http://").status != 0)
    }

    @Test("damaged tiles are said, and everything else goes on") func damaged() {
      sandbox.write("city.pmtiles", EndlessCity.archive(tile: [UInt8](repeating: 0xFF, count: 500)))
      let tmux = Tmux.viewer(sandbox, "beijing", "--map", "city.pmtiles", "--start", "60", "--paused")
      tmux.wait(for: "a word about it") { $0.contains("city.pmtiles") }
      tmux.press("Up")
      tmux.wait(for: "it goes on") { $0.position == 120 }
      // A picture says it beside the picture, once.
      let result = sandbox.trackview("snapshot", "beijing", "--map", "city.pmtiles", "--at", "60")
      let words = result.errorText.split(separator: "\n").filter { $0.contains("city.pmtiles: ") }
      #expect(result.status == 0 && (1...5).contains(words.count) && Set(words).count == words.count, "\(result)")
    }

    @Test("a map that vanishes, and one that is cut off, while the viewer runs") func vanishing() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let tmux = Tmux.viewer(sandbox, "--map", "city.pmtiles", "--center", "40,116.4", "--region", "2000")
      tmux.wait(for: "streets") { Self.showsStreets($0) }
      _ = sandbox.shell("truncate -s 300 city.pmtiles")
      tmux.press("l", "l", "l", "l", "l", "l", "l", "l", "l", "l")
      _ = sandbox.shell("rm city.pmtiles")
      tmux.press("-", "-", "-")
      tmux.wait(for: "it is still there") { $0.rows[0].contains("city.pmtiles") && $0.contains("? help") }
      tmux.press("?")
      tmux.wait(for: "the help") { $0.contains("Keys") }
      tmux.press("q")
      #expect(until { tmux.isDead })
    }

    @Test("killed while tiles load, the terminal is given back") func killed() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let tmux = Tmux.untilItsEnd(sandbox, "--map", "city.pmtiles", "--center", "40,116.4")
      tmux.wait(for: "the map") { $0.contains("? help") }
      let children = sandbox.shell("cat /proc/\(tmux.pid)/task/*/children").lines.first ?? ""
      if let pid = children.split(separator: " ").first.flatMap({ pid_t($0) }) { kill(pid, SIGTERM) }
      #expect(until { tmux.status == "143" })
      #expect(tmux.modes == Tmux.ordinaryModes)
    }

    @Test("without a track: look around, put a marker, then open one") func browsing() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      sandbox.write("ride.gpx", Samples.upAndDown)
      let tmux = Tmux.viewer(sandbox, "--map", "city.pmtiles")
      tmux.wait(for: "the map's own bounds") { $0.rows[0].contains("city.pmtiles") && $0.status.contains("116.500") }
      tmux.press("m")
      tmux.wait(for: "a marker") { $0.status.contains("MOCK") }
      tmux.press("Escape")
      tmux.wait(for: "the line of typing closed") { !$0.contains("put the marker at") }
      tmux.press("m")
      tmux.wait(for: "none") { !$0.status.contains("MOCK") }
      tmux.press("o")
      tmux.wait(for: "the question") { $0.contains("open:") }
      tmux.type("missing.gpx")
      tmux.press("Enter")
      tmux.wait(for: "what is wrong") { $0.contains("missing.gpx: no such file") }
      tmux.press("o")
      tmux.type("ride.gpx")
      tmux.press("Enter")
      tmux.wait(for: "the track plays") { $0.rows[0].contains("ride.gpx") && ($0.position ?? 0) > 0 }
      tmux.press("q")
      #expect(until { tmux.isDead })
    }

    @Test("info tells what a map covers, and what its tiles are made of") func info() {
      sandbox.write("city.pmtiles", EndlessCity.archive())
      let result = sandbox.trackview("info", "city.pmtiles")
      #expect(result.status == 0, "\(result)")
      #expect(result.text.contains("zooms     0 to 14") && result.text.contains("116.000000°E") && result.text.contains("OpenStreetMap"))
      #expect(result.lines.contains("  schema    OpenMapTiles"), "\(result)")
      #expect(result.lines.contains { $0.hasPrefix("  layers    ") && $0.contains("transportation") && $0.contains("the map lists none") })
      let json = members(sandbox.trackview("info", "--json", "city.pmtiles").text)
      #expect(json["maxZoom"] == "14" && json["north"] == "40.5" && json["schema"] == "\"OpenMapTiles\"", "\(json)")
      #expect(sandbox.trackview("info", "missing.mbtiles").errorText.contains("missing.mbtiles"))
      // What is in a file says what it is, and what is wrong with one leaves the others alone.
      sandbox.write("broken.mbtiles", "no map")
      _ = sandbox.shell("cp city.pmtiles city.data")
      let some = sandbox.trackview("info", "broken.mbtiles", "city.data", "beijing")
      #expect(some.status == 1 && some.errorText.hasPrefix("trackview: broken.mbtiles: "), "\(some)")
      #expect(some.lines.first == "city.data" && some.lines.contains("  schema    OpenMapTiles"), "\(some)")
      #expect(some.text.contains("beijing"), "\(some)")
    }

    @Test("layers that nothing is drawn of are said; hostile names reach no terminal") func layers() {
      let names = "[{\"id\":\"water\"},{\"id\":\"building\"},{\"id\":\"bad\\u001b[31m\\u202e\\nname\"},{\"id\":\"transportation\"}]"
      sandbox.write("city.pmtiles", EndlessCity.archive(layers: names))
      let result = sandbox.trackview("info", "city.pmtiles")
      #expect(result.lines.contains("  layers    water, building, bad[31m name, transportation"), "\(result)")
      #expect(result.lines.contains("  not drawn bad[31m name"), "\(result)")
      let json = sandbox.trackview("info", "--json", "city.pmtiles").text
      #expect(json.contains("\"bad\\u001b[31m\\u202e\\nname\"") && json.contains("\"layersListed\": true"), "\(json)")
    }
  }
}
