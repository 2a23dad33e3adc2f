#!/bin/sh
# Runs the tests, in two processes one after the other: the rooms by themselves, then the program in a terminal. In one process the second, which
# wait for programs, would hold the threads on which the first go on. What failed and what was skipped is said once more at the end.
set -u

log=.build-test/test.log
mkdir -p .build-test
: >"$log"

# Runs the tests that the arguments choose; its status is theirs.
run() {
  {
    SWIFT_BACKTRACE=enable=no "${SWIFT:-swift}" test --no-color-diagnostics --scratch-path .build-test --parallel "$@" 2>&1
    echo $? >.build-test/status
  } | tee -a "$log"
  return "$(cat .build-test/status)"
}

status=0
if [ -n "${FILTER:-}" ]; then
  run --filter "$FILTER" || status=$?
else
  run --skip '^EndToEndTests\.' || status=$?
  run --skip-build --filter '^EndToEndTests\.' || status=$?
fi

echo
grep -E '^(➜|✔|✘) +Test run with' "$log"
grep -E '^➜' "$log" | grep -v 'Test run with' | sort | uniq
if [ "$status" -ne 0 ]; then
  echo "The tests failed (status $status):"
  grep -aE '^✘|: error: |[Ff]atal error|signal code' "$log" | grep -v 'Test run with' | cut -c 1-600 | head -n 60
fi
exit "$status"
