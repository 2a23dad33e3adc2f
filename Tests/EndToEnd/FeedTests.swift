// Feeding other programs: what comes out, how it is steered, and how it ends.

import Testing

extension EndToEnd {
  @Suite("Feeding") struct Feeding {
    let sandbox = Sandbox()

    /// Lines of shell that start a feed in the background, wait until it is ready, and make `$pid` and `$port` (of its first server).
    private static func started(_ arguments: String) -> String {
      """
      "$trackview" feed \(arguments) --ready --quiet > ready 2> said & pid=$!
      for i in $(seq 200); do [ -s ready ] && break; sleep 0.05; done
      port=$(sed 's/.*"port"://; s/[^0-9].*//' ready)
      """
    }

    /// Lines of shell with a gpsd client that prints so many fixes.
    private static func fixes(_ count: Int) -> String {
      """
      {
      exec 3<>/dev/tcp/127.0.0.1/$port
      echo '?WATCH={"enable":true,"json":true};' >&3
      timeout 10 grep -m \(count) --line-buffered '"class":"TPV"' <&3 | tr -d '\\r'
      exec 3>&-
      }
      """
    }

    // MARK: What comes out

    @Test("standard output gets a line a fix, and the status is 0 at the end") func lines() {
      let result = sandbox.trackview("feed", "beijing", "--output", "json", "--end", "1", "--rate", "10", "--quiet")
      #expect(result.status == 0 && result.errorText.isEmpty, "\(result)")
      #expect(result.lines.count == 11)
      #expect(result.lines.allSatisfy { $0.hasPrefix("{\"time\":\"2") && $0.contains("\"simulated\":true") }, "\(result)")
      let unmarked = sandbox.trackview("feed", "beijing", "--output", "json", "--end", "1", "--no-mark", "--quiet")
      #expect(unmarked.lines.count == 2 && !unmarked.text.contains("simulated"), "\(unmarked)")
    }

    @Test("the same seed gives the same bytes, another one others") func seeds() {
      func run(_ seed: String) -> Shell.Result {
        sandbox.trackview(
          "feed", "Routes/faulhorn.gpx", "--output", "nmea", "--clock", "track", "--rate", "50", "--speed", "200", "--end", "400",
          "--preset",
          "city-canyon,dropouts=60", "--seed", seed, "--quiet")
      }
      let first = run("7")
      #expect(first.status == 0 && first.output.count > 10_000, "\(first)")
      #expect(run("7").output == first.output)
      #expect(run("8").output != first.output)
    }

    @Test("a GPX document is whole however it ends") func document() {
      let whole = sandbox.shell("\"$trackview\" feed beijing --output gpx --end 1 --rate 10 --quiet | \"$trackview\" info - --json")
      #expect(whole.status == 0 && whole.text.contains("\"points\": 11"), "\(whole)")
      let ended = sandbox.shell(
        """
        "$trackview" feed beijing --output gpx --rate 20 --quiet > out.gpx & pid=$!
        for i in $(seq 200); do grep -q trkpt out.gpx && break; sleep 0.05; done
        kill -TERM $pid; wait $pid; echo $?
        "$trackview" lint out.gpx
        """)
      #expect(ended.lines.first == "143" && ended.text.contains("nothing broken"), "\(ended)")
    }

    @Test("a reader that has had enough is no error") func enough() {
      let result = sandbox.shell("set -o pipefail; \"$trackview\" feed beijing --output json --rate 50 --quiet | head -n 2")
      #expect(result.status == 0 && result.lines.count == 2 && result.errorText.isEmpty, "\(result)")
      let full = sandbox.shell("\"$trackview\" feed beijing --output json --rate 50 --quiet > /dev/full")
      #expect(full.status == 1 && full.errorText.contains("standard output: No space left"), "\(full)")
    }

    @Test("several tracks are played one after another") func several() {
      sandbox.write("a.txt", "116.1,39.1\n116.2,39.2\n")
      sandbox.write("b.txt", "10.1,50.1\n10.2,50.2\n")
      let result = sandbox.trackview("feed", "a.txt", "b.txt", "--output", "json", "--interval", "0.5", "--rate", "2", "--quiet")
      let places = result.lines.map { $0.contains("\"lat\":39.") ? "a" : $0.contains("\"lat\":50.") ? "b" : "?" }
      #expect(places == ["a", "a", "b", "b"], "\(result)")
    }

    // MARK: Clients

    @Test("a gpsd client gets the route from its start once it has come") func waiting() {
      let result = sandbox.shell(
        """
        \(Self.started("beijing --gpsd 0 --wait-client --rate 10"))
        sleep 0.5
        \(Self.fixes(3))
        kill $pid; wait $pid; echo $?
        """)
      #expect(result.lines.count == 4 && result.lines.last == "143", "\(result)")
      #expect(result.lines.first?.contains("\"lat\":40.038400000,\"lon\":116.299000000") == true, "\(result)")
      #expect(result.lines.first?.contains("\"status\":8") == true, "\(result)")
    }

    @Test("the link to the pseudo-terminal can be read, and goes with the program") func link() {
      let result = sandbox.shell(
        """
        \(Self.started("beijing --pty --link gps --rate 10"))
        timeout 10 head -n 3 gps | cut -c 1-3
        kill -INT $pid; kill $pid; wait $pid
        ls -A gps
        """)
      #expect(result.lines == ["$GN", "$GN", "$GN"] || result.lines == ["$GP", "$GN", "$GN"], "\(result)")
      #expect(result.errorText.contains("No such file"), "\(result)")
    }

    @Test("what is taken is refused by name") func taken() {
      let result = sandbox.shell(
        """
        \(Self.started("beijing --gpsd 0 --control ctl --nmea-socket nmea"))
        "$trackview" feed beijing --gpsd $port; echo $?
        "$trackview" feed beijing --gpsd 0 --control ctl; echo $?
        "$trackview" feed beijing --nmea-socket nmea; echo $?
        "$trackview" feed beijing --gpsd 0 --control ready; echo $?
        kill $pid; wait $pid; ls -A
        """)
      #expect(result.lines.prefix(4) == ["1", "1", "1", "1"], "\(result)")
      let errors = result.errorText.split(separator: "\n")
      #expect(errors.count == 4, "\(result)")
      #expect(errors.first?.contains("another program has that port") == true, "\(result)")
      #expect(errors.dropFirst().prefix(2).allSatisfy { $0.contains("another program listens there") }, "\(result)")
      #expect(errors.last?.contains("is no socket") == true, "\(result)")
      #expect(!result.lines.contains("ctl") && !result.lines.contains("nmea"), "\(result)")
    }

    @Test("a program that was killed blocks nothing") func killed() {
      let again = "--gpsd $port --control ctl --nmea-socket nmea --pty --link gps"
      let result = sandbox.shell(
        """
        \(Self.started("beijing --gpsd 0 --control ctl --nmea-socket nmea --pty --link gps"))
        kill -9 $pid; wait $pid 2> /dev/null
        rm ready
        \(Self.started("beijing --rate 10 " + again))
        \(Self.fixes(1))
        "$trackview" ctl ctl quit
        wait $pid; echo $?
        """)
      #expect(result.lines.count == 2 && result.lines.last == "0", "\(result)")
    }

    // MARK: Steering

    @Test("a control socket asks, sets and lets go; what is wrong is said with status 1") func control() {
      let result = sandbox.shell(
        """
        \(Self.started("beijing --gpsd 0 --control ctl --rate 10 --paused"))
        stat -c %a ctl
        "$trackview" ctl ctl get state
        "$trackview" ctl ctl set 39.9073,116.3913 > /dev/null
        \(Self.fixes(1)) | grep -o '"lat":39.907300000,"lon":116.391300000'
        "$trackview" ctl ctl release
        "$trackview" ctl ctl seek 1:30
        "$trackview" ctl ctl seek -10
        "$trackview" ctl ctl get paused
        "$trackview" ctl ctl status | grep -c :
        "$trackview" ctl ctl fly; echo $?
        "$trackview" ctl ctl quit
        wait $pid; echo $?
        "$trackview" ctl ctl status; echo $?
        """)
      let lines = result.lines
      #expect(lines.prefix(3) == ["600", "paused", "\"lat\":39.907300000,\"lon\":116.391300000"], "\(result)")
      #expect(lines.dropFirst(3).prefix(3) == ["90", "80", "true"], "\(result)")
      #expect(lines.count == 10 && Int(lines[6]) ?? 0 > 20, "\(result)")
      #expect(lines.suffix(3) == ["1", "0", "1"], "\(result)")
      #expect(result.errorText.contains("no command \"fly\"") && result.errorText.contains("no such socket"), "\(result)")
    }

    @Test("a script does what it says at its times") func script() {
      sandbox.write("script", "# a detour\n0.25 set 39.9,116.4\n+0.5 release\n1 quit\n")
      let result = sandbox.trackview("feed", "beijing", "--output", "json", "--rate", "10", "--script", "script", "--quiet")
      let places = result.lines.map { $0.contains("\"lat\":39.9000") ? "m" : "r" }.joined()
      #expect(result.status == 0 && places.hasPrefix("rrrm") && places.contains("mr") && places.hasSuffix("rr"), "\(places) \(result)")
      sandbox.write("wrong", "1 pause\n0.5 resume\n")
      let wrong = sandbox.trackview("feed", "beijing", "--output", "json", "--script", "wrong")
      #expect(wrong.status == 1 && wrong.errorText.hasPrefix("trackview: wrong: line 2: "), "\(wrong)")
    }

    // MARK: Wrong usage

    @Test(
      "wrong usage is said before anything is opened",
      arguments: [
        ("", "say where to"), ("--gpsd 70000", "no port"), ("--output gpx --wait-client", "--wait-client"),
        ("--output json --preset jungle", "no realism"), ("--output json --rate 1000", "--rate"),
        ("--output json --loop --ping-pong", "exclude each other"), ("--output json --start 10 --end 5", "--end lies before"),
      ])
    func usage(arguments: String, words: String) {
      let result = sandbox.shell("\"$trackview\" feed beijing \(arguments)")
      #expect(result.status == 64 && result.output.isEmpty && result.errorText.contains(words), "\(result)")
    }
  }
}
