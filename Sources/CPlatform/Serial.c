// Serial lines and file locks: what is variadic, a macro, or named twice where Swift would call it.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static const struct { int rate; speed_t code; } rates[] = {
    {1200, B1200}, {2400, B2400}, {4800, B4800}, {9600, B9600}, {19200, B19200}, {38400, B38400},
    {57600, B57600}, {115200, B115200}, {230400, B230400},
#ifdef B460800
    {460800, B460800},
#endif
#ifdef B921600
    {921600, B921600},
#endif
};

int cp_set_baud(int descriptor, int baud) {
  struct termios modes;
  if (tcgetattr(descriptor, &modes) != 0) return -1;
  cfmakeraw(&modes);
  // A receiver has no modem that could hang up; reads return what is there.
  modes.c_cflag |= CLOCAL | CREAD;
  modes.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS | HUPCL);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  for (size_t index = 0; index < sizeof rates / sizeof *rates; index++)
    if (rates[index].rate == baud) {
      if (cfsetispeed(&modes, rates[index].code) != 0 || cfsetospeed(&modes, rates[index].code) != 0) return -1;
      if (tcsetattr(descriptor, TCSANOW, &modes) != 0) return -1;
      return tcflush(descriptor, TCIFLUSH);
    }
  errno = EINVAL;
  return -1;
}

int cp_open_serial(const char *path, int baud) {
  // Without O_NONBLOCK a line without a carrier would hold the call up, without O_NOCTTY its hang-up would end us.
  int descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 && (errno == EACCES || errno == EROFS)) descriptor = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return -1;
  if (cp_set_baud(descriptor, baud) == 0) return descriptor;
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

void cp_unlock_file(int descriptor) { flock(descriptor, LOCK_UN); }

int cp_lock_file(int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return 0;
  return -1;
}
