// The system calls that Swift's C library module lacks, and what must be C because it runs inside a signal handler.
#ifndef TRACKVIEW_CPLATFORM_H
#define TRACKVIEW_CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// A file in memory (`memfd_create`, a GNU extension that Swift's module leaves out), or an unlinked temporary file. −1 on failure.
int cp_memory_file(void);
/// Columns of a scalar as the C library counts them (`wcwidth` is hidden behind `_XOPEN_SOURCE`).
int cp_columns(uint32_t scalar);

/// Lets all other threads go before the calling one, which works in the background; nothing where the system has no such thing.
void cp_lower_thread(void);
/// Asks that the calling thread, which works little and often, need not wait for others when it wakes up; nothing where the system cannot.
void cp_prompt_thread(void);

/// Size of a terminal in cells (`ioctl` is variadic); 0 on success. Either may be 0 where the terminal does not know.
int cp_window_size(int descriptor, int *columns, int *rows);
/// Tells a terminal its size; 0 on success.
int cp_set_window_size(int descriptor, int columns, int rows);
/// A pseudo-terminal (`posix_openpt` and its family); both ends close on exec. 0 on success.
int cp_open_pty(int *controller, int *terminal, int columns, int rows);

/// Opens a serial line for reading raw bytes at so many bits a second (1200 … 921600): it does not become the controlling terminal, and
/// reads do not wait. −1 on failure, with ENOTTY where it is none.
int cp_open_serial(const char *path, int baud);
/// Changes the speed of an open serial line, sets its modes anew and throws away what waits in it; 0 on success.
int cp_set_baud(int descriptor, int baud);

/// Takes the lock of an open file, which is given back when its last descriptor closes; −1 where another process has it. A file
/// system without locks gives it to everybody.
int cp_lock_file(int descriptor);
/// Gives it back at once, also where a process that is just being started has the descriptor still.
void cp_unlock_file(int descriptor);

/// Waits until one of two descriptors is readable (or closed) or the seconds have passed; negative waits without end. Bit 0 for the first,
/// bit 1 for the second, 0 when time is up, −1 for an error in `errno` (EINTR too).
int cp_wait(int first, int second, double seconds);

/// The same for up to CP_WAIT_LIMIT; a negative descriptor is left out, those beyond the limit too. Bit n stands for the nth, from 0.
#define CP_WAIT_LIMIT 16
int cp_wait_any(const int *descriptors, int count, double seconds);

/// Maps the first bytes of a file for reading, once through; NULL where that cannot be done. If the file is cut meanwhile, what is missing
/// reads as zeros and `cp_map_whole` says so. At most 16 at a time.
const uint8_t *cp_map_file(int descriptor, size_t count);
/// Gives back the memory of whole pages at the start of a map or part of one; they are read again if they are touched.
void cp_forget_map(const uint8_t *bytes, size_t count);
void cp_unmap_file(const uint8_t *bytes, size_t count);
/// How many bytes of a map of `count` bytes come before the first page that was not there when it was read; `count` where nothing is lost.
size_t cp_map_whole(const uint8_t *bytes, size_t count);
/// For a SIGBUS handler: puts zeros where a mapped file has lost a page. 1 if it did.
int cp_repair_map(void *address);

/// 1 if the calling process' group owns the terminal, 0 if another does, −1 if it is not our controlling terminal.
int cp_in_foreground(int descriptor);

/// Installs handlers for SIGTERM SIGHUP SIGINT SIGWINCH SIGTSTP SIGCONT that write the signal's number to a pipe, ignores SIGPIPE, and
/// installs the traps (SIGSEGV SIGBUS SIGILL SIGTRAP SIGABRT SIGFPE SIGQUIT SIGSYS) on a stack of their own, which give the terminal
/// back and let the signal do its default. Returns the pipe's readable end (non-blocking), or −1. Again is allowed: a second call
/// installs anew what somebody else replaced.
int cp_signals_install(void);
/// Puts back the handlers that `cp_signals_install` found, and closes the pipe.
void cp_signals_remove(void);
/// Next pending signal number, 0 if none.
int cp_next_signal(int descriptor);
/// How many SIGTERM, SIGHUP or SIGINT came and were not yet taken with `cp_next_signal`.
int cp_pending_ends(void);
/// For commands without a screen: the first SIGINT, SIGTERM or SIGHUP is noted (and interrupts a read), a second one ends the program.
void cp_note_interrupts(void);
/// From now on these signals end the program again.
void cp_forget_interrupts(void);
/// The number of the signal that was noted, 0 if none.
int cp_noted_interrupt(void);
/// Whether a signal is ignored, as whoever started the program may have wanted (`nohup`).
int cp_ignores(int signal);
/// From now on it is.
void cp_ignore(int signal);
/// Stops the whole process group as Ctrl-Z would, returning once it goes on. 0 on success.
int cp_stop_group(void);
/// Raises a signal with its default action, ending the process as that signal would.
void cp_die_of(int signal);

/// Changes modes for a full-screen program (`c_cc` is a tuple in Swift): bytes as they are typed, no echo, no flow control. Ctrl-C and
/// Ctrl-\ stay signals, so that a hanging program can be ended; Ctrl-Z arrives as a byte, because the terminal would stop the shell's
/// other processes (`make`) before we have given the screen back.
void cp_raw_modes(struct termios *modes);

/// From now on the terminal must be given back: `bytes` are written to `output`, then `modes` are set on `input`. Copies both.
void cp_guard_arm(int output, int input, const uint8_t *bytes, size_t count, const struct termios *modes);
/// Gives the terminal back if that is owed; safe in signal handlers and at exit; does it once. Returns 1 if it did.
int cp_guard_restore(void);
/// What a trap prints to standard error after the terminal was given back; cut at 127 bytes.
void cp_guard_set_message(const char *message);

#endif
