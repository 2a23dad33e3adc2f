// Owns the C face of brotli and Zstandard: packed bytes unpacked within limits.
//
// Swift could import both headers itself. This shim is there so that only what is used is seen of them, and because the limits that keep
// hostile bytes harmless belong in one place.

#ifndef TRACKVIEW_CUNPACK_H
#define TRACKVIEW_CUNPACK_H

#include <stddef.h>
#include <stdint.h>

/// How unpacking ended.
typedef enum {
  /// All of it.
  cunpack_ok = 0,
  /// The packed bytes end too early.
  cunpack_truncated = 1,
  /// They are none from some place on.
  cunpack_damaged = 2,
  /// There would be more than the limit.
  cunpack_too_large = 3,
  /// There was no memory for it.
  cunpack_no_memory = 4,
} cunpack_status;

/// Unpacked bytes, in memory of the C library's.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} cunpack_output;

/// Frees the bytes.
void cunpack_release(cunpack_output *output);

/// Unpacks one brotli stream (RFC 7932). At most `limit` bytes come out.
cunpack_status cunpack_brotli(const uint8_t *bytes, size_t count, size_t limit, cunpack_output *output);

/// Unpacks Zstandard (RFC 8878), all frames one after another. At most `limit` bytes come out.
cunpack_status cunpack_zstd(const uint8_t *bytes, size_t count, size_t limit, cunpack_output *output);

#endif
