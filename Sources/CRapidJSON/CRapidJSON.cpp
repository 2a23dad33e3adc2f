// Owns the calls into RapidJSON; CRapidJSON.h says what each function does.

#include "CRapidJSON.h"

// Nothing that a text holds makes an assertion of the reader's fail; should one ever be wrong about that, it must not end the program.
#define RAPIDJSON_ASSERT(x) ((void)0)
#define RAPIDJSON_HAS_STDSTRING 0

#include <rapidjson/error/error.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <string.h>

namespace {

/// Bytes in memory. The end reads as zeros, which is what RapidJSON takes for the end of a text.
struct ByteStream {
  typedef char Ch;

  ByteStream(const uint8_t *bytes, size_t count)
      : src_(reinterpret_cast<const char *>(bytes)), begin_(src_), end_(src_ + count) {}

  RAPIDJSON_FORCEINLINE Ch Peek() const { return RAPIDJSON_LIKELY(src_ != end_) ? *src_ : '\0'; }
  RAPIDJSON_FORCEINLINE Ch Take() { return RAPIDJSON_LIKELY(src_ != end_) ? *src_++ : '\0'; }
  RAPIDJSON_FORCEINLINE size_t Tell() const { return static_cast<size_t>(src_ - begin_); }
  bool IsAtEnd() const { return src_ == end_; }

  // What only parsing in place would need.
  Ch *PutBegin() { return nullptr; }
  void Put(Ch) {}
  void Flush() {}
  size_t PutEnd(Ch *) { return 0; }

  const char *src_;
  const char *begin_;
  const char *end_;
};

/// How many bytes follow before a quotation mark, a backslash or a control character, eight at a time: in each byte of `hits` that holds one of
/// them the top bit is set (bytes above the first hit may be wrong, which does no harm).
inline size_t PlainLength(const char *start, const char *end) {
  const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
  const char *p = start;
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    const uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    const uint64_t hits =
        (((quote - ones) & ~quote) | ((backslash - ones) & ~backslash) | ((word - ones * 0x20) & ~word)) & tops;
    if (hits == 0) continue;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return static_cast<size_t>(p - start) + static_cast<size_t>(__builtin_ctzll(hits)) / 8;
#else
    break;
#endif
  }
  while (p != end && *p != '"' && *p != '\\' && static_cast<unsigned char>(*p) >= 0x20) ++p;
  return static_cast<size_t>(p - start);
}

}  // namespace

namespace rapidjson {
/// RapidJSON then works on a copy in registers while it reads a number or string and writes it back behind it. So while a handler is told
/// of one of these, the stream still stands at its first byte, which is how the shim knows its place without copying it.
template <>
struct StreamTraits<ByteStream> {
  enum { copyOptimization = 1 };
};

/// RapidJSON offers this place for going over the plain part of a string at once; without it strings go byte by byte.
template <>
template <>
inline void Reader::ScanCopyUnescapedString<ByteStream, Reader::StackStream<char>>(ByteStream &is, Reader::StackStream<char> &os) {
  const size_t count = PlainLength(is.src_, is.end_);
  if (count == 0) return;
  memcpy(os.Push(static_cast<SizeType>(count)), is.src_, count);
  is.src_ += count;
}
}  // namespace rapidjson

namespace {

const int32_t batch_length = 512;
/// Strings with escapes are kept here until their batch is handed over; a longer one has a batch of its own.
const size_t scratch_length = 16 * 1024;

/// Collects events and hands them over in batches.
struct Collector {
  const ByteStream &stream;
  crapidjson_sink sink;
  void *context;
  int32_t depth;
  int32_t depth_limit;
  bool is_too_deep;
  bool is_stopped;
  int32_t count;
  size_t scratch_used;
  crapidjson_event events[batch_length];
  char scratch[scratch_length];

  Collector(const ByteStream &stream, int32_t depth_limit, crapidjson_sink sink, void *context)
      : stream(stream), sink(sink), context(context), depth(0), depth_limit(depth_limit), is_too_deep(false),
        is_stopped(false), count(0), scratch_used(0) {}

  bool Deliver() {
    if (count > 0 && !is_stopped && sink(context, events, count) == 0) is_stopped = true;
    count = 0;
    scratch_used = 0;
    return !is_stopped;
  }

  RAPIDJSON_FORCEINLINE bool Add(uint32_t kind, const void *bytes, uint32_t length, uint32_t before = 0) {
    crapidjson_event &event = events[count];
    event.bytes = static_cast<const uint8_t *>(bytes);
    event.length = length;
    event.offset = static_cast<uint32_t>(stream.Tell()) - before;
    event.kind = kind;
    count += 1;
    return RAPIDJSON_LIKELY(count < batch_length) || Deliver();
  }

  RAPIDJSON_FORCEINLINE bool Value(double value) {
    crapidjson_event &event = events[count];
    event.number = value;
    event.length = 0;
    event.offset = static_cast<uint32_t>(stream.Tell());
    event.kind = crapidjson_number;
    count += 1;
    return RAPIDJSON_LIKELY(count < batch_length) || Deliver();
  }

  /// A number with a fraction or exponent, or a long one: RapidJSON's quick value may be off in its last bits, so the text is handed over.
  RAPIDJSON_FORCEINLINE bool Double(double) {
    return Add(crapidjson_number, stream.src_, static_cast<uint32_t>(stream.end_ - stream.src_));
  }

  bool Text(uint32_t kind, const char *text, rapidjson::SizeType length) {
    // Without an escape the string stands in the text as it is.
    const char *raw = stream.src_ + 1;
    if (PlainLength(raw, stream.end_) == length) return Add(kind, raw, length);
    if (length > scratch_length) {
      // It lives only during this call, so the batch ends with it.
      return Add(kind, text, length) && (count == 0 || Deliver());
    }
    if (length > scratch_length - scratch_used && !Deliver()) return false;
    char *copy = scratch + scratch_used;
    memcpy(copy, text, length);
    scratch_used += length;
    return Add(kind, copy, length);
  }

  // Of brackets RapidJSON tells once it is behind them, and before it goes into them. So the limit bounds its recursion too.
  RAPIDJSON_FORCEINLINE bool Open(uint32_t kind) {
    if (RAPIDJSON_UNLIKELY(depth >= depth_limit)) {
      is_too_deep = true;
      return false;
    }
    depth += 1;
    return Add(kind, nullptr, 0, 1);
  }

  RAPIDJSON_FORCEINLINE bool Close(uint32_t kind) {
    depth -= 1;
    return Add(kind, nullptr, 0, 1);
  }

  bool Null() { return Add(crapidjson_null, nullptr, 0); }
  bool Bool(bool value) { return Add(value ? crapidjson_true : crapidjson_false, nullptr, 0); }
  RAPIDJSON_FORCEINLINE bool Int(int value) { return Value(value); }
  RAPIDJSON_FORCEINLINE bool Uint(unsigned value) { return Value(value); }
  RAPIDJSON_FORCEINLINE bool Int64(int64_t value) { return Value(static_cast<double>(value)); }
  RAPIDJSON_FORCEINLINE bool Uint64(uint64_t value) { return Value(static_cast<double>(value)); }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *text, rapidjson::SizeType length, bool) { return Text(crapidjson_string, text, length); }
  bool Key(const char *text, rapidjson::SizeType length, bool) { return Text(crapidjson_key, text, length); }
  bool StartObject() { return Open(crapidjson_object_start); }
  bool EndObject(rapidjson::SizeType) { return Close(crapidjson_object_end); }
  bool StartArray() { return Open(crapidjson_array_start); }
  bool EndArray(rapidjson::SizeType) { return Close(crapidjson_array_end); }
};

const char *reason(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorNone: return "";
    case rapidjson::kParseErrorDocumentEmpty:
    case rapidjson::kParseErrorValueInvalid: return "no value";
    case rapidjson::kParseErrorObjectMissName: return "no name of a member";
    case rapidjson::kParseErrorObjectMissColon: return "no colon behind a name";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "neither a comma nor the end of an object";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "neither a comma nor the end of an array";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    case rapidjson::kParseErrorStringEscapeInvalid: return "a control character or an unknown escape in a string";
    case rapidjson::kParseErrorStringMissQuotationMark: return "a string without an end";
    case rapidjson::kParseErrorNumberTooBig: return "a number beyond all bounds";
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent: return "half a number";
    default: return "something that is not JSON";
  }
}

}  // namespace

crapidjson_outcome crapidjson_read(
    const uint8_t *bytes, size_t count, size_t start, int32_t depth, crapidjson_sink sink, void *context) {
  crapidjson_outcome outcome = {crapidjson_empty, start, ""};
  if (bytes == nullptr || start >= count) return outcome;
  // RapidJSON counts the length of a string in 32 bits.
  if (count >= UINT32_MAX) {
    outcome.status = crapidjson_too_long;
    return outcome;
  }
  ByteStream stream(bytes, count);
  stream.src_ += start;
  Collector collector(stream, depth, sink, context);
  // With an allocator of ours RapidJSON makes none by `new`, so nothing here can throw.
  rapidjson::CrtAllocator allocator;
  rapidjson::Reader reader(&allocator);
  // The recursive reader is a quarter faster than the iterative one (kParseIterativeFlag), and no deeper than the limit on nesting.
  const unsigned flags = rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseNanAndInfFlag;
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, collector);
  collector.Deliver();
  outcome.offset = result.IsError() ? result.Offset() : stream.Tell();
  outcome.reason = reason(result.Code());
  if (collector.is_stopped) {
    outcome.status = crapidjson_stopped;
  } else if (!result.IsError()) {
    outcome.status = crapidjson_ok;
  } else if (collector.is_too_deep) {
    outcome.status = crapidjson_too_deep;
  } else if (result.Code() == rapidjson::kParseErrorDocumentEmpty && stream.IsAtEnd()) {
    outcome.status = crapidjson_empty;
  } else if (stream.IsAtEnd() && result.Code() != rapidjson::kParseErrorNumberTooBig) {
    outcome.status = crapidjson_truncated;
  } else {
    outcome.status = crapidjson_malformed;
  }
  return outcome;
}

namespace {

/// Counts, so that nothing can be optimized away, and bounds the recursion of the default flags.
struct Nothing {
  int64_t count;
  int32_t depth;
  bool Add() {
    count += 1;
    return true;
  }
  bool Open() {
    depth += 1;
    return depth <= 256 && Add();
  }
  bool Close() {
    depth -= 1;
    return Add();
  }
  bool Null() { return Add(); }
  bool Bool(bool) { return Add(); }
  bool Int(int) { return Add(); }
  bool Uint(unsigned) { return Add(); }
  bool Int64(int64_t) { return Add(); }
  bool Uint64(uint64_t) { return Add(); }
  bool Double(double) { return Add(); }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return Add(); }
  bool String(const char *, rapidjson::SizeType, bool) { return Add(); }
  bool Key(const char *, rapidjson::SizeType, bool) { return Add(); }
  bool StartObject() { return Open(); }
  bool EndObject(rapidjson::SizeType) { return Close(); }
  bool StartArray() { return Open(); }
  bool EndArray(rapidjson::SizeType) { return Close(); }
};

}  // namespace

int64_t crapidjson_bare_pass(const uint8_t *bytes, size_t count) {
  if (bytes == nullptr || count == 0 || count >= UINT32_MAX) return 0;
  rapidjson::MemoryStream stream(reinterpret_cast<const char *>(bytes), count);
  Nothing handler = {0, 0};
  rapidjson::CrtAllocator allocator;
  rapidjson::Reader reader(&allocator);
  return reader.Parse(stream, handler).IsError() ? 0 : handler.count;
}
