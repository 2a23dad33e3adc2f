// A terminal emulator for tests: libvterm behind a few fixed calls (its own cells have bit fields and unions).
#ifndef TRACKVIEW_CVTERM_H
#define TRACKVIEW_CVTERM_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvt_terminal cvt_terminal;

/// What the emulator shows at a position.
typedef struct {
  /// The scalars, base first; all 0 where nothing was written.
  uint32_t scalars[6];
  /// 0 the default, 0x01RRGGBB direct, 0x020000II palette: as `Cells.Color`.
  uint32_t foreground;
  uint32_t background;
  /// The bits of `Cells.Attributes`, without dim, which libvterm does not know.
  uint8_t attributes;
  uint8_t width;
} cvt_cell;

cvt_terminal *cvt_new(int rows, int columns);
void cvt_free(cvt_terminal *terminal);
void cvt_feed(cvt_terminal *terminal, const uint8_t *bytes, size_t count);
/// Takes what the emulator answered; the number of bytes.
size_t cvt_take_answers(cvt_terminal *terminal, uint8_t *buffer, size_t size);
void cvt_resize(cvt_terminal *terminal, int rows, int columns);
void cvt_cell_at(cvt_terminal *terminal, int row, int column, cvt_cell *cell);
void cvt_cursor(cvt_terminal *terminal, int *row, int *column, int *visible);
/// 1 while the alternate screen is shown.
int cvt_alternate(cvt_terminal *terminal);
/// What kind of mouse reports are on: 0 none, 1 clicks, 2 drags, 3 all.
int cvt_mouse(cvt_terminal *terminal);

#endif
