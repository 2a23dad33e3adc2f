#include "CWorld.h"

// C23's #embed, which Swift's own clang knows; as an extension it warns in older C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "world.bin"
};

const void *cworld_bytes(void) { return bytes; }
size_t cworld_count(void) { return sizeof bytes; }
