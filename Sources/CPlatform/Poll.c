// Waiting for two descriptors to the nanosecond: `ppoll` is a GNU extension that Swift's C library module leaves out, and the whole
// milliseconds of `poll` would run ahead of a frame.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <poll.h>
#include <signal.h>
#include <time.h>

int cp_wait(int first, int second, double seconds) { return cp_wait_for(first, second, -1, seconds); }

int cp_wait_for(int first, int second, int third, double seconds) {
  // poll passes over negative descriptors.
  struct pollfd polls[3] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}, {.fd = third, .events = POLLIN}};
  struct timespec limit = {0, 0};
  if (seconds >= 0) {
    if (seconds > 3600) seconds = 3600;
    limit.tv_sec = (time_t)seconds;
    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
  }
  int count = ppoll(polls, 3, seconds >= 0 ? &limit : NULL, NULL);
  if (count < 0) return -1;
  return (polls[0].revents ? 1 : 0) | (polls[1].revents ? 2 : 0) | (polls[2].revents ? 4 : 0);
}
