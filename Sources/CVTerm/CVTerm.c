// libvterm with its screen layer, alternate screen on.
#include "CVTerm.h"

#include <stdlib.h>
#include <string.h>
#include <vterm.h>

struct cvt_terminal {
  VTerm *emulator;
  VTermScreen *screen;
  int visible;
  int alternate;
  int mouse;
};

static int property(VTermProp prop, VTermValue *value, void *user) {
  cvt_terminal *terminal = user;
  if (prop == VTERM_PROP_CURSORVISIBLE) terminal->visible = value->boolean;
  if (prop == VTERM_PROP_ALTSCREEN) terminal->alternate = value->boolean;
  if (prop == VTERM_PROP_MOUSE) terminal->mouse = value->number;
  return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = property};

cvt_terminal *cvt_new(int rows, int columns) {
  cvt_terminal *terminal = calloc(1, sizeof *terminal);
  terminal->visible = 1;
  terminal->emulator = vterm_new(rows, columns);
  vterm_set_utf8(terminal->emulator, 1);
  terminal->screen = vterm_obtain_screen(terminal->emulator);
  vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
  vterm_screen_enable_altscreen(terminal->screen, 1);
  vterm_screen_reset(terminal->screen, 1);
  return terminal;
}

void cvt_free(cvt_terminal *terminal) {
  vterm_free(terminal->emulator);
  free(terminal);
}

void cvt_feed(cvt_terminal *terminal, const uint8_t *bytes, size_t count) {
  vterm_input_write(terminal->emulator, (const char *)bytes, count);
}

size_t cvt_take_answers(cvt_terminal *terminal, uint8_t *buffer, size_t size) {
  return vterm_output_read(terminal->emulator, (char *)buffer, size);
}

void cvt_resize(cvt_terminal *terminal, int rows, int columns) { vterm_set_size(terminal->emulator, rows, columns); }

static uint32_t color(const VTermColor *value, int background) {
  if (background ? VTERM_COLOR_IS_DEFAULT_BG(value) : VTERM_COLOR_IS_DEFAULT_FG(value)) return 0;
  if (VTERM_COLOR_IS_INDEXED(value)) return 0x02000000u | value->indexed.idx;
  return 0x01000000u | (uint32_t)value->rgb.red << 16 | (uint32_t)value->rgb.green << 8 | value->rgb.blue;
}

void cvt_cell_at(cvt_terminal *terminal, int row, int column, cvt_cell *cell) {
  VTermPos at = {.row = row, .col = column};
  VTermScreenCell source;
  memset(cell, 0, sizeof *cell);
  memset(&source, 0, sizeof source);
  if (!vterm_screen_get_cell(terminal->screen, at, &source)) return;
  for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && i < 6; i++) cell->scalars[i] = source.chars[i];
  cell->foreground = color(&source.fg, 0);
  cell->background = color(&source.bg, 1);
  cell->width = (uint8_t)source.width;
  cell->attributes = (uint8_t)((source.attrs.bold ? 1 : 0) | (source.attrs.italic ? 4 : 0) | (source.attrs.underline ? 8 : 0) |
                               (source.attrs.reverse ? 16 : 0));
}

void cvt_cursor(cvt_terminal *terminal, int *row, int *column, int *visible) {
  VTermPos at;
  vterm_state_get_cursorpos(vterm_obtain_state(terminal->emulator), &at);
  *row = at.row;
  *column = at.col;
  *visible = terminal->visible;
}

int cvt_alternate(cvt_terminal *terminal) { return terminal->alternate; }
int cvt_mouse(cvt_terminal *terminal) { return terminal->mouse; }
