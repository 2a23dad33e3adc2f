// Signals: what ends or stops the program arrives as values through a pipe; what kills it gives the terminal back first.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int delivered[] = {SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT, SIGPIPE};
static const int traps[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGSYS};
enum { delivered_count = sizeof delivered / sizeof delivered[0], trap_count = sizeof traps / sizeof traps[0] };

static struct sigaction previous[NSIG];
static int pipe_ends[2] = {-1, -1};
static atomic_int pending_ends;
static atomic_int stopped_by_us;
static void *trap_stack;

// MARK: Giving the terminal back

static struct {
  int output;
  int input;
  size_t count;
  uint8_t bytes[512];
  struct termios modes;
  char message[128];
} owed;
static atomic_int armed;

/// A terminal that takes nothing more must not keep us from dying: wait only so long.
static void write_bounded(int descriptor, const uint8_t *bytes, size_t count) {
  int failures = 0;
  while (count > 0 && failures < 8) {
    struct pollfd ready = {descriptor, POLLOUT, 0};
    int answer = poll(&ready, 1, 250);
    if (answer == 0 || (answer > 0 && (ready.revents & (POLLERR | POLLNVAL)))) return;
    ssize_t written = answer < 0 ? -1 : write(descriptor, bytes, count);
    if (written < 0) {
      if (errno != EINTR && errno != EAGAIN) return;
      failures++;
    } else {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

static void restore_at_exit(void) { cp_guard_restore(); }

void cp_guard_arm(int output, int input, const uint8_t *bytes, size_t count, const struct termios *modes) {
  static atomic_int registered;
  atomic_store(&armed, 0);
  owed.output = output;
  owed.input = input;
  owed.count = count < sizeof owed.bytes ? count : sizeof owed.bytes;
  memcpy(owed.bytes, bytes, owed.count);
  owed.modes = *modes;
  if (!atomic_exchange(&registered, 1)) atexit(restore_at_exit);
  atomic_store(&armed, 1);
}

void cp_guard_set_message(const char *message) {
  strncpy(owed.message, message, sizeof owed.message - 1);
}

int cp_guard_restore(void) {
  if (!atomic_exchange(&armed, 0)) return 0;
  int saved = errno;
  // Where another job owns the terminal, writing to it would stop us half-way.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stop, &before);
  write_bounded(owed.output, owed.bytes, owed.count);
  if (cp_in_foreground(owed.input) != 0) {
    // What the mouse still sent, and answers that come late, are not the shell's to read.
    tcflush(owed.input, TCIFLUSH);
    while (tcsetattr(owed.input, TCSANOW, &owed.modes) < 0 && errno == EINTR) {}
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = saved;
  return 1;
}

int cp_in_foreground(int descriptor) {
  pid_t owner = tcgetpgrp(descriptor);
  if (owner < 0) return -1;
  return owner == getpgrp();
}

void cp_raw_modes(struct termios *modes) {
  modes->c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
  modes->c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
  modes->c_lflag |= ISIG;
  modes->c_cc[VSUSP] = _POSIX_VDISABLE;
#ifdef VDSUSP
  modes->c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
  modes->c_cc[VMIN] = 1;
  modes->c_cc[VTIME] = 0;
}

// MARK: Handlers

static void deliver(int signal) {
  int saved = errno;
  if (signal == SIGTERM || signal == SIGHUP || signal == SIGINT) {
    // Nobody has taken the last three: the program hangs, and the person insists.
    if (atomic_fetch_add(&pending_ends, 1) >= 3) {
      cp_guard_restore();
      cp_die_of(signal);
    }
  }
  // Whoever asked for the stop also knows that it is over.
  if (signal == SIGCONT && atomic_load(&stopped_by_us)) return;
  uint8_t number = (uint8_t)signal;
  ssize_t ignored = write(pipe_ends[1], &number, 1);
  (void)ignored;
  errno = saved;
}

static void trap(int signal, siginfo_t *info, void *context) {
  (void)context;
  // A mapped file that was cut is no reason to die.
  if (signal == SIGBUS && info != NULL && cp_repair_map(info->si_addr)) return;
  if (cp_guard_restore()) write_bounded(STDERR_FILENO, (const uint8_t *)owed.message, strlen(owed.message));
  cp_die_of(signal);
}

void cp_die_of(int signal) {
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
}

static int open_pipe(void) {
  if (pipe_ends[0] >= 0) return 0;
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  return 1;
}

int cp_signals_install(void) {
  int fresh = open_pipe();
  if (fresh < 0) return -1;
  if (trap_stack == NULL) {
    size_t size = 64 * 1024;
    trap_stack = malloc(size);
    stack_t stack = {.ss_sp = trap_stack, .ss_size = size};
    if (trap_stack != NULL) sigaltstack(&stack, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < delivered_count; i++) {
    // No SA_RESTART: a write that a dead terminal holds up must notice that the program is to end.
    action.sa_handler = delivered[i] == SIGPIPE ? SIG_IGN : deliver;
    sigaction(delivered[i], &action, fresh ? &previous[delivered[i]] : NULL);
  }
  action.sa_sigaction = trap;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (int i = 0; i < trap_count; i++) sigaction(traps[i], &action, fresh ? &previous[traps[i]] : NULL);
  // Whoever started us may have had them blocked, and masks are inherited.
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int i = 0; i < delivered_count; i++) sigaddset(&wanted, delivered[i]);
  for (int i = 0; i < trap_count; i++) sigaddset(&wanted, traps[i]);
  sigprocmask(SIG_UNBLOCK, &wanted, NULL);
  return pipe_ends[0];
}

void cp_signals_remove(void) {
  if (pipe_ends[0] < 0) return;
  for (int i = 0; i < delivered_count; i++) sigaction(delivered[i], &previous[delivered[i]], NULL);
  for (int i = 0; i < trap_count; i++) sigaction(traps[i], &previous[traps[i]], NULL);
  int ends[2] = {pipe_ends[0], pipe_ends[1]};
  pipe_ends[0] = pipe_ends[1] = -1;
  close(ends[0]);
  close(ends[1]);
  atomic_store(&pending_ends, 0);
}

int cp_next_signal(int descriptor) {
  uint8_t number = 0;
  ssize_t count;
  do { count = read(descriptor, &number, 1); } while (count < 0 && errno == EINTR);
  if (count != 1) return 0;
  if (number == SIGTERM || number == SIGHUP || number == SIGINT) atomic_fetch_sub(&pending_ends, 1);
  return number;
}

int cp_pending_ends(void) { return atomic_load(&pending_ends); }

int cp_stop_group(void) {
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &standard, &ours);
  atomic_store(&stopped_by_us, 1);
  int result = kill(0, SIGTSTP);
  atomic_store(&stopped_by_us, 0);
  sigaction(SIGTSTP, &ours, NULL);
  return result;
}

// MARK: Interrupting what has no screen

static atomic_int noted_interrupt;

static void note_interrupt(int signal) {
  // Whoever presses Ctrl-C twice means it.
  if (atomic_exchange(&noted_interrupt, signal) != 0) cp_die_of(signal);
}

void cp_note_interrupts(void) {
  static const int wanted[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = 0; i < 3; i++) {
    struct sigaction now;
    // What was ignored when we started (nohup) stays ignored.
    if (sigaction(wanted[i], NULL, &now) != 0 || now.sa_handler == SIG_IGN) continue;
    memset(&now, 0, sizeof now);
    now.sa_handler = note_interrupt;
    sigaction(wanted[i], &now, NULL);
  }
}

void cp_forget_interrupts(void) {
  static const int wanted[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = 0; i < 3; i++) {
    struct sigaction now;
    if (sigaction(wanted[i], NULL, &now) != 0 || now.sa_handler != note_interrupt) continue;
    now.sa_handler = SIG_DFL;
    sigaction(wanted[i], &now, NULL);
  }
  atomic_store(&noted_interrupt, 0);
}

int cp_noted_interrupt(void) { return atomic_load(&noted_interrupt); }

int cp_ignores(int signal) {
  struct sigaction now;
  return sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void cp_ignore(int signal) {
  struct sigaction ignore;
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN;
  sigaction(signal, &ignore, NULL);
}
