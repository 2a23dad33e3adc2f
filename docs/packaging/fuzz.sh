#!/bin/sh
# Builds and runs every fuzzer (a folder Sources/Fuzz…) for $SECONDS_EACH seconds. What they find lies in .build-fuzz/found, the inputs that
# reach new code in .build-fuzz/corpus; the sample routes are the first inputs of the formats. SwiftPM's own switch instruments only the
# fuzzer itself; -Xswiftc makes it every room.
set -eu
export TRACKVIEW_FUZZ=1 SWIFT_BACKTRACE=enable=no
mkdir -p .build-fuzz/found
any=no
for folder in Sources/Fuzz*/; do
  [ -d "$folder" ] || continue
  any=yes
  name=$(basename "$folder")
  mkdir -p ".build-fuzz/corpus/$name"
  "${SWIFT:-swift}" build --no-color-diagnostics --sanitize fuzzer --sanitize address \
    -Xswiftc -sanitize=fuzzer,address --product "$name" --scratch-path .build-fuzz
  # Files are the inputs of formats; a terminal sends short sequences.
  case $name in
    FuzzInput) inputs="-max_len=512" ;;
    *) inputs="Routes" ;;
  esac
  echo "$name: $SECONDS_EACH seconds"
  ".build-fuzz/debug/$name" -max_total_time="$SECONDS_EACH" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix=.build-fuzz/found/ ".build-fuzz/corpus/$name" $inputs
done
[ "$any" = yes ] || { echo "There is no fuzzer: no folder Sources/Fuzz…" >&2; exit 1; }
