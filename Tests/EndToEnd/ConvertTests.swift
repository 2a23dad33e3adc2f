// Writing: what comes back is what went in, and a failure leaves everything as it was.

import Testing

extension EndToEnd {
  @Suite("Converting") struct Converting {
    let sandbox = Sandbox()

    /// The names in the folder that are neither the tester's nor given.
    private func strangers(besides names: String...) -> [String] {
      sandbox.shell("ls -A").lines.filter { $0 != "Routes" && !names.contains($0) }
    }

    @Test(
      "a route goes through a format and back, but for what that cannot hold, which is said",
      arguments: [
        ("gpx", [], []), ("geojson", [], []), ("kml", [], []), ("csv", ["waypoints"], ["4 places"]),
        (
          "txt",
          [
            "waypoints", "duration_s", "moving_s", "stopped_s", "mean_speed_mps", "top_speed_mps", "gap_s", "sampling_s", "start", "end",
            "time_zone",
          ], ["2381 times", "4 named places"]
        ),
      ] as [(String, Set<String>, [String])])
    func roundTrip(ending: String, lost: Set<String>, words: [String]) {
      let written = sandbox.trackview("convert", "Routes/faulhorn.gpx", "out.\(ending)")
      #expect(written.status == 0 && written.output.isEmpty, "\(written)")
      #expect(written.errorText.split(separator: "\n").count == words.count, "\(written)")
      for word in words { #expect(written.errorText.contains("cannot hold \(word)"), "\(written)") }
      let before = members(sandbox.trackview("info", "Routes/faulhorn.gpx", "--json").text)
      let after = members(sandbox.trackview("info", "out.\(ending)", "--json").text)
      for (key, value) in before where !["file", "format", "datum_stated"].contains(key) && !lost.contains(key) {
        #expect(after[key] == value, "\(key)")
      }
      #expect(strangers(besides: "out.\(ending)") == [])
    }

    @Test("a polyline keeps five decimals and every point") func polyline() {
      #expect(sandbox.trackview("convert", "Routes/faulhorn.gpx", "out.polyline").status == 0)
      let before = members(sandbox.trackview("info", "Routes/faulhorn.gpx", "--json").text)
      let after = members(sandbox.trackview("info", "out.polyline", "--json").text)
      #expect(after["points"] == before["points"] && after["bounds"]?.contains("\"west\": 7.99887,") == true, "\(after)")
    }

    @Test("standard input and output can be both ends", arguments: ["gpx", "geojson", "kml", "csv", "coordinates", "polyline"]) func pipes(
      format: String
    ) {
      sandbox.write("in.gpx", Samples.upAndDown)
      let result = sandbox.shell("cat in.gpx | \"$trackview\" convert - - --to \(format) 2>said | \"$trackview\" info - --json")
      #expect(result.status == 0 && members(result.text)["points"] == "14", "\(result)")
      #expect(members(result.text)["format"] == "\"\(format)\"")
    }

    @Test(
      "an extension that nothing is written with is wrong usage, and nothing is written",
      arguments: ["out.doc", "out", "out.kmz", "out.tsv", "out.fit", "-", ""])
    func unknown(name: String) {
      sandbox.write("in.gpx", Samples.upAndDown)
      let result = sandbox.trackview("convert", "in.gpx", name)
      #expect(result.status == 64 && result.output.isEmpty && result.error.filter { $0 == 0x0A }.count == 1, "\(result)")
      #expect(strangers(besides: "in.gpx") == [])
    }

    @Test(
      "what cannot be written is said in a sentence with its name",
      arguments: [
        ("/dev/full --to gpx", "/dev/full: cannot be written: No space left"),
        ("- --to gpx > /dev/full", "standard output: cannot be written"),
        ("nowhere/out.gpx", "nowhere/out.gpx: cannot be written: No such"), (". --to gpx", ".: this is a folder"),
        ("folder.gpx", "folder.gpx: this is a folder"), ("in.gpx/out.gpx", "in.gpx/out.gpx: cannot be written: Not a directory"),
      ])
    func unwritable(arguments: String, words: String) {
      sandbox.write("in.gpx", Samples.upAndDown)
      mkdir(sandbox.path + "/folder.gpx", 0o755)
      let result = sandbox.shell("\"$trackview\" convert in.gpx \(arguments)")
      #expect(result.status == 1 && result.error.filter { $0 == 0x0A }.count == 1, "\(result)")
      #expect(result.errorText.hasPrefix("trackview: \(words)"), "\(result)")
      #expect(strangers(besides: "in.gpx", "folder.gpx") == [])
    }

    @Test("a folder that may not be written to", .enabled(if: geteuid() != 0, "root may write everywhere")) func forbidden() {
      sandbox.write("in.gpx", Samples.upAndDown)
      mkdir(sandbox.path + "/shut", 0o555)
      let result = sandbox.trackview("convert", "in.gpx", "shut/out.gpx")
      #expect(result.status == 1 && result.errorText.contains("Permission denied"), "\(result)")
    }

    @Test("a file that is to be replaced survives a failure, and nothing is left beside it") func survival() {
      sandbox.write("out.gpx", "precious\n")
      // One block of 1024 bytes is all that may be written.
      let full = sandbox.shell("ulimit -f 1; \"$trackview\" convert Routes/faulhorn.gpx out.gpx")
      #expect(full.status == 1 && full.errorText.contains("out.gpx: cannot be written: File too large"), "\(full)")
      let unreadable = sandbox.trackview("convert", "out.gpx", "out.gpx")
      #expect(unreadable.status == 1, "\(unreadable)")
      #expect(text(of: sandbox.path + "/out.gpx") == "precious\n")
      #expect(strangers(besides: "out.gpx") == [])
    }

    @Test(
      "Ctrl-C and its like leave nothing, and end it as they do",
      arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) {
      sandbox.write("out.gpx", "precious\n")
      mkfifo(sandbox.path + "/pipe", 0o600)
      // A pipe that is open and brings nothing.
      let line = """
        exec 3<>pipe; "$trackview" convert pipe out.gpx & job=$!
        for i in $(seq 500); do [ "$(ls -l /proc/$job/fd | grep -c /pipe$)" = 2 ] && break; sleep 0.01; done
        kill -\(signal) $job; wait $job
        """
      let result = sandbox.shell("set -m; " + line)
      #expect(result.status == status && !result.errorText.contains("trackview:"), "\(result)")
      #expect(text(of: sandbox.path + "/out.gpx") == "precious\n")
      #expect(strangers(besides: "out.gpx", "pipe") == [])
    }

    @Test("a pipe that nobody reads, or not on, can be left", arguments: ["", "exec 3<>pipe;"]) func stalled(reader: String) {
      mkfifo(sandbox.path + "/pipe", 0o600)
      let line = """
        \(reader) "$trackview" convert faulhorn pipe --to gpx 3<&- & job=$!
        for i in $(seq 500); do ls -l /proc/$job/fd | grep -q /pipe$ && break; [ $i -gt 100 ] && [ -z "\(reader)" ] && break; sleep 0.01; done
        for i in $(seq 100); do grep -q wait_for_partner /proc/$job/wchan && break; grep -q pipe_write /proc/$job/wchan && break; sleep 0.01; done
        kill -INT $job; wait $job
        """
      let result = sandbox.shell("set -m; " + line)
      #expect(result.status == 130 && !result.errorText.contains("trackview:"), "\(result)")
    }

    @Test("a file can be written over itself and keeps its mode") func same() {
      sandbox.write("in.gpx", Samples.upAndDown)
      chmod(sandbox.path + "/in.gpx", 0o640)
      let before = members(sandbox.trackview("info", "in.gpx", "--json").text)
      #expect(sandbox.trackview("convert", "in.gpx", "in.gpx").status == 0)
      #expect(members(sandbox.trackview("info", "in.gpx", "--json").text) == before)
      #expect(sandbox.shell("stat -c %a in.gpx").text == "640\n")
      #expect(sandbox.shell("umask 027; \"$trackview\" convert in.gpx new.gpx; stat -c %a new.gpx").text == "640\n")
    }

    @Test("a link stays a link, and what it leads to is written", arguments: [true, false]) func link(leadsSomewhere: Bool) {
      sandbox.write("in.gpx", Samples.upAndDown)
      mkdir(sandbox.path + "/folder", 0o755)
      if leadsSomewhere { sandbox.write("folder/real.gpx", "old\n") }
      symlink("folder/real.gpx", sandbox.path + "/link.gpx")
      #expect(sandbox.trackview("convert", "in.gpx", "link.gpx").status == 0)
      #expect(sandbox.shell("readlink link.gpx").text == "folder/real.gpx\n")
      #expect(members(sandbox.trackview("info", "folder/real.gpx", "--json").text)["points"] == "14")
    }

    @Test("broken records and a file that breaks off are said, and what is good is written") func broken() {
      let text = Samples.upAndDown.replacing("lat=\"46.503\"", with: "lat=\"x\"")
      sandbox.write("in.gpx", Array(text.utf8.dropLast(60)))
      let result = sandbox.trackview("convert", "in.gpx", "out.csv")
      #expect(result.status == 0 && result.errorText.contains("1 broken record was left out"), "\(result)")
      #expect(result.errorText.contains("in.gpx breaks off; what came before is written"), "\(result)")
    }
  }
}
