#!/bin/sh
# The laws of the house (docs/architecture.md), each held by a check.
#
#   laws.sh               checks the tree it lies in; prints each law, and the lines that break it; status 1 if any does
#   laws.sh --self-test   breaks each law in a small copy, and fails unless the check notices
#
# A room that is new needs a line in `rooms` below: what it may import, and whether it is pure.
set -u
export LC_ALL=C

# room | modules of ours that it may import | what else: "io" files, clocks and the environment; "arguments" ArgumentParser; "dispatch"
rooms='
Chance        |                                                              |
TrackGeodesy  |                                                              |
TrackPlayback | TrackGeodesy CoreLocation                                    |
TrackFormats  | TrackPlayback TrackGeodesy CExpat CZip CRapidJSON            |
BaseMap       | TrackGeodesy CWorld                                          |
MapSources    | BaseMap TrackFormats TrackGeodesy CSQLite CUnpack CZip CPlatform | io
OnlineMaps    | MapSources BaseMap TrackFormats TrackGeodesy Chance NIOCore NIOPosix NIOHTTP1 NIOSSL AsyncHTTPClient | io
Cells         |                                                              |
MapScene      | Cells BaseMap TrackPlayback TrackGeodesy                     |
ViewerApp     | MapScene Cells BaseMap TrackPlayback TrackGeodesy            |
LiveProtocols | TrackFormats TrackPlayback TrackGeodesy Chance CRapidJSON    |
LiveFeeds     | LiveProtocols TrackFormats TrackPlayback TrackGeodesy CPlatform NIOCore NIOPosix | io
Terminal      | Cells CNcurses CPlatform                                     | io
trackview     | ViewerApp MapScene Cells BaseMap MapSources OnlineMaps LiveFeeds LiveProtocols Terminal TrackFormats TrackPlayback TrackGeodesy Chance CPlatform | io arguments
RouteMaker    | TrackGeodesy TrackPlayback TrackFormats Chance               | io arguments
WorldMaker    |                                                              | io
LibFuzzer     |                                                              | io
FuzzInput     | Terminal Cells                                               | io
FuzzLive      | LibFuzzer LiveProtocols TrackPlayback TrackGeodesy           | io
FuzzFormats   | LibFuzzer TrackFormats TrackPlayback TrackGeodesy            | io
FuzzMaps      | LibFuzzer MapSources BaseMap TrackGeodesy                    | io
TerminalProbeTool | Terminal Cells                                           | io
RecorderProbeTool | LiveFeeds TrackPlayback TrackGeodesy                     | io
'
# Modules of the system that every room may import.
system='Swift Glibc Musl Darwin Synchronization _Concurrency _StringProcessing RegexBuilder'
allowed_top='Package.swift Sources Tests Routes docs Makefile README.md LICENSE CHANGELOG.md .gitignore .swift-format .ci'
warn_lines=400
most_lines=600

# ---- what the laws look at ----

# Every file of the repository that is not generated: of git where there is git, else of the folder.
files() {
  if in_git; then git ls-files --cached --others --exclude-standard
  else find . -path ./.git -prune -o -path './.build*' -prune -o -path ./dist -prune -o -path ./Vendor -prune -o -type f -print | sed 's|^\./||'
  fi | while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done | sort
}
in_git() { [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; }
swift_files() { grep '^Sources/.*\.swift$' "$work/files"; }

# Swift without comments and string contents: `file:line:code`, so that a law is broken by code and not by words.
code() {
  swift_files | while IFS= read -r file; do
    awk -v file="$file" '
      {
        out = ""; rest = $0
        while (rest != "") {
          if (in_comment) {
            if (match(rest, /\*\//)) { in_comment = 0; rest = substr(rest, RSTART + 2) } else rest = ""
          } else if (in_text) {
            if (match(rest, /"""/)) { in_text = 0; out = out "\""; rest = substr(rest, RSTART + 3) } else rest = ""
          } else if (substr(rest, 1, 2) == "//") rest = ""
          else if (substr(rest, 1, 2) == "/*") { in_comment = 1; rest = substr(rest, 3) }
          else if (substr(rest, 1, 3) == "\"\"\"") { in_text = 1; out = out "\""; rest = substr(rest, 4) }
          else if (substr(rest, 1, 1) == "\"") {
            rest = substr(rest, 2)
            while (rest != "" && substr(rest, 1, 1) != "\"") rest = substr(rest, substr(rest, 1, 1) == "\\" ? 3 : 2)
            out = out "\"\""; rest = substr(rest, 2)
          } else { out = out substr(rest, 1, 1); rest = substr(rest, 2) }
        }
        if (out ~ /[^ \t]/) print file ":" NR ":" out
      }' "$file"
  done
}

# `room module file:line` for every import.
imports() {
  sed -nE 's#^(Sources/([^/]+)/[^:]*:[0-9]+):[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]+((struct|class|enum|func|protocol|typealias|var|let)[[:space:]]+)?([A-Za-z_0-9]+).*#\2 \9 \1#p' "$work/code"
}

trait_rooms() { printf '%s' "$rooms" | awk -F '|' -v want="$1" '$3 ~ want { gsub(/ /, "", $1); print $1 }'; }

# ---- the laws; each prints the lines that break it ----

law_imports() { # A room imports only what its line in docs/laws.sh names: arrows run one way, only Terminal imports CNcurses, only trackview Terminal
  printf '%s\n' "$rooms" > "$work/rooms"
  awk -F '|' -v system_modules="$system" '
    NR == FNR {
      room = $1; gsub(/ /, "", room)
      if (room == "") next
      known[room] = 1
      count = split($2, one, " "); for (i = 1; i <= count; i++) may[room, one[i]] = 1
      count = split(system_modules, one, " "); for (i = 1; i <= count; i++) may[room, one[i]] = 1
      if ($3 ~ /arguments/) may[room, "ArgumentParser"] = 1
      next
    }
    {
      split($0, part, " ")
      if (part[2] ~ /^Foundation/) next
      if (!known[part[1]]) print part[3] ": the room " part[1] " has no line in docs/laws.sh"
      else if (!may[part[1], part[2]]) print part[3] ": " part[1] " may not import " part[2]
    }' "$work/rooms" "$work/imports"
}

law_foundation() { # No Foundation in Sources
  awk '$2 ~ /^Foundation/ { print $3 ": imports " $2 }' "$work/imports"
}

law_pure() { # Only trackview, Terminal, LiveFeeds, MapSources, OnlineMaps and the tools do I/O: nothing else reads a clock, the environment or a file
  impure=$(trait_rooms io | tr '\n' '|')
  grep -vE "^Sources/(${impure}@)/" "$work/code" > "$work/pure" || :
  # C functions are called without labels; a function of ours with the same name has one, or its room declares it.
  calls='fopen|fdopen|fclose|fread|fwrite|fgets|fputs|fprintf|puts|putchar|printf|open|openat|read|pread|write|pwrite|close|unlink|rename|mkdir|opendir|readdir|stat|fstat|lstat|realpath|getcwd|chdir|mmap|getenv|setenv|secure_getenv|setlocale|time|clock|clock_gettime|gettimeofday|localtime|localtime_r|sleep|usleep|nanosleep|poll|select|socket|connect|isatty|ioctl|tcgetattr|signal|sigaction|kill|fork|system|popen|exit|_exit|abort|rand|arc4random|getrandom|readLine|print|debugPrint|dump'
  grep -E "(^|[^.A-Za-z0-9_])(($calls)[(])" "$work/pure" | grep -vE "func +($calls) *[(<]" |
    awk -v calls="$calls" -v declared="$(sed -nE "s@^Sources/([^/]+)/.*func +($calls) *[(<].*@\1/\2@p" "$work/pure" | tr '\n' ' ')" '
      BEGIN { count = split(declared, one, " "); for (i = 1; i <= count; i++) ours[one[i]] = 1 }
      {
        split($0, path, "/"); line = $0; bad = 0
        while (match(line, "(^|[^.A-Za-z0-9_])(" calls ")[(]")) {
          name = substr(line, RSTART, RLENGTH); gsub(/[^A-Za-z0-9_]/, "", name)
          line = substr(line, RSTART + RLENGTH)
          if (line !~ /^ *[A-Za-z_]+ *:/ && !ours[path[2] "/" name]) bad = 1
        }
        if (bad) print
      }'
  grep -E "(Glibc|Musl|Darwin)[.]($calls)[(]" "$work/pure" || :
  grep -E '(^|[^A-Za-z0-9_])(ContinuousClock|SuspendingClock|SystemRandomNumberGenerator|FileManager|ProcessInfo|CommandLine|Dispatch[A-Z][A-Za-z]*)([^A-Za-z0-9_]|$)|Task\.sleep|(^|[^A-Za-z0-9_.])(stdin|stdout|stderr|environ|errno)([^A-Za-z0-9_:]|$)|\.random\(in: *[^,]*\)|\.shuffled\(\)|\.randomElement\(\)' "$work/pure" || :
}

law_no_traps() { # No try!, as! or force unwrap in Sources
  grep -E '(^|[^A-Za-z0-9_])(try|as)!' "$work/code" || :
  grep -E '[])A-Za-z0-9_}"]!([^=]|$)' "$work/code" | grep -vE '(^|[^A-Za-z0-9_])(try|as)!' || :
}

law_paths() { # No path of one machine in any file
  xargs -d '\n' grep -nIE '(^|[^A-Za-z0-9_.~-])/(home|root|Users|work|opt)/[A-Za-z0-9_.-]+|(^|[^A-Za-z0-9_.])/tmp/(brief|build-|bash_jobs)' /dev/null < "$work/files" || :
}

law_hosts() { # What builds the program names no host but github.com and swift.org
  grep -E '^(Package\.swift|Makefile|\.ci/.*|docs/.*\.sh|.*\.resolved|\.gitmodules)$' "$work/files" |
    xargs -d '\n' grep -nIoE '(https?|ssh|git|ftp)://[^/" )>]+' /dev/null |
    grep -vE '://(github\.com|(www\.)?swift\.org)$' || :
}

law_size() { # No file above 600 lines (above 400 it is only said)
  grep -E '^(Sources|Tests)/.*\.(swift|c|h)$' "$work/files" | while IFS= read -r file; do
    lines=$(wc -l < "$file")
    if [ "$lines" -gt "$most_lines" ]; then echo "$file: $lines lines"
    elif [ "$lines" -gt "$warn_lines" ]; then echo "  (long: $file, $lines lines)" >&2
    fi
  done
}

law_openings() { # A Swift file opens with a comment that says what it owns
  swift_files | while IFS= read -r file; do
    case $(head -n 1 "$file") in //*) ;; *) echo "$file: no opening comment" ;; esac
  done
}

law_names() { # No Manager, Helper or Utils among the files' names
  grep -E '^(Sources|Tests)/(.*/)?[A-Za-z]*(Manager|Helper|Helpers|Util|Utils|Utilities)[A-Za-z+]*\.(swift|c|h)$' "$work/files" || :
}

law_top() { # The top level holds only what the design names
  sed 's|/.*||' "$work/files" | sort -u | while IFS= read -r name; do
    case " $allowed_top " in *" $name "*) ;; *) echo "$name" ;; esac
  done
}

law_dependencies() { # Every package depended on has its notice in docs/third-party-notices.txt and its reason in docs/decisions
  sed -nE 's|.*\.package\([^"]*"([^"]*/)?([^/"]+)".*|\2|p' Package.swift 2>/dev/null | sed 's|\.git$||' | sort -u | while IFS= read -r name; do
    grep -qsF "$name" docs/third-party-notices.txt || echo "$name: no notice in docs/third-party-notices.txt"
    grep -qrsF "$name" docs/decisions || echo "$name: no note in docs/decisions"
  done
}

laws='imports foundation pure no_traps paths hosts size openings names top dependencies'

# Runs every law over the current folder.
check() {
  work=$(mktemp -d) || exit 1
  files > "$work/files"
  code > "$work/code"
  imports > "$work/imports"
  broken=0
  for law in $laws; do
    "law_$law" > "$work/found"
    if [ -s "$work/found" ]; then
      broken=1
      echo "BROKEN  $law: $(title "$law")"
      sed 's/^/        /' "$work/found"
    else
      echo "kept    $law: $(title "$law")"
    fi
  done
  rm -rf "$work"
  return $broken
}
title() { sed -n "s/^law_$1() { # //p" "$script"; }

# ---- the self-test ----

# Breaks one law in a small good tree, by appending a line to a file, and sees that this law and no other is reported.
breaks() { # law, file, line
  tree=$(mktemp -d) || exit 1
  mkdir -p "$tree/docs/decisions" "$tree/Routes" "$tree/Tests" "$tree/.ci"
  for room in TrackGeodesy Cells Terminal trackview; do
    mkdir -p "$tree/Sources/$room"
    printf '// A room.\n\nimport Glibc\n\n/// Not a call: open(x), "try!"\nfunc value(_ a: Int) -> Int { a != 1 && !(a == 2) ? 1 : time(at: a) }\nlet words = "print(1) \\"x! as! Foundation"\n' > "$tree/Sources/$room/Room.swift"
  done
  echo 'let p = Package(dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.0.0")])' > "$tree/Package.swift"
  echo 'swift-argument-parser' | tee "$tree/docs/third-party-notices.txt" > "$tree/docs/decisions/0001.md"
  mkdir -p "$(dirname "$tree/$2")"
  if [ "$2" = Sources/Cells/Long.swift ]; then yes '// long' | head -n $((most_lines + 1)) > "$tree/$2"; fi
  printf '%s\n' "$3" >> "$tree/$2"
  report=$(cd "$tree" && check 2>/dev/null)
  rm -rf "$tree"
  found=$(printf '%s\n' "$report" | sed -n 's/^BROKEN  \([a-z_]*\):.*/\1/p' | tr '\n' ' ')
  if [ "$found" = "${1:+$1 }" ]; then return; fi
  echo "laws.sh: self-test: '$3' in $2 should break '${1:-nothing}', and broke '${found% }'" >&2
  failed=1
}

self_test() {
  failed=0
  breaks '' Sources/Cells/Room.swift '/* a comment with try! and Foundation */'
  breaks '' Sources/trackview/Room.swift 'let home = getenv("HOME")'
  breaks '' Sources/Cells/Room.swift 'func read(_ x: Int) -> Int { x }; let y = read(2)'
  breaks imports Sources/Cells/Room.swift 'import CNcurses'
  breaks imports Sources/Cells/Room.swift 'import Terminal'
  breaks imports Sources/TrackGeodesy/Room.swift '@testable import struct Cells.Cell'
  breaks imports Sources/Terminal/Room.swift 'internal import TrackGeodesy'
  breaks imports Sources/Cellar/Room.swift '// A room that no line names.
import Glibc'
  breaks imports Sources/Cells/Room.swift 'import ArgumentParser'
  breaks foundation Sources/trackview/Room.swift 'import Foundation'
  breaks foundation Sources/Cells/Room.swift '#if canImport(FoundationEssentials)
  import FoundationEssentials'
  breaks pure Sources/Cells/Room.swift 'let file = fopen(path, mode)'
  breaks pure Sources/Cells/Room.swift 'let home = getenv("HOME")'
  breaks pure Sources/Cells/Room.swift 'let home = Glibc.getenv("HOME")'
  breaks pure Sources/Cells/Room.swift 'let now = time(nil)'
  breaks pure Sources/Cells/Room.swift '  clock_gettime(CLOCK_MONOTONIC, &now)'
  breaks pure Sources/TrackGeodesy/Room.swift '  print(value)'
  breaks pure Sources/TrackGeodesy/Room.swift 'let clock = ContinuousClock()'
  breaks pure Sources/TrackGeodesy/Room.swift 'let n = Int.random(in: 0..<3)'
  breaks pure Sources/TrackGeodesy/Room.swift 'let first = CommandLine.arguments'
  breaks no_traps Sources/Cells/Room.swift 'let x = try! y()'
  breaks no_traps Sources/Cells/Room.swift 'let x = y as! Int'
  breaks no_traps Sources/trackview/Room.swift 'let x = list.first!.name'
  breaks paths docs/keys.md "See /""home/someone/notes"
  breaks hosts Makefile "url = https:"'//registry.example.org/simple'
  breaks size Sources/Cells/Long.swift '// the end'
  breaks openings Sources/Cells/Bare.swift 'let x = 1'
  breaks names Sources/Cells/CellManager.swift '// Managing.'
  breaks top NOTES.md 'notes'
  breaks dependencies Package.swift 'let q = [.package(url: "https://github.com/apple/swift-nio", from: "2.0.0")]'
  # Every law has at least one line above.
  for law in $laws; do
    grep -q "^  breaks $law " "$script" || { echo "laws.sh: self-test: nothing breaks '$law'" >&2; failed=1; }
  done
  [ "$failed" -eq 0 ] && echo "Each law can fail: $(grep -c "^  breaks [a-z_]" "$script") violations were noticed."
  return "$failed"
}

script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
case ${1-} in
  --self-test) self_test ;;
  '') cd "$(dirname "$0")/.." && check ;;
  *) echo "usage: laws.sh [--self-test]" >&2; exit 64 ;;
esac
