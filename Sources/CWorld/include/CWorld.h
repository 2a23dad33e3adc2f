// The embedded world: `world.bin`, which WorldMaker writes and BaseMap reads.
#ifndef TRACKVIEW_CWORLD_H
#define TRACKVIEW_CWORLD_H

#include <stddef.h>

/// The first byte of `world.bin`; it lives as long as the program.
const void *_Nonnull cworld_bytes(void);
/// How many bytes there are.
size_t cworld_count(void);

#endif
