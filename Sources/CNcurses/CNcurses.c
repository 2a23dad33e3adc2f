// The screen: curses started on a duplicate of the terminal, its output caught so that a frame is one write.
#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct cn_screen {
  SCREEN *curses;
  FILE *output;
  FILE *input;
  int tty;
  int memory;
  int utf8;
  uint8_t *bytes;
  size_t capacity;
  cchar_t *row;
  int row_capacity;
  /// Whether the C library gives every braille pattern one column.
  int has_braille;
};

int cn_set_locale(void) {
  if (setlocale(LC_CTYPE, "") == NULL) {
    const char *name = getenv("LC_ALL");
    if (name == NULL || *name == 0) name = getenv("LC_CTYPE");
    if (name == NULL || *name == 0) name = getenv("LANG");
    if (name != NULL && (strcasestr(name, "utf-8") != NULL || strcasestr(name, "utf8") != NULL)) {
      if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "C.utf8");
    }
  }
  const char *codeset = nl_langinfo(CODESET);
  return codeset != NULL && (strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "utf8") == 0);
}

/// An environment variable for a while.
typedef struct {
  const char *name;
  char *previous;
} borrowed;

static borrowed borrow(const char *name, const char *value) {
  const char *old = getenv(name);
  borrowed out = {name, old == NULL ? NULL : strdup(old)};
  setenv(name, value, 1);
  return out;
}

static void give_back(borrowed variable) {
  if (variable.previous == NULL) {
    unsetenv(variable.name);
  } else {
    setenv(variable.name, variable.previous, 1);
    free(variable.previous);
  }
}

static void encode_base64(const uint8_t *bytes, size_t count, char *out) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < count; i += 3) {
    uint32_t group = (uint32_t)bytes[i] << 16;
    if (i + 1 < count) group |= (uint32_t)bytes[i + 1] << 8;
    if (i + 2 < count) group |= bytes[i + 2];
    *out++ = letters[group >> 18];
    *out++ = letters[group >> 12 & 63];
    *out++ = i + 1 < count ? letters[group >> 6 & 63] : '=';
    *out++ = i + 2 < count ? letters[group & 63] : '=';
  }
  *out = 0;
}

/// `newterm` with colour strings of ours: a description may be given in the environment itself (ncurses 6.1 and later), so no file
/// is needed, and everything but the colours stays what the terminal's own description says.
static SCREEN *newterm_with_colours(const char *type, int colours, FILE *output, FILE *input) {
  enum { maximum = 16384 };
  uint8_t *description = malloc(maximum);
  char *text = malloc(maximum * 4 / 3 + 16);
  SCREEN *curses = NULL;
  ptrdiff_t size = description && text ? cn_compile_description(type, colours, description, maximum) : -1;
  if (size > 0) {
    memcpy(text, "b64:", 4);
    encode_base64(description, (size_t)size, text + 4);
    borrowed terminfo = borrow("TERMINFO", text);
    curses = newterm(type, output, input);
    give_back(terminfo);
  }
  free(description);
  free(text);
  return curses;
}

static int prepare(cn_screen *screen) {
  set_term(screen->curses);
  // Never look at the input: it is read and decoded elsewhere.
  typeahead(-1);
  if (start_color() == OK) use_default_colors();
  leaveok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  idlok(stdscr, TRUE);
  idcok(stdscr, TRUE);
  return 1;
}

cn_screen *cn_open(const char *type, int tty, int input, int memory, int columns, int rows, int colours) {
  cn_screen *screen = calloc(1, sizeof *screen);
  if (screen == NULL) return NULL;
  screen->tty = tty;
  screen->memory = memory;
  const char *codeset = nl_langinfo(CODESET);
  screen->utf8 = codeset != NULL && strcasecmp(codeset, "UTF-8") == 0;
  screen->has_braille = screen->utf8;
  for (wchar_t dots = 0x2800; dots < 0x2900; dots++) screen->has_braille &= wcwidth(dots) == 1;
  int out = fcntl(tty, F_DUPFD_CLOEXEC, 3);
  int in = fcntl(input, F_DUPFD_CLOEXEC, 3);
  screen->output = out < 0 ? NULL : fdopen(out, "w");
  screen->input = in < 0 ? NULL : fdopen(in, "r");
  if (screen->output == NULL && out >= 0) close(out);
  if (screen->input == NULL && in >= 0) close(in);
  if (screen->output != NULL && screen->input != NULL) {
    // `newterm` allocates what the terminal claims its size to be, which may be anything: LINES and COLUMNS take precedence.
    char number[16];
    snprintf(number, sizeof number, "%d", rows);
    borrowed lines = borrow("LINES", number);
    snprintf(number, sizeof number, "%d", columns);
    borrowed width = borrow("COLUMNS", number);
    // Old descriptions ask for pauses that no emulator needs; without pad characters curses would sleep.
    borrowed padding = borrow("NCURSES_NO_PADDING", "1");
    screen->curses = colours > 0 ? newterm_with_colours(type, colours, screen->output, screen->input)
                                 : newterm(type, screen->output, screen->input);
    give_back(padding);
    give_back(width);
    give_back(lines);
  }
  if (screen->curses == NULL || !prepare(screen)) {
    cn_close(screen);
    return NULL;
  }
  return screen;
}

void cn_close(cn_screen *screen) {
  if (screen == NULL) return;
  if (screen->curses != NULL) {
    set_term(screen->curses);
    // What curses still holds back must not come out when its streams close.
    if (screen->output != NULL) dup2(screen->memory, fileno(screen->output));
    delscreen(screen->curses);
  }
  if (screen->output != NULL) fclose(screen->output);
  if (screen->input != NULL) fclose(screen->input);
  free(screen->bytes);
  free(screen->row);
  free(screen);
}

int cn_colours(const cn_screen *screen) {
  set_term(screen->curses);
  return has_colors() ? COLORS : -1;
}

int cn_pairs(const cn_screen *screen) {
  set_term(screen->curses);
  return has_colors() ? COLOR_PAIRS : 0;
}

static int is_capability(const char *name, const char *wanted) {
  const char *value = tigetstr(name);
  return value != NULL && value != (char *)-1 && strcmp(value, wanted) == 0;
}

int cn_has_column_address(cn_screen *screen) {
  set_term(screen->curses);
  return is_capability("hpa", "\033[%i%p1%dG");
}

int cn_moves_rows(cn_screen *screen) {
  set_term(screen->curses);
  return is_capability("ich", "\033[%p1%d@") && is_capability("dch", "\033[%p1%dP") && is_capability("hpa", "\033[%i%p1%dG") &&
         is_capability("cup", "\033[%i%p1%d;%p2%dH");
}

ptrdiff_t cn_capability(cn_screen *screen, const char *name, char *buffer, size_t size) {
  set_term(screen->curses);
  const char *value = tigetstr(name);
  if (value == NULL || value == (char *)-1) return -1;
  size_t used = 0;
  for (const char *at = value; *at != 0;) {
    if (at[0] == '%') return -1;
    if (at[0] == '$' && at[1] == '<') {
      const char *end = strchr(at, '>');
      if (end != NULL) {
        at = end + 1;
        continue;
      }
    }
    if (used >= size) return -1;
    buffer[used++] = *at++;
  }
  return (ptrdiff_t)used;
}

int cn_define_pair(cn_screen *screen, int pair, int foreground, int background) {
  set_term(screen->curses);
  return init_extended_pair(pair, foreground, background) == OK ? 0 : -1;
}

void cn_forget_pairs(cn_screen *screen) {
  set_term(screen->curses);
  reset_color_pairs();
}

/// Controls, bidi and other format characters, surrogates, private code points, variation selectors (they change widths).
static int is_forbidden(uint32_t scalar) {
  return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) || scalar == 0xAD || scalar == 0x34F || scalar == 0x61C || scalar == 0x180E ||
         (scalar >= 0x180B && scalar <= 0x180F) || (scalar >= 0x200B && scalar <= 0x200F) || (scalar >= 0x2028 && scalar <= 0x202E) ||
         (scalar >= 0x2060 && scalar <= 0x206F) || (scalar >= 0xD800 && scalar <= 0xF8FF) || (scalar >= 0xFE00 && scalar <= 0xFE0F) ||
         scalar == 0xFEFF || (scalar >= 0xFFF0 && scalar <= 0xFFFB) || (scalar & 0xFFFE) == 0xFFFE || scalar >= 0xE0000;
}

uint32_t cn_safe_scalar(uint32_t scalar, int width, int utf8) {
  if (scalar >= 0x20 && scalar < 0x7F) return width == 1 ? scalar : '?';
  if (!utf8) return '?';
  if (!is_forbidden(scalar) && wcwidth((wchar_t)scalar) == width) return scalar;
  return wcwidth(0xFFFD) == 1 ? 0xFFFD : '?';
}

static attr_t curses_attributes(uint8_t bits) {
  attr_t out = A_NORMAL;
  if (bits & 1) out |= A_BOLD;
  if (bits & 2) out |= A_DIM;
#ifdef A_ITALIC
  if (bits & 4) out |= A_ITALIC;
#endif
  if (bits & 8) out |= A_UNDERLINE;
  if (bits & 16) out |= A_REVERSE;
  return out;
}

static int reserve_row(cn_screen *screen, int count) {
  if (count <= screen->row_capacity) return 1;
  cchar_t *larger = realloc(screen->row, sizeof(cchar_t) * (size_t)count);
  if (larger == NULL) return 0;
  screen->row = larger;
  screen->row_capacity = count;
  return 1;
}

/// Makes a row of what curses takes, in `screen->row`; how many of them, 0 where there is no such row.
static int make_row(cn_screen *screen, int row, const cn_cell *cells, int count) {
  set_term(screen->curses);
  if (count > COLS) count = COLS;
  if (row < 0 || row >= LINES || count <= 0 || !reserve_row(screen, count)) return 0;
  // `setcchar` is asked once for each run of one style; the scalars are then set by hand.
  cchar_t style;
  int made = 0;
  uint8_t attributes = 0;
  int pair = 0;
  int used = 0;
  for (int i = 0; i < count; i++) {
    const cn_cell *cell = &cells[i];
    int width = cell->width;
    // A half without its other half is a blank, or everything after it would move.
    if (width == 0 && i > 0 && cells[i - 1].width == 2) continue;
    int whole = width == 1 || (width == 2 && i + 1 < count && cells[i + 1].width == 0);
    if (!made || attributes != cell->attributes || pair != cell->pair) {
      int number = cell->pair;
      setcchar(&style, L" ", curses_attributes(cell->attributes), 0, &number);
      made = 1;
      attributes = cell->attributes;
      pair = cell->pair;
    }
    // Most cells of a map are braille, which need not be measured again.
    int is_dots = width == 1 && screen->has_braille && cell->scalar - 0x2800 < 0x100;
    uint32_t scalar = is_dots ? cell->scalar : whole ? cn_safe_scalar(cell->scalar, width, screen->utf8) : ' ';
    int replaced = scalar != cell->scalar;
    cchar_t *out = &screen->row[used++];
    *out = style;
    out->chars[0] = (wchar_t)scalar;
    // In the last column, where the next character would wrap, terminals disagree about what a mark joins.
    int joins = !replaced && screen->utf8 && i + width < COLS;
    for (int m = 0, n = 1; m < 2 && joins; m++) {
      uint32_t mark = cell->marks[m];
      if (mark >= 0x300 && !is_forbidden(mark) && wcwidth((wchar_t)mark) == 0) out->chars[n++] = (wchar_t)mark;
    }
    if (width == 2 && whole && replaced) {
      screen->row[used] = style;
      used++;
      i++;
    } else if (width == 2 && !whole && i + 1 < count && cells[i + 1].width == 0) {
      screen->row[used++] = style;
      i++;
    }
  }
  return used;
}

void cn_put_row(cn_screen *screen, int row, const cn_cell *cells, int count) {
  int used = make_row(screen, row, cells, count);
  if (used > 0) mvwadd_wchnstr(stdscr, row, 0, screen->row, used);
}

void cn_note_row(cn_screen *screen, int row, const cn_cell *cells, int count) {
  int used = make_row(screen, row, cells, count);
  if (used == 0) return;
  // `curscr` is what curses takes the terminal to show; a row of it that was touched is compared as a whole with the row of `newscr`.
  int y = getcury(curscr);
  int x = getcurx(curscr);
  mvwadd_wchnstr(curscr, row, 0, screen->row, used);
  wmove(curscr, y, x);
  wtouchln(newscr, row, 1, 1);
}

int cn_resize(cn_screen *screen, int columns, int rows) {
  set_term(screen->curses);
  if (resizeterm(rows, columns) != OK || LINES != rows || COLS != columns) return -1;
  return 0;
}

/// Reads back what curses wrote into the memory file, and empties it.
static ptrdiff_t collect(cn_screen *screen) {
  off_t size = lseek(screen->memory, 0, SEEK_CUR);
  if (size < 0) return -1;
  if (size == 0) return 0;
  if ((size_t)size > screen->capacity) {
    uint8_t *larger = realloc(screen->bytes, (size_t)size * 2);
    if (larger == NULL) return -1;
    screen->bytes = larger;
    screen->capacity = (size_t)size * 2;
  }
  for (off_t at = 0; at < size;) {
    ssize_t count = pread(screen->memory, screen->bytes + at, (size_t)(size - at), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    at += count;
  }
  return lseek(screen->memory, 0, SEEK_SET) < 0 ? -1 : (ptrdiff_t)size;
}

/// curses keeps writing to the descriptor it knows; for a while that is the memory file. `newterm` itself must see the terminal there.
static int redirect(cn_screen *screen, int target) {
  int result;
  do { result = dup3(target, fileno(screen->output), O_CLOEXEC); } while (result < 0 && (errno == EINTR || errno == EBUSY));
  return result;
}

ptrdiff_t cn_enter(cn_screen *screen) {
  set_term(screen->curses);
  if (redirect(screen, screen->memory) < 0) return -1;
  // `newterm` leaves its first bytes in a buffer; changing the cursor's visibility is the one public call that flushes it.
  curs_set(0);
  if (redirect(screen, screen->tty) < 0) return -1;
  return collect(screen);
}

ptrdiff_t cn_frame(cn_screen *screen, int column, int row, int repaint) {
  set_term(screen->curses);
  if (repaint) clearok(curscr, TRUE);
  wmove(stdscr, row < 0 ? 0 : row >= LINES ? LINES - 1 : row, column < 0 ? 0 : column >= COLS ? COLS - 1 : column);
  wnoutrefresh(stdscr);
  if (redirect(screen, screen->memory) < 0) return -1;
  int result = doupdate();
  if (redirect(screen, screen->tty) < 0 || result == ERR) return -1;
  return collect(screen);
}

const uint8_t *cn_bytes(const cn_screen *screen) { return screen->bytes; }
