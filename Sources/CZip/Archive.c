// Owns the calls into minizip: zip archives that lie in memory, and the way through those that have lost their directory.

#include <minizip/unzip.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "Internal.h"

#define LOCAL_HEADER_LENGTH 30
#define END_LENGTH 22

struct czip_archive {
  const uint8_t *bytes;
  size_t count;
  // The place of minizip's file pointer.
  uint64_t position;
  // NULL where the archive has no directory; then `entry` and `data` say where we are.
  unzFile file;
  czip_entry entry;
  size_t data;
};

// ---- a file in memory, for minizip ----

static voidpf ZCALLBACK memory_open(voidpf opaque, const void *name, int mode) {
  (void)name, (void)mode;
  ((czip_archive *)opaque)->position = 0;
  return opaque;
}

static uLong ZCALLBACK memory_read(voidpf opaque, voidpf stream, void *buffer, uLong size) {
  (void)stream;
  czip_archive *archive = opaque;
  uint64_t left = archive->count - archive->position;
  size_t given = size < left ? (size_t)size : (size_t)left;
  if (given > 0) memcpy(buffer, archive->bytes + archive->position, given);
  archive->position += given;
  return (uLong)given;
}

static uLong ZCALLBACK memory_write(voidpf opaque, voidpf stream, const void *buffer, uLong size) {
  (void)opaque, (void)stream, (void)buffer, (void)size;
  return 0;
}

static ZPOS64_T ZCALLBACK memory_tell(voidpf opaque, voidpf stream) {
  (void)stream;
  return ((czip_archive *)opaque)->position;
}

static long ZCALLBACK memory_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin) {
  (void)stream;
  czip_archive *archive = opaque;
  uint64_t base = origin == ZLIB_FILEFUNC_SEEK_CUR ? archive->position : origin == ZLIB_FILEFUNC_SEEK_END ? archive->count : 0;
  // A place that a header names may lie anywhere, beyond all numbers too.
  if (offset > archive->count || base > archive->count - offset) return -1;
  archive->position = base + offset;
  return 0;
}

static int ZCALLBACK memory_close(voidpf opaque, voidpf stream) { return (void)opaque, (void)stream, 0; }
static int ZCALLBACK memory_error(voidpf opaque, voidpf stream) { return (void)opaque, (void)stream, 0; }

// ---- archives without a directory: from one local header to the next (APPNOTE.TXT 6.3.10, 4.3.7) ----

static uint32_t two(const uint8_t *bytes) { return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8; }
static uint32_t four(const uint8_t *bytes) { return two(bytes) | two(bytes + 2) << 16; }

static czip_status local_at(czip_archive *archive, size_t offset) {
  if (offset > archive->count || archive->count - offset < LOCAL_HEADER_LENGTH) return czip_end;
  const uint8_t *header = archive->bytes + offset;
  if (memcmp(header, "PK\3\4", 4) != 0) return czip_end;
  size_t name = two(header + 26), data = offset + LOCAL_HEADER_LENGTH + name + two(header + 28);
  if (data > archive->count) return czip_end;
  czip_entry *entry = &archive->entry;
  *entry = (czip_entry){.method = two(header + 8), .is_encrypted = header[6] & 1, .is_utf8 = header[7] >> 3 & 1, .place = offset};
  entry->name_length = name < sizeof entry->name ? name : sizeof entry->name;
  memcpy(entry->name, header + LOCAL_HEADER_LENGTH, entry->name_length);
  // With bit 3 the lengths stand behind the data; 2³²−1 means that they stand in an extra field.
  uint32_t packed = four(header + 18);
  entry->is_checksum_known = !(header[6] & 8);
  entry->is_length_known = entry->is_checksum_known && packed != UINT32_MAX;
  entry->packed = entry->is_length_known ? packed : 0;
  entry->checksum = four(header + 14);
  archive->data = data;
  return czip_ok;
}

static czip_status local_next(czip_archive *archive) {
  size_t end = archive->data, left = archive->count - end;
  if (archive->entry.method == 0 && !archive->entry.is_length_known) return czip_end;
  if (archive->entry.is_length_known) {
    if (archive->entry.packed > left) return czip_end;
    end += (size_t)archive->entry.packed;
  } else {
    // Only unpacking tells where the data end; what comes out is thrown away, and bounded as everything is.
    czip_output output = {0};
    size_t used = 0;
    size_t limit = left < ((size_t)64 << 20) / 200 ? (size_t)64 << 20 : left > ((size_t)4 << 30) / 200 ? (size_t)4 << 30 : left * 200;
    czip_status status = czip_inflate(archive->bytes + end, left, -15, SIZE_MAX, limit, &output, &used, NULL, NULL, 0);
    czip_release(&output);
    if (status != czip_ok) return czip_end;
    end += used;
  }
  // A data descriptor of 12 to 24 bytes may follow.
  for (size_t step = 0; step <= 24 && end + step + 4 <= archive->count; step += 4) {
    if (memcmp(archive->bytes + end + step, "PK\3\4", 4) == 0) return local_at(archive, end + step);
  }
  return czip_end;
}

// ---- archives ----

// Whether all of the record is there that ends the directory (4.3.16); a comment of at most 65,535 bytes may follow it.
static int has_end(const czip_archive *archive) {
  if (archive->count < END_LENGTH) return 0;
  size_t last = archive->count - END_LENGTH;
  for (size_t back = 0; back <= last && back <= UINT16_MAX; back += 1) {
    if (memcmp(archive->bytes + last - back, "PK\5\6", 4) == 0) return 1;
  }
  return 0;
}

czip_archive *czip_open(const uint8_t *bytes, size_t count) {
  czip_archive *archive = calloc(1, sizeof *archive);
  if (!archive) return NULL;
  archive->bytes = bytes;
  archive->count = count;
  zlib_filefunc64_def functions = {
      .zopen64_file = memory_open, .zread_file = memory_read, .zwrite_file = memory_write, .ztell64_file = memory_tell,
      .zseek64_file = memory_seek, .zclose_file = memory_close, .zerror_file = memory_error, .opaque = archive};
  // minizip takes what is missing of a directory's end for zeros.
  if (has_end(archive)) archive->file = unzOpen2_64("memory", &functions);
  if (!archive->file && local_at(archive, 0) != czip_ok) {
    free(archive);
    return NULL;
  }
  return archive;
}

void czip_close(czip_archive *archive) {
  if (archive->file) unzClose(archive->file);
  free(archive);
}

int czip_is_broken(const czip_archive *archive) { return archive->file == NULL; }

// Describes the file that minizip stands at.
static czip_status describe(czip_archive *archive, czip_entry *entry) {
  unz_file_info64 info;
  unz64_file_pos place;
  *entry = (czip_entry){0};
  if (unzGetCurrentFileInfo64(archive->file, &info, entry->name, sizeof entry->name, NULL, 0, NULL, 0) != UNZ_OK) return czip_damaged;
  if (unzGetFilePos64(archive->file, &place) != UNZ_OK) return czip_damaged;
  entry->name_length = info.size_filename < sizeof entry->name ? info.size_filename : sizeof entry->name;
  entry->packed = info.compressed_size;
  entry->is_length_known = 1;
  entry->checksum = (uint32_t)info.crc;
  entry->is_checksum_known = 1;
  entry->method = (uint32_t)info.compression_method;
  entry->is_encrypted = (int)(info.flag & 1);
  entry->is_utf8 = (int)(info.flag >> 11 & 1);
  entry->place = place.pos_in_zip_directory;
  entry->number = place.num_of_file;
  archive->entry = *entry;
  return czip_ok;
}

static czip_status go_on(czip_archive *archive, int status, czip_entry *entry) {
  return status == UNZ_OK ? describe(archive, entry) : status == UNZ_END_OF_LIST_OF_FILE ? czip_end : czip_damaged;
}

czip_status czip_first(czip_archive *archive, czip_entry *entry) {
  if (archive->file) return go_on(archive, unzGoToFirstFile(archive->file), entry);
  czip_status status = local_at(archive, 0);
  *entry = archive->entry;
  return status;
}

czip_status czip_next(czip_archive *archive, czip_entry *entry) {
  if (archive->file) return go_on(archive, unzGoToNextFile(archive->file), entry);
  czip_status status = local_next(archive);
  *entry = archive->entry;
  return status;
}

czip_status czip_go_to(czip_archive *archive, uint64_t place, uint64_t number) {
  if (!archive->file) return place > archive->count ? czip_end : local_at(archive, (size_t)place);
  unz64_file_pos position = {.pos_in_zip_directory = place, .num_of_file = number};
  czip_entry entry;
  if (unzGoToFilePos64(archive->file, &position) != UNZ_OK) return czip_damaged;
  return describe(archive, &entry);
}

// The packed bytes themselves go straight to zlib: what a header says of lengths is then of no consequence, and nothing is copied twice.
static czip_status unpack(czip_archive *archive, size_t wanted, size_t limit, czip_output *output, czip_watch watch, void *context) {
  size_t left = archive->count - archive->data, used = 0;
  if (archive->entry.method != 0) {
    return czip_inflate(archive->bytes + archive->data, left, -15, wanted, limit, output, &used, watch, context, archive->data);
  }
  int isWhole = archive->entry.is_length_known && archive->entry.packed <= left;
  size_t length = isWhole ? (size_t)archive->entry.packed : left;
  if (length > wanted) length = wanted;
  if (length > limit) return czip_too_large;
  output->bytes = malloc(length ? length : 1);
  if (!output->bytes) return czip_no_memory;
  memcpy(output->bytes, archive->bytes + archive->data, length);
  output->count = output->capacity = length;
  return isWhole || length == wanted ? czip_ok : czip_truncated;
}

czip_status czip_read(czip_archive *archive, size_t wanted, size_t limit, czip_output *output, czip_watch watch, void *context) {
  if (archive->entry.is_encrypted) return czip_encrypted;
  if (archive->entry.method != 0 && archive->entry.method != Z_DEFLATED) return czip_unsupported;
  if (archive->file) {
    if (unzOpenCurrentFile(archive->file) != UNZ_OK) return czip_damaged;
    uint64_t place = unzGetCurrentFileZStreamPos64(archive->file);
    unzCloseCurrentFile(archive->file);
    if (place == 0 || place > archive->count) return czip_damaged;
    archive->data = (size_t)place;
  }
  czip_status status = unpack(archive, wanted, limit, output, watch, context);
  if (status != czip_ok || output->count >= wanted || !archive->entry.is_checksum_known) return status;
  uint32_t checksum = (uint32_t)crc32_z(0, output->bytes, output->count);
  return checksum == archive->entry.checksum ? czip_ok : czip_wrong_checksum;
}
