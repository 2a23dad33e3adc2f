// Owns the calls into zlib: deflate streams and gzip members unpacked into memory that grows. CZip.h says what each function does.

#include "CZip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "Internal.h"

// How many packed bytes zlib gets between two looks at the watch.
#define INPUT_STEP ((size_t)256 * 1024)

void czip_release(czip_output *output) {
  free(output->bytes);
  *output = (czip_output){0};
}

// Doubling with realloc: the C library moves large blocks by moving their pages, and pages that are never written cost nothing.
czip_status czip_grow(czip_output *output, size_t limit) {
  if (output->count < output->capacity) return czip_ok;
  if (output->count >= limit) return czip_too_large;
  size_t capacity = output->capacity < 65536 ? 65536 : output->capacity * 2;
  if (capacity > limit || capacity < output->capacity) capacity = limit;
  uint8_t *bytes = realloc(output->bytes, capacity);
  if (!bytes) return czip_no_memory;
  output->bytes = bytes;
  output->capacity = capacity;
  return czip_ok;
}

// What zlib's status means for us; czip_ok is "go on".
static czip_status meaning(int status, const z_stream *stream) {
  switch (status) {
    case Z_OK:
    case Z_BUF_ERROR: return czip_ok;
    case Z_MEM_ERROR: return czip_no_memory;
    default: break;
  }
  // zlib has handed everything out before it compares the trailer; only its reason tells that from damage in the data.
  if (stream->msg && (strstr(stream->msg, "data check") || strstr(stream->msg, "length check"))) return czip_wrong_checksum;
  return czip_damaged;
}

czip_status czip_inflate(const uint8_t *bytes, size_t count, int windowBits, size_t wanted, size_t limit, czip_output *output, size_t *used,
                         czip_watch watch, void *context, size_t before) {
  z_stream stream = {0};
  *used = 0;
  int opened = inflateInit2(&stream, windowBits);
  if (opened != Z_OK) return opened == Z_MEM_ERROR ? czip_no_memory : czip_damaged;
  size_t start = output->count;
  czip_status result = czip_ok;
  int status = Z_OK;
  while (result == czip_ok && status != Z_STREAM_END && output->count - start < wanted) {
    size_t offered = count - *used < INPUT_STEP ? count - *used : INPUT_STEP;
    stream.next_in = (Bytef *)(bytes + *used);
    stream.avail_in = (uInt)offered;
    do {
      if ((result = czip_grow(output, limit)) != czip_ok) {
        // A stream that ends exactly at the limit has nothing more to say; let zlib find its end with no room at all.
        uint8_t extra;
        stream.next_out = &extra;
        stream.avail_out = 1;
        status = result == czip_too_large ? inflate(&stream, Z_NO_FLUSH) : Z_DATA_ERROR;
        if (status == Z_STREAM_END && stream.avail_out == 1) result = czip_ok;
        break;
      }
      size_t room = output->capacity - output->count;
      if (room > INPUT_STEP * 4) room = INPUT_STEP * 4;
      if (room > wanted - (output->count - start)) room = wanted - (output->count - start);
      stream.next_out = output->bytes + output->count;
      stream.avail_out = (uInt)room;
      status = inflate(&stream, Z_NO_FLUSH);
      output->count += room - stream.avail_out;
      if (status != Z_STREAM_END) result = meaning(status, &stream);
    } while (result == czip_ok && status == Z_OK && stream.avail_out == 0 && output->count - start < wanted);
    *used += offered - stream.avail_in;
    if (result != czip_ok || status == Z_STREAM_END) break;
    if (*used >= count && output->count - start < wanted) result = czip_truncated;
    if (result == czip_ok && watch && watch(context, before + *used)) result = czip_stopped;
  }
  inflateEnd(&stream);
  return result;
}

czip_status czip_gunzip(const uint8_t *bytes, size_t count, size_t limit, czip_output *output, size_t *consumed, czip_watch watch,
                        void *context) {
  size_t position = 0;
  czip_status status = czip_ok;
  do {
    size_t used = 0;
    status = czip_inflate(bytes + position, count - position, 15 + 16, SIZE_MAX, limit, output, &used, watch, context, position);
    position += used;
    // Of the bytes that could begin a member, three are enough to tell it from what is merely appended.
  } while (status == czip_ok && count - position >= 3 && bytes[position] == 0x1F && bytes[position + 1] == 0x8B && bytes[position + 2] == 8);
  *consumed = position;
  return status;
}

czip_status czip_unzlib(const uint8_t *bytes, size_t count, size_t limit, czip_output *output) {
  size_t used = 0;
  return czip_inflate(bytes, count, 15, SIZE_MAX, limit, output, &used, NULL, NULL, 0);
}
