// Owns the C face of zlib and minizip: gzip'ed bytes and zip archives in memory, unpacked within limits.
//
// Swift could import both headers itself. This shim is there because the limits that keep hostile archives harmless belong in one
// place, because unpacked bytes live in memory that grows without being copied, and because nobody who only uses the library products
// needs the headers of zlib and minizip.

#ifndef TRACKVIEW_CZIP_H
#define TRACKVIEW_CZIP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How unpacking ended.
typedef enum {
  /// All of it, and the checksums agree.
  czip_ok = 0,
  /// The packed bytes end too early; what came before is in the output.
  czip_truncated = 1,
  /// The packed bytes are none from some place on; what came before is in the output.
  czip_damaged = 2,
  /// Everything is in the output, but its checksum or length is not the stated one.
  czip_wrong_checksum = 3,
  /// There would be more than the limit.
  czip_too_large = 4,
  /// There was no memory for it.
  czip_no_memory = 5,
  /// Whoever watches ended it.
  czip_stopped = 6,
  /// It is encrypted.
  czip_encrypted = 7,
  /// It is packed by a method other than "stored" and "deflate".
  czip_unsupported = 8,
  /// There is no further file in the archive.
  czip_end = 9,
} czip_status;

/// Unpacked bytes, in memory of the C library's.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} czip_output;

/// Frees the bytes.
void czip_release(czip_output *output);

/// Told now and then how many packed bytes are gone through; anything but 0 ends the unpacking.
typedef int (*czip_watch)(void *context, size_t consumed);

/// Unpacks gzip (RFC 1952), all members one after another.
///
/// `limit` is the most that may come out. `consumed` becomes the number of packed bytes that were members; what lies behind them is
/// left alone.
czip_status czip_gunzip(const uint8_t *bytes, size_t count, size_t limit, czip_output *output, size_t *consumed, czip_watch watch,
                        void *context);

/// Unpacks one zlib stream (RFC 1950). `limit` is the most that may come out; what lies behind the stream is left alone.
czip_status czip_unzlib(const uint8_t *bytes, size_t count, size_t limit, czip_output *output);

/// A zip archive in memory, which has to stay there.
typedef struct czip_archive czip_archive;

/// One file in an archive, as the archive describes it; nothing of this has to be true.
typedef struct {
  /// The name's bytes; names longer than this are cut.
  char name[512];
  size_t name_length;
  /// The packed length.
  uint64_t packed;
  int is_length_known;
  /// The CRC-32 of what comes out.
  uint32_t checksum;
  int is_checksum_known;
  /// The compression method: 0 stored, 8 deflate.
  uint32_t method;
  int is_encrypted;
  /// Whether the name is in UTF-8 rather than in the encoding of whoever packed it.
  int is_utf8;
  /// Where the archive describes it; for `czip_go_to`.
  uint64_t place;
  uint64_t number;
} czip_entry;

/// Opens an archive. One without its directory, as an unfinished download is, is gone through from its start; NULL where there is not
/// even a first file, or no memory.
czip_archive *czip_open(const uint8_t *bytes, size_t count);
void czip_close(czip_archive *archive);

/// Whether the archive has no directory, because it breaks off or is damaged at its end.
int czip_is_broken(const czip_archive *archive);

/// Goes to the first file or to the next and describes it, or goes to one that was met before. `czip_end` where there is none.
czip_status czip_first(czip_archive *archive, czip_entry *entry);
czip_status czip_next(czip_archive *archive, czip_entry *entry);
czip_status czip_go_to(czip_archive *archive, uint64_t place, uint64_t number);

/// Unpacks the current file, or only its first `wanted` bytes. `limit` is the most that may come out.
czip_status czip_read(czip_archive *archive, size_t wanted, size_t limit, czip_output *output, czip_watch watch, void *context);

#ifdef __cplusplus
}
#endif

#endif
