#!/bin/sh
# Runs the tests, in two processes one after the other: the rooms by themselves, then the program in a terminal. In one process the second, which
# wait for programs, would hold the threads on which the first go on. What failed and what was skipped is said once more at the end.
#
# With SECOND_CHANCE=3, up to three tests of a process that fail are run once more by themselves: among two thousand that share two cores, ports and
# the system's patience, one may meet what no person does. Those that pass then are called unsteady at the end; they are there to be mended.
set -u

log=.build-test/test.log
results=.build-test/results
mkdir -p .build-test
: >"$log"

# Without a limit all tests begin at once: one that waits for something gives its thread away, and has it again when all the others are done.
swift=${SWIFT:-swift}
width=
if "$swift" test --help-hidden 2>/dev/null | grep -q -- --experimental-maximum-parallelization-width; then
  width='--experimental-maximum-parallelization-width 6'
fi

# Runs the tests that the arguments choose; its status is theirs.
run() {
  rm -f "$results"*.xml
  {
    SWIFT_BACKTRACE=enable=no "$swift" test --no-color-diagnostics --scratch-path .build-test --parallel $width \
      --xunit-output "$results.xml" "$@" 2>&1
    echo $? >.build-test/status
  } | tee -a "$log"
  return "$(cat .build-test/status)"
}

# The tests that failed in the last run, a line each, as `--filter` wants them; none where the process did not come to its end.
failed() {
  cat "$results"*.xml 2>/dev/null | awk -F'"' '/<testcase /{ name = $2 "/" $4 } /<failure/ && name { sub(/\(.*/, "(", name); print name; name = "" }' |
    sed 's/[.(]/\\&/g; s/^/^/' | sort -u
}

# As `run`, with a second chance.
steadily() {
  run "$@" && return
  first=$?
  names=$(failed)
  count=$(printf '%s' "$names" | grep -c .)
  if [ "$count" -eq 0 ] || [ "$count" -gt "${SECOND_CHANCE:-0}" ]; then return "$first"; fi
  printf '\nOnce more, by themselves: %s\n' "$(echo "$names" | tr '\n' ' ')" | tee -a "$log"
  run --skip-build --filter "$(echo "$names" | paste -s -d '|')" || return $?
  unsteady=$((unsteady + count))
}

status=0
unsteady=0
if [ -n "${FILTER:-}" ]; then
  steadily --filter "$FILTER" || status=$?
else
  steadily --skip '^EndToEndTests\.' || status=$?
  steadily --skip-build --filter '^EndToEndTests\.' || status=$?
fi

echo
grep -E '^(➜|✔|✘) +Test run with' "$log"
grep -E '^➜' "$log" | grep -v 'Test run with' | sort | uniq
if [ "$unsteady" -ne 0 ]; then echo "Unsteady, for they failed at first: $unsteady"; fi
if [ "$status" -ne 0 ]; then echo "The tests failed (status $status):"; fi
if [ "$status" -ne 0 ] || [ "$unsteady" -ne 0 ]; then
  grep -aE '^✘|: error: |[Ff]atal error|signal code' "$log" | grep -v 'Test run with' | cut -c 1-600 | head -n 60
fi
exit "$status"
