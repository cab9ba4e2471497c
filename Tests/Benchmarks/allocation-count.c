// Counts the allocations of a program into which it is preloaded (LD_PRELOAD): every call of the allocator is
// counted and passed on to glibc's. Each thread has its own count.
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t calls __attribute__((tls_model("initial-exec")));

// The number of allocations of this thread so far.
uint64_t marquee_allocation_count(void) { return calls; }

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
  calls++;
  return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  calls++;
  void *block = __libc_memalign(alignment, size);
  if (!block) return 12;  // ENOMEM
  *pointer = block;
  return 0;
}
