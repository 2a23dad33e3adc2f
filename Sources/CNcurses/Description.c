// A terminal's description with other colours: what ncurses knows of a type, compiled anew (term(5)) with setaf, setab and their like
// replaced. Nothing but the colour strings changes, so a type never borrows the movement or erasing of a terminal that it is not.
#include "CNcurses.h"

#include <curses.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

/// ISO 8613-6 colours with semicolons, understood wherever direct colour is (the colon form is not). Numbers below 256 are palette
/// entries, the rest 0xRRGGBB; a blue of less than 0x100 therefore has to be moved by its caller.
#define INDEXED(low, high, extended) \
  "\033[%?%p1%{8}%<%t" low "%p1%d%e%p1%{16}%<%t" high "%p1%{8}%-%d%e%p1%{256}%<%t" extended "5;%p1%d"
#define DIRECT(extended) "%e" extended "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
static const char set_foreground_direct[] = INDEXED("3", "9", "38;") DIRECT("38;") "%;m";
static const char set_background_direct[] = INDEXED("4", "10", "48;") DIRECT("48;") "%;m";
static const char set_foreground_indexed[] = INDEXED("3", "9", "38;") "%;m";
static const char set_background_indexed[] = INDEXED("4", "10", "48;") "%;m";

typedef struct {
  uint8_t *bytes;
  size_t size;
  size_t used;
  int failed;
} writer;

static void put8(writer *out, int value) {
  if (out->used + 1 > out->size) {
    out->failed = 1;
  } else {
    out->bytes[out->used++] = (uint8_t)value;
  }
}

static void put16(writer *out, int value) {
  put8(out, value & 0xFF);
  put8(out, value >> 8 & 0xFF);
}

static void put32(writer *out, int value) {
  put16(out, value & 0xFFFF);
  put16(out, value >> 16 & 0xFFFF);
}

static void put_text(writer *out, const char *text) {
  for (; *text != 0; text++) put8(out, *text);
  put8(out, 0);
}

/// A string capability with ours in place of the description's; NULL where absent.
static const char *string_of(const char *name, int colours) {
  int direct = colours > 256;
  if (strcmp(name, "setaf") == 0) return direct ? set_foreground_direct : set_foreground_indexed;
  if (strcmp(name, "setab") == 0) return direct ? set_background_direct : set_background_indexed;
  if (strcmp(name, "op") == 0) return "\033[39;49m";
  static const char *const dropped[] = {"setf", "setb", "initc", "initp", "scp", "oc", NULL};
  for (int i = 0; dropped[i] != NULL; i++) {
    if (strcmp(name, dropped[i]) == 0) return NULL;
  }
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

static int count_of(NCURSES_CONST char *const *names) {
  int count = 0;
  while (names[count] != NULL) count++;
  return count;
}

static void put_numbers(writer *out, int count, int colours) {
  for (int i = 0; i < count; i++) {
    const char *name = numnames[i];
    if (strcmp(name, "colors") == 0) {
      put32(out, colours);
    } else if (strcmp(name, "pairs") == 0) {
      put32(out, 0x10000);
    } else {
      int value = tigetnum(name);
      put32(out, value < 0 ? -1 : value);
    }
  }
}

/// AX: SGR 39 and 49 are the default colours. RGB: colour numbers are not palette entries (else curses allocates 16 million of them).
static void put_extensions(writer *out, int colours) {
  int count = colours > 256 ? 2 : 1;
  int table = colours > 256 ? 7 : 3;
  if (out->used % 2 == 1) put8(out, 0);
  put16(out, count);
  put16(out, 0);
  put16(out, 0);
  put16(out, count);
  put16(out, table);
  for (int i = 0; i < count; i++) put8(out, 1);
  if (out->used % 2 == 1) put8(out, 0);
  put16(out, 0);
  if (count == 2) put16(out, 3);
  put_text(out, "AX");
  if (count == 2) put_text(out, "RGB");
}

static ptrdiff_t compile(const char *type, int colours, writer *out) {
  int flags = count_of(boolnames), numbers = count_of(numnames), strings = count_of(strnames);
  int table = 0;
  for (int i = 0; i < strings; i++) {
    const char *value = string_of(strnames[i], colours);
    if (value != NULL) table += (int)strlen(value) + 1;
  }
  if (table > 0x7FFF) return -1;
  const int with_wide_numbers = 01036;
  put16(out, with_wide_numbers);
  put16(out, (int)strlen(type) + 1);
  put16(out, flags);
  put16(out, numbers);
  put16(out, strings);
  put16(out, table);
  put_text(out, type);
  for (int i = 0; i < flags; i++) put8(out, strcmp(boolnames[i], "ccc") != 0 && tigetflag(boolnames[i]) > 0);
  if (out->used % 2 == 1) put8(out, 0);
  put_numbers(out, numbers, colours);
  int offset = 0;
  for (int i = 0; i < strings; i++) {
    const char *value = string_of(strnames[i], colours);
    put16(out, value == NULL ? -1 : offset);
    if (value != NULL) offset += (int)strlen(value) + 1;
  }
  for (int i = 0; i < strings; i++) {
    const char *value = string_of(strnames[i], colours);
    if (value != NULL) put_text(out, value);
  }
  put_extensions(out, colours);
  return out->failed ? -1 : (ptrdiff_t)out->used;
}

ptrdiff_t cn_compile_description(const char *type, int colours, uint8_t *buffer, size_t size) {
  int status = 0;
  TERMINAL *before = cur_term;
  if (strlen(type) > 128 || setupterm(type, 1, &status) != OK) return -1;
  TERMINAL *mine = cur_term;
  writer out = {buffer, size, 0, 0};
  ptrdiff_t result = compile(type, colours, &out);
  set_curterm(before);
  del_curterm(mine);
  return result;
}

int cn_type_colours(const char *type) {
  int status = 0;
  TERMINAL *before = cur_term;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return -2;
  TERMINAL *mine = cur_term;
  int colours = tigetnum("colors");
  set_curterm(before);
  del_curterm(mine);
  return colours > 0 ? colours : -1;
}
