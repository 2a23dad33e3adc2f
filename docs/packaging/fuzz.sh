#!/bin/sh
# Builds and runs every fuzzer (a folder Sources/Fuzz…) for $SECONDS_EACH seconds; FuzzFormats runs so long for each format that the registry
# has, and for the registry as a whole (containers, encodings, recognition), and FuzzLive and FuzzMaps for each of their targets. FORMATS, LIVE
# and MAPS name some of them, to run only those; FUZZERS names some of the fuzzers. What they find lies in .build-fuzz/found, the inputs that
# reach new code in .build-fuzz/corpus. The first inputs are Tests/Fuzz/seeds/FORMAT, and the sample routes where they are of that format;
# Tests/Fuzz/seeds/live-TARGET and maps-TARGET.
# SwiftPM's own switch instruments only the fuzzer itself; -Xswiftc makes it every room.
#
# Every fuzzer runs, whatever the ones before it found; the status is 1 if any found something.
set -eu
export TRACKVIEW_FUZZ=1 SWIFT_BACKTRACE=enable=no
mkdir -p .build-fuzz/found
any=no
failed=
run() { # name of the run, name of the fuzzer, most bytes of an input; then files and folders of inputs
  run=$1 name=$2 length=$3
  shift 3
  mkdir -p ".build-fuzz/corpus/$run"
  echo "$run: $SECONDS_EACH seconds"
  # An input of this size is read in milliseconds; one that takes seconds, or memory a thousand times its size, is a find.
  ".build-fuzz/release/$name" -max_total_time="$SECONDS_EACH" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len="$length" \
    -print_final_stats=1 -artifact_prefix=".build-fuzz/found/$run-" ".build-fuzz/corpus/$run" "$@" >".build-fuzz/$run.log" 2>&1 \
    && grep -E '^stat::(number_of_executed_units|peak_rss_mb)' ".build-fuzz/$run.log" | sed 's/^stat::/  /' \
    || { failed="$failed $run"; tail -n 40 ".build-fuzz/$run.log" >&2; }
}
formats() {
  for format in ${FORMATS:-$(TRACKVIEW_FUZZ_FORMAT=list .build-fuzz/release/FuzzFormats)}; do
    seeds="Tests/Fuzz/seeds/$format"
    [ -d "$seeds" ] || { echo "$seeds: no first inputs for $format" >&2; failed="$failed $format"; continue; }
    case $format in
      registry) set -- "$seeds" Tests/Fuzz/seeds/* Routes ;;
      gpx | coordinates) set -- "$seeds" Routes ;;
      *) set -- "$seeds" ;;
    esac
    export TRACKVIEW_FUZZ_FORMAT="$format"
    run "FuzzFormats-$format" FuzzFormats 8192 "$@"
    unset TRACKVIEW_FUZZ_FORMAT
  done
}
targets() { # fuzzer, the variable that names a target, how its folders of first inputs begin, most bytes of an input, targets ("" all)
  for target in ${5:-$(env "$2=list" ".build-fuzz/release/$1")}; do
    seeds="Tests/Fuzz/seeds/$3-$target"
    [ -d "$seeds" ] || { echo "$seeds: no first inputs for $target" >&2; failed="$failed $3-$target"; continue; }
    export "$2=$target"
    run "$1-$target" "$1" "$4" "$seeds"
    unset "$2"
  done
}
for folder in Sources/Fuzz*/; do
  [ -d "$folder" ] || continue
  name=$(basename "$folder")
  case " ${FUZZERS:-$name} " in *" $name "*) ;; *) continue ;; esac
  any=yes
  "${SWIFT:-swift}" build --no-color-diagnostics -c release --sanitize fuzzer --sanitize address \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld --product "$name" --scratch-path .build-fuzz
  case $name in
    FuzzFormats) formats ;;
    FuzzLive) targets FuzzLive TRACKVIEW_FUZZ_LIVE live 16384 "${LIVE-}" ;;
    FuzzMaps) targets FuzzMaps TRACKVIEW_FUZZ_MAPS maps 32768 "${MAPS-}" ;;
    # A terminal sends short sequences.
    *) run "$name" "$name" 512 ;;
  esac
done
[ "$any" = yes ] || { echo "There is no such fuzzer: no folder Sources/${FUZZERS:-Fuzz…}" >&2; exit 1; }
[ -z "$failed" ] || { echo "Found something:$failed (.build-fuzz/found holds the inputs)" >&2; exit 1; }
