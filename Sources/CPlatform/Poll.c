// Waiting for descriptors to the nanosecond: `ppoll` is a GNU extension that Swift's C library module leaves out, and the whole
// milliseconds of `poll` would run ahead of a frame.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <poll.h>
#include <signal.h>
#include <time.h>

int cp_wait(int first, int second, double seconds) {
  int both[2] = {first, second};
  return cp_wait_any(both, 2, seconds);
}

int cp_wait_any(const int *descriptors, int count, double seconds) {
  struct pollfd polls[CP_WAIT_LIMIT];
  if (count > CP_WAIT_LIMIT) count = CP_WAIT_LIMIT;
  // poll passes over negative descriptors.
  for (int i = 0; i < count; i++) polls[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  struct timespec limit = {0, 0};
  if (seconds >= 0) {
    if (seconds > 3600) seconds = 3600;
    limit.tv_sec = (time_t)seconds;
    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
  }
  if (ppoll(polls, (nfds_t)count, seconds >= 0 ? &limit : NULL, NULL) < 0) return -1;
  int bits = 0;
  for (int i = 0; i < count; i++) bits |= polls[i].revents ? 1 << i : 0;
  return bits;
}
