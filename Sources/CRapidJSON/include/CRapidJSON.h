// Owns the C face of RapidJSON: a JSON text as a stream of events, handed over in batches.
//
// Swift cannot import RapidJSON's templates. This shim also holds, in one place, the rules that keep hostile texts harmless: nesting is bounded,
// nothing is copied but strings with escapes in them, no exception is thrown and no assertion ends the program.

#ifndef TRACKVIEW_CRAPIDJSON_H
#define TRACKVIEW_CRAPIDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is found in a text.
typedef enum {
  crapidjson_null = 0,
  crapidjson_false = 1,
  crapidjson_true = 2,
  /// Where `length` is 0, `number` is the value, exact. Else `bytes` is where the number begins and `length` how much of the text is left
  /// from there: whoever wants its value reads it. `NaN`, `Inf` and `Infinity` come as numbers too, because programs write them.
  crapidjson_number = 3,
  /// `bytes` and `length` are the string without its quotation marks, escapes resolved; not necessarily valid UTF-8, and not terminated.
  crapidjson_string = 4,
  /// The name of a member, as a string.
  crapidjson_key = 5,
  crapidjson_object_start = 6,
  crapidjson_object_end = 7,
  crapidjson_array_start = 8,
  crapidjson_array_end = 9,
} crapidjson_kind;

/// One event.
typedef struct {
  union {
    /// The text of strings, keys and numbers; NULL for the others. It lives only during the call.
    const uint8_t *bytes;
    /// The value of a number.
    double number;
  };
  /// The length in bytes of what `bytes` points to.
  uint32_t length;
  /// Where it stands in the text, in bytes from its start; strings and keys with their quotation mark.
  uint32_t offset;
  /// A `crapidjson_kind`.
  uint32_t kind;
} crapidjson_event;

/// Takes a batch of events; returns 0 to end the reading.
typedef int32_t (*crapidjson_sink)(void *context, const crapidjson_event *events, int32_t count);

/// How the reading of a text ended.
typedef enum {
  /// The whole text, and it is well-formed; what follows it was not looked at.
  crapidjson_ok = 0,
  /// There is nothing but white space.
  crapidjson_empty = 1,
  /// It ends too early: well-formed as far as it goes.
  crapidjson_truncated = 2,
  /// Not well-formed.
  crapidjson_malformed = 3,
  /// Nested more deeply than allowed.
  crapidjson_too_deep = 4,
  /// Longer than 4 GiB less one byte.
  crapidjson_too_long = 5,
  /// The sink said so.
  crapidjson_stopped = 6,
} crapidjson_status;

/// How and where the reading of a text ended.
typedef struct {
  crapidjson_status status;
  /// Behind the text where it is well-formed, else at what is wrong; in bytes from the start.
  size_t offset;
  /// What is wrong, in a few words; a constant text, empty where nothing is.
  const char *reason;
} crapidjson_outcome;

/// Reads the JSON text (RFC 8259) that begins at `start` in `count` bytes, which need no zero at their end, and hands its events to the
/// sink, up to the break where it has one. At most `depth` arrays and objects may be open at a time.
crapidjson_outcome crapidjson_read(
    const uint8_t *bytes, size_t count, size_t start, int32_t depth, crapidjson_sink sink, void *context);

/// The yardstick: goes once through a text with RapidJSON as it comes: its own stream over memory, its default flags (numbers and strings
/// converted), and handlers that do nothing.
/// Returns the number of events, 0 where the text is not well-formed.
int64_t crapidjson_bare_pass(const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
