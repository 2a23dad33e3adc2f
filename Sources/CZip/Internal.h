// Owns what the C files of this room share: output that grows, and unpacking of one deflate stream.

#ifndef TRACKVIEW_CZIP_INTERNAL_H
#define TRACKVIEW_CZIP_INTERNAL_H

#include "CZip.h"

// Makes room for at least one more byte, up to the limit.
czip_status czip_grow(czip_output *output, size_t limit);

// Unpacks one stream that begins at `bytes`; `windowBits` is zlib's (31 for a gzip member, -15 for bare deflate). `used` becomes the
// number of packed bytes gone through. At most `wanted` bytes are asked for; there `czip_ok` may come before the stream's end.
czip_status czip_inflate(const uint8_t *bytes, size_t count, int windowBits, size_t wanted, size_t limit, czip_output *output, size_t *used,
                         czip_watch watch, void *context, size_t before);

#endif
