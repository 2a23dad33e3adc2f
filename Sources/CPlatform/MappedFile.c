// Files mapped into memory, safe against a file that shrinks while it is read.
//
// A page behind the end of a file cannot be had: touching it raises SIGBUS. Whoever cuts a file while we read it would kill us, so such a
// page and all behind it are replaced by zeros, and the reading is told afterwards.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most = 16 };
static struct {
  _Atomic(uintptr_t) start;
  _Atomic(size_t) count;
  /// Bytes before the first page that was lost.
  _Atomic(size_t) whole;
} maps[most];

int cp_repair_map(void *address) {
  uintptr_t at = (uintptr_t)address;
  for (int i = 0; i < most; i++) {
    uintptr_t start = atomic_load(&maps[i].start);
    if (start == 0 || at < start || at - start >= atomic_load(&maps[i].count)) continue;
    uintptr_t page = at & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    size_t rest = start + atomic_load(&maps[i].count) - page;
    void *zeros = mmap((void *)page, rest, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) return 0;
    if (page - start < atomic_load(&maps[i].whole)) atomic_store(&maps[i].whole, page - start);
    return 1;
  }
  return 0;
}

/// Who had SIGBUS before us: Swift's own report of crashes, the viewer's, or nobody.
static struct sigaction before;

static void on_bus_error(int number, siginfo_t *info, void *context) {
  (void)context;
  if (info != NULL && cp_repair_map(info->si_addr)) return;
  // Not ours: the same access fails again, and they see to it; a signal that somebody sent does not come again by itself.
  sigaction(number, &before, NULL);
  if (info == NULL || info->si_code <= 0) raise(number);
}

/// Takes SIGBUS, before whoever has it.
static void see_to_handler(void) {
  struct sigaction now;
  if (sigaction(SIGBUS, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_bus_error) return;
  before = now;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &action, NULL);
}

const uint8_t *cp_map_file(int descriptor, size_t count) {
  if (count == 0) return NULL;
  int free = 0;
  while (free < most && atomic_load(&maps[free].start) != 0) free++;
  if (free == most) return NULL;
  void *bytes = mmap(NULL, count, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (bytes == MAP_FAILED) return NULL;
  madvise(bytes, count, MADV_SEQUENTIAL);
  see_to_handler();
  atomic_store(&maps[free].count, count);
  atomic_store(&maps[free].whole, count);
  atomic_store(&maps[free].start, (uintptr_t)bytes);
  return bytes;
}

void cp_forget_map(const uint8_t *bytes, size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (bytes != NULL && count >= page) madvise((void *)bytes, count & ~(page - 1), MADV_DONTNEED);
}

void cp_unmap_file(const uint8_t *bytes, size_t count) {
  if (bytes == NULL) return;
  for (int i = 0; i < most; i++) {
    if (atomic_load(&maps[i].start) == (uintptr_t)bytes) atomic_store(&maps[i].start, 0);
  }
  munmap((void *)bytes, count);
}

size_t cp_map_whole(const uint8_t *bytes, size_t count) {
  for (int i = 0; i < most; i++) {
    if (bytes != NULL && atomic_load(&maps[i].start) == (uintptr_t)bytes) return atomic_load(&maps[i].whole);
  }
  return count;
}
