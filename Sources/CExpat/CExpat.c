// Owns the calls into expat and the rules that keep hostile documents harmless; CExpat.h says what each function does.

#include "CExpat.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

// The longest text that an entity of a document's own may stand for. Track files have no use for any.
#define ENTITY_LENGTH_LIMIT 256

// A tag, comment or instruction may be this long. expat looks at an unfinished one again with every chunk, so without a
// limit a file that is one endless tag would cost the square of its size.
#define TOKEN_LENGTH_LIMIT (16 * 1024 * 1024)

// Bytes that the reader took by itself, whose lines nobody has asked for yet.
typedef struct {
  const uint8_t *bytes;
  int64_t count;
} skipped_range;

// A range is some hundred kilobytes as a rule, so this many go a long way; after that the lines are counted.
#define RANGES_WAITING 4096

struct cexpat_document {
  XML_Parser parser;
  cexpat_handlers handlers;
  cexpat_status refusal;
  // What expat was handed, in bytes.
  int64_t fed;
  // What it was not: in bytes; its line ends as far as they were counted; and the ranges where they were not.
  int64_t skipped;
  int64_t skippedLines;
  int32_t waiting;
  int32_t watchesTags;
  // Where the last tag ended, in the document's own bytes.
  int64_t tagEnd;
  skipped_range ranges[RANGES_WAITING];
};

// expat's index counts the bytes that it was handed. All that was skipped lies before what it is telling.
static void note_tag(cexpat_document *document) {
  if (!document->watchesTags) return;
  document->tagEnd = XML_GetCurrentByteIndex(document->parser) + XML_GetCurrentByteCount(document->parser) + document->skipped;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  cexpat_document *document = data;
  note_tag(document);
  document->handlers.start(document->handlers.context, document, name, (const char *const *)attributes);
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
  (void)name;
  cexpat_document *document = data;
  note_tag(document);
  document->handlers.end(document->handlers.context, document);
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int count) {
  cexpat_document *document = data;
  document->handlers.text(document->handlers.context, document, bytes, count);
}

static void refuse(cexpat_document *document, cexpat_status why) {
  if (document->refusal == cexpat_ok) document->refusal = why;
  XML_StopParser(document->parser, XML_FALSE);
}

// An entity that refers to another is the brick of every "billion laughs" bomb; a long one used often is the other kind.
// Neither is needed by a track, so neither is allowed, and what remains can grow a document by a bounded factor only.
// External entities need no rule: without a handler for them expat never opens one, and it never expands parameter entities
// unless asked to.
static void XMLCALL on_entity(void *data, const XML_Char *name, int isParameter, const XML_Char *value, int length,
                              const XML_Char *base, const XML_Char *systemId, const XML_Char *publicId,
                              const XML_Char *notation) {
  (void)name, (void)base, (void)systemId, (void)publicId, (void)notation;
  if (isParameter || value == NULL) return;
  if (length > ENTITY_LENGTH_LIMIT || memchr(value, '&', (size_t)length) != NULL) refuse(data, cexpat_entity_refused);
}

static int is_windows_1252(const char *name) {
  static const char *const names[] = {"windows-1252", "cp1252", "cp-1252"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i += 1) {
    const char *a = name, *b = names[i];
    while (*a && (*a | 0x20) == (*b | 0x20)) a += 1, b += 1;
    if (*a == 0 && *b == 0) return 1;
  }
  return 0;
}

// expat knows UTF-8, UTF-16, Latin-1 and ASCII. Windows-1252 is common in GPX of older desktop programs and is mapped in
// full. Of any other encoding the ASCII part is read and the rest becomes U+FFFD: the positions are right and a name shows
// that it was not understood, where refusing the file would help nobody.
static int XMLCALL on_unknown_encoding(void *data, const XML_Char *name, XML_Encoding *info) {
  // 0x80 … 0x9F of Windows-1252 (Unicode consortium, CP1252.TXT); the rest is Latin-1.
  static const int upper[32] = {
      0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
      0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0xFFFD, 0x017E, 0x0178,
  };
  (void)data;
  const int isKnown = is_windows_1252(name);
  for (int byte = 0; byte < 256; byte += 1) {
    if (byte < 0x80) info->map[byte] = byte;
    else if (!isKnown) info->map[byte] = 0xFFFD;
    else info->map[byte] = byte < 0xA0 ? upper[byte - 0x80] : byte;
  }
  info->data = NULL;
  info->convert = NULL;
  info->release = NULL;
  return XML_STATUS_OK;
}

cexpat_document *cexpat_create(const cexpat_handlers *handlers) {
  cexpat_document *document = calloc(1, sizeof *document);
  if (document == NULL) return NULL;
  document->parser = XML_ParserCreate(NULL);
  if (document->parser == NULL) {
    free(document);
    return NULL;
  }
  document->handlers = *handlers;
  XML_SetUserData(document->parser, document);
  XML_SetElementHandler(document->parser, on_start, on_end);
  XML_SetCharacterDataHandler(document->parser, on_text);
  XML_SetEntityDeclHandler(document->parser, on_entity);
  XML_SetUnknownEncodingHandler(document->parser, on_unknown_encoding, NULL);
  return document;
}

static cexpat_status failure(const cexpat_document *document) {
  if (document->refusal != cexpat_ok) return document->refusal;
  switch (XML_GetErrorCode(document->parser)) {
    case XML_ERROR_NO_MEMORY: return cexpat_no_memory;
    case XML_ERROR_ABORTED: return cexpat_stopped;
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return cexpat_entity_refused;
    case XML_ERROR_INVALID_TOKEN: return cexpat_bad_character;
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
    case XML_ERROR_UNCLOSED_CDATA_SECTION: return cexpat_truncated;
    default: return cexpat_malformed;
  }
}

cexpat_status cexpat_feed(cexpat_document *document, const uint8_t *bytes, int32_t count, int32_t isFinal) {
  if (XML_Parse(document->parser, (const char *)bytes, count, isFinal) == XML_STATUS_ERROR) return failure(document);
  document->fed += count;
  const int64_t waiting = document->fed - XML_GetCurrentByteIndex(document->parser);
  if (!isFinal && waiting > TOKEN_LENGTH_LIMIT) return cexpat_token_too_long;
  return cexpat_ok;
}

void cexpat_stop(cexpat_document *document) { refuse(document, cexpat_stopped); }

// Counts as expat does: LF, CR, or both together.
static int64_t line_ends(const uint8_t *bytes, int64_t count) {
  int64_t ends = 0;
  for (int64_t i = 0; i + 1 < count; i += 1) ends += (bytes[i] == '\n') | ((bytes[i] == '\r') & (bytes[i + 1] != '\n'));
  if (count > 0) ends += bytes[count - 1] == '\n' || bytes[count - 1] == '\r';
  return ends;
}

static void count_skipped_lines(cexpat_document *document) {
  for (int32_t i = 0; i < document->waiting; i += 1) {
    document->skippedLines += line_ends(document->ranges[i].bytes, document->ranges[i].count);
  }
  document->waiting = 0;
}

void cexpat_watch_tags(cexpat_document *document) { document->watchesTags = 1; }

int64_t cexpat_tag_end(const cexpat_document *document) { return document->tagEnd; }

void cexpat_skip(cexpat_document *document, const uint8_t *bytes, int64_t count) {
  if (document->waiting == RANGES_WAITING) count_skipped_lines(document);
  document->ranges[document->waiting] = (skipped_range){bytes, count};
  document->waiting += 1;
  document->skipped += count;
}

int64_t cexpat_line(cexpat_document *document) {
  count_skipped_lines(document);
  return (int64_t)XML_GetCurrentLineNumber(document->parser) + document->skippedLines;
}

int64_t cexpat_offset(const cexpat_document *document) {
  return XML_GetCurrentByteIndex(document->parser) + document->skipped;
}

const char *cexpat_reason(const cexpat_document *document) {
  const char *text = XML_ErrorString(XML_GetErrorCode(document->parser));
  return text == NULL ? "" : text;
}

void cexpat_destroy(cexpat_document *document) {
  if (document == NULL) return;
  XML_ParserFree(document->parser);
  free(document);
}

static void XMLCALL no_start(void *data, const XML_Char *name, const XML_Char **attributes) { (void)data, (void)name, (void)attributes; }
static void XMLCALL no_end(void *data, const XML_Char *name) { (void)data, (void)name; }
static void XMLCALL no_text(void *data, const XML_Char *bytes, int count) { (void)data, (void)bytes, (void)count; }

int32_t cexpat_bare_pass(const uint8_t *bytes, int64_t count, int32_t chunk) {
  XML_Parser parser = XML_ParserCreate(NULL);
  if (parser == NULL) return 0;
  XML_SetElementHandler(parser, no_start, no_end);
  XML_SetCharacterDataHandler(parser, no_text);
  enum XML_Status status = XML_STATUS_OK;
  int64_t position = 0;
  while (status == XML_STATUS_OK) {
    const int64_t rest = count - position;
    const int length = rest < chunk ? (int)rest : chunk;
    status = XML_Parse(parser, (const char *)bytes + position, length, length == rest);
    position += length;
    if (length == rest) break;
  }
  XML_ParserFree(parser);
  return status == XML_STATUS_OK;
}
