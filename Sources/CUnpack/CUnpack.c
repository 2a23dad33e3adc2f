// Owns the calls into brotli and Zstandard. CUnpack.h says what each function does.

#include "CUnpack.h"

#include <brotli/decode.h>
#include <stdlib.h>
#include <zstd.h>

// Zstandard's window at most, as a power of two: 16 MiB, as much as brotli's.
#define MOST_WINDOW 24

void cunpack_release(cunpack_output *output) {
  free(output->bytes);
  *output = (cunpack_output){0};
}

// Makes room for at least one more byte, up to the limit.
static cunpack_status grow(cunpack_output *output, size_t limit) {
  if (output->count < output->capacity) return cunpack_ok;
  if (output->count >= limit) return cunpack_too_large;
  size_t capacity = output->capacity < 65536 ? 65536 : output->capacity * 2;
  if (capacity > limit || capacity < output->capacity) capacity = limit;
  uint8_t *bytes = realloc(output->bytes, capacity);
  if (!bytes) return cunpack_no_memory;
  output->bytes = bytes;
  output->capacity = capacity;
  return cunpack_ok;
}

cunpack_status cunpack_brotli(const uint8_t *bytes, size_t count, size_t limit, cunpack_output *output) {
  BrotliDecoderState *state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
  if (!state) return cunpack_no_memory;
  cunpack_status status = cunpack_ok;
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == cunpack_ok && result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
    if ((status = grow(output, limit)) != cunpack_ok) break;
    size_t room = output->capacity - output->count;
    uint8_t *next = output->bytes + output->count;
    result = BrotliDecoderDecompressStream(state, &count, &bytes, &room, &next, NULL);
    output->count = (size_t)(next - output->bytes);
    if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) status = cunpack_truncated;
    if (result == BROTLI_DECODER_RESULT_ERROR) status = cunpack_damaged;
  }
  // A stream that fills the limit exactly is whole all the same.
  if (status == cunpack_too_large && !BrotliDecoderHasMoreOutput(state) && BrotliDecoderIsFinished(state)) status = cunpack_ok;
  BrotliDecoderDestroyInstance(state);
  return status;
}

cunpack_status cunpack_zstd(const uint8_t *bytes, size_t count, size_t limit, cunpack_output *output) {
  ZSTD_DStream *stream = ZSTD_createDStream();
  if (!stream) return cunpack_no_memory;
  ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, MOST_WINDOW);
  ZSTD_inBuffer input = {bytes, count, 0};
  cunpack_status status = cunpack_ok;
  // What is still wanted: 0 at the end of a frame.
  size_t left = 1;
  while (status == cunpack_ok && (left != 0 || input.pos < input.size)) {
    if ((status = grow(output, limit)) != cunpack_ok) break;
    ZSTD_outBuffer target = {output->bytes, output->capacity, output->count};
    size_t before = input.pos;
    left = ZSTD_decompressStream(stream, &target, &input);
    if (ZSTD_isError(left)) {
      status = cunpack_damaged;
    } else if (left != 0 && input.pos == before && target.pos == output->count) {
      status = cunpack_truncated;
    }
    output->count = target.pos;
  }
  ZSTD_freeDStream(stream);
  return status;
}
