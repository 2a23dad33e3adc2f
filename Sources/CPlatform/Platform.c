// Memory files, widths, priorities, window sizes and pseudo-terminals.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>
#include <wchar.h>

int cp_memory_file(void) {
#ifdef __linux__
  int descriptor = memfd_create("trackview frame", MFD_CLOEXEC);
  if (descriptor >= 0) return descriptor;
#endif
  char path[256];
  const char *folder = getenv("TMPDIR");
  if (folder == NULL || *folder != '/' || strlen(folder) > 200) folder = "/tmp";
  strcpy(path, folder);
  strcat(path, "/trackview.XXXXXX");
  int file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  return file;
}

int cp_columns(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// Asks for turns of so long on a processor, from 0.1 to 100 ms: whoever wakes up and has shorter turns than who is running goes first
/// (`sched_setattr`, Linux 6.12 and later; nothing elsewhere).
static void take_turns_of(uint64_t nanoseconds, int niceness) {
#if defined(__linux__) && defined(SYS_sched_setattr)
  // The first version of the kernel's `struct sched_attr`.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = 48, .nice = niceness, .runtime = nanoseconds};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
#else
  (void)nanoseconds;
  (void)niceness;
#endif
}

void cp_lower_thread(void) {
#ifdef __linux__
  // On Linux each thread has a niceness of its own; POSIX gives it to the process.
  const id_t thread = (id_t)syscall(SYS_gettid);
  const int before = getpriority(PRIO_PROCESS, thread);
  const int niceness = before > 14 ? 19 : before + 5;
  setpriority(PRIO_PROCESS, thread, niceness);
  take_turns_of(20000000, niceness);
#endif
}

void cp_prompt_thread(void) {
#ifdef __linux__
  take_turns_of(500000, getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid)));
#endif
}

int cp_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int cp_set_window_size(int descriptor, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int cp_open_pty(int *controller, int *terminal, int columns, int rows) {
  int main_end = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (main_end < 0) return -1;
  char name[128];
  if (grantpt(main_end) == 0 && unlockpt(main_end) == 0 && ptsname_r(main_end, name, sizeof name) == 0) {
    int other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (other >= 0) {
      *controller = main_end;
      *terminal = other;
      return cp_set_window_size(other, columns, rows);
    }
  }
  close(main_end);
  return -1;
}
