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

void cp_lower_thread(void) {
#ifdef __linux__
  // On Linux each thread has a niceness of its own; POSIX gives it to the process.
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 5);
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
