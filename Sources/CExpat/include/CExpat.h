// Owns the C face of expat: the few calls that reading a document takes, with the safety rules built in.
//
// Swift could import <expat.h> itself. This shim is there because (1) the rules that keep hostile documents harmless
// belong in one place and not in every format, (2) the program can be linked against libexpat.so or libexpat.a without
// Swift noticing, and (3) nobody who only uses the library products needs the header of expat.

#ifndef TRACKVIEW_CEXPAT_H
#define TRACKVIEW_CEXPAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A document being read.
typedef struct cexpat_document cexpat_document;

/// What a reader is told. Every text is UTF-8, whatever the document's encoding, and lives only during the call.
typedef struct {
  /// Passed back as the first argument of each function; the second is the document being read.
  void *context;
  /// An element begins; `attributes` is name, value, name, value, …, NULL.
  void (*start)(void *context, cexpat_document *document, const char *name, const char *const *attributes);
  /// An element ends.
  void (*end)(void *context, cexpat_document *document);
  /// A piece of text, not terminated; one text may come in many pieces.
  void (*text)(void *context, cexpat_document *document, const char *bytes, int32_t count);
} cexpat_handlers;

/// How far a document has come.
typedef enum {
  /// Well-formed so far.
  cexpat_ok = 0,
  /// Ended too early: well-formed as far as it goes.
  cexpat_truncated = 1,
  /// Not well-formed.
  cexpat_malformed = 2,
  /// A character that no XML document may hold, or bytes that are not of the document's encoding.
  cexpat_bad_character = 3,
  /// Refused: an entity whose text is long or refers to others, or text that multiplies beyond reason.
  cexpat_entity_refused = 4,
  /// Refused: one tag or comment goes on for too long.
  cexpat_token_too_long = 5,
  /// There was no memory for it.
  cexpat_no_memory = 6,
  /// The reader called `cexpat_stop`.
  cexpat_stopped = 7,
} cexpat_status;

/// Begins a document; NULL where there is no memory for it.
cexpat_document *cexpat_create(const cexpat_handlers *handlers);

/// Reads the next bytes; `isFinal` is 1 with the last ones (which may be none). Anything but `cexpat_ok` ends the document.
cexpat_status cexpat_feed(cexpat_document *document, const uint8_t *bytes, int32_t count, int32_t isFinal);

/// Ends the reading from within a handler: `cexpat_feed` returns `cexpat_stopped`.
void cexpat_stop(cexpat_document *document);

/// From now on keeps in mind where tags end, for `cexpat_tag_end`; costs a little with each.
void cexpat_watch_tags(cexpat_document *document);

/// The offset in bytes of the document behind the last tag that was told, 0 before the first.
int64_t cexpat_tag_end(const cexpat_document *document);

/// Leaves out the document's next bytes, which the caller has read by itself: whole elements, well-formed, and nothing that
/// expat was handed before may be unfinished. Lines and offsets count them in. The bytes have to stay where they are.
void cexpat_skip(cexpat_document *document, const uint8_t *bytes, int64_t count);

/// The line, from 1, of the current element or of the error.
int64_t cexpat_line(cexpat_document *document);

/// The offset in bytes, from 0, of the current element or of the error.
int64_t cexpat_offset(const cexpat_document *document);

/// What is wrong, in expat's few words ("mismatched tag"); a constant text.
const char *cexpat_reason(const cexpat_document *document);

/// Frees a document; NULL is allowed.
void cexpat_destroy(cexpat_document *document);

/// A yardstick: runs expat over a document in chunks with handlers for elements and text that do nothing at all, which is the
/// least that any reader built on expat costs. None of the rules above hold. Returns 1 where the document is well-formed.
int32_t cexpat_bare_pass(const uint8_t *bytes, int64_t count, int32_t chunk);

#ifdef __cplusplus
}
#endif

#endif
