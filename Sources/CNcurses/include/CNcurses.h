// The C room over ncursesw: the few calls that `Terminal` needs, each with a fixed number of plain arguments. No curses header is
// included here, so nothing of curses (its macros, its globals, its `bool`) reaches Swift.
//
// Why not curses itself: `setcchar` and `cchar_t` have a layout that depends on feature macros, `stdscr`, `COLORS`, `A_BOLD` and most
// of the "functions" are macros or globals that `newterm` moves, `tparm` is variadic, `attr_t` constants are macros with casts: Swift's
// importer sees none of these.
#ifndef TRACKVIEW_CNCURSES_H
#define TRACKVIEW_CNCURSES_H

#include <stddef.h>
#include <stdint.h>

/// One character of a row as it is handed over. `attributes` has the bits of `Cells.Attributes`: 1 bold, 2 dim, 4 italic,
/// 8 underline, 16 reverse.
typedef struct {
  uint32_t scalar;
  /// Combining scalars, 0 where there is none.
  uint32_t marks[2];
  /// A pair made by `cn_define_pair`; 0 is the terminal's own colours.
  int32_t pair;
  uint8_t attributes;
  /// 1 or 2; 0 marks the right half of a wide character and is skipped.
  uint8_t width;
  uint16_t reserved;
} cn_cell;

/// A curses screen whose output is caught in a memory file.
typedef struct cn_screen cn_screen;

/// Character types from the environment's locale; where that locale is not installed but asks for UTF-8, from C.UTF-8.
/// `setlocale` itself could be called from Swift; `nl_langinfo(CODESET)` takes a macro constant. Returns 1 for UTF-8.
int cn_set_locale(void);

/// Starts curses for the terminal type `type` on a duplicate of `tty` (so that the modes and the speed are the terminal's own), with
/// the size given. `memory` is an empty memory file that catches output. `colours` is 0 for what the terminal's description says;
/// 256 or 16777216 replace its colour strings by the semicolon forms (and only those). Returns NULL if the type is unknown or does
/// not suffice. Why C: `newterm` takes `FILE *`, and needs the surroundings described in CNcurses.c.
cn_screen *cn_open(const char *type, int tty, int input, int memory, int columns, int rows, int colours);
/// Frees everything; writes nothing. Why C: `delscreen` wants the screen to be the current one (`set_term`, a global).
void cn_close(cn_screen *screen);

/// Colours that the description names, −1 if none; reads a global that a macro hides.
int cn_colours(const cn_screen *screen);
/// Pairs that may be defined, the first being 1; likewise.
int cn_pairs(const cn_screen *screen);
/// Colours of a type's description without starting anything; −1 none, −2 unknown type. `setupterm` is callable, its globals are not.
int cn_type_colours(const char *type);
/// A string capability (as terminfo names it) of the screen's description without its padding, copied to `buffer`; its length, or −1
/// where it is absent, too long, or has parameters. `tigetstr` answers with three kinds of pointer that Swift cannot tell apart.
ptrdiff_t cn_capability(cn_screen *screen, const char *name, char *buffer, size_t size);

/// 1 if the terminal has CHA (CSI n G) for moving within a row, as every descendant of xterm has; likewise.
int cn_has_column_address(cn_screen *screen);

/// 1 if the terminal inserts and deletes characters, moving the rest of the row, by ICH and DCH (CSI n @, CSI n P), and has CHA and CUP.
int cn_moves_rows(cn_screen *screen);

/// Defines a pair of colour numbers, −1 the default. 0 on success. Above 255 the plain `init_pair` takes `short` and overflows.
int cn_define_pair(cn_screen *screen, int pair, int foreground, int background);
/// Forgets all pairs (`reset_color_pairs` acts on a global screen); everything must be drawn anew.
void cn_forget_pairs(cn_screen *screen);

/// Puts a row, from its first column, in one call: `mvwadd_wchnstr` takes `cchar_t`. Scalars that must not reach a terminal, or whose
/// width the C library sees otherwise, are replaced by U+FFFD or `?`.
void cn_put_row(cn_screen *screen, int row, const cn_cell *cells, int count);
/// Tells curses that a row of the terminal shows something else than it was told to, from its first column: the next frame sets out from that.
/// Why C: `curscr` is a macro for a global; the same cells must come of it as of `cn_put_row`.
void cn_note_row(cn_screen *screen, int row, const cn_cell *cells, int count);
/// The new size; 0 on success. Everything must be put and drawn anew.
int cn_resize(cn_screen *screen, int columns, int rows);
/// What curses has to say before the first frame: alternate screen, initial modes, hidden cursor. Number of bytes, or −1.
ptrdiff_t cn_enter(cn_screen *screen);
/// Computes what changes the terminal to the rows put, with the cursor left at a position. `repaint` draws everything. Returns the number
/// of bytes (0 if nothing changed), or −1. Why C: `doupdate` writes by itself, many times; see CNcurses.c.
ptrdiff_t cn_frame(cn_screen *screen, int column, int row, int repaint);
/// The bytes of the last `cn_enter` or `cn_frame`; valid until the next.
const uint8_t *cn_bytes(const cn_screen *screen);

/// The scalar that `cn_put_row` would show for one of the given width.
uint32_t cn_safe_scalar(uint32_t scalar, int width, int utf8);

/// Writes a compiled description (term(5), 32-bit numbers) of `type` with other colour strings; its size, or −1.
ptrdiff_t cn_compile_description(const char *type, int colours, uint8_t *buffer, size_t size);

#endif
