// Tells the thread sanitizer about the order that Synchronization.Mutex creates.
//
// Without contention, a Mutex is an atomic exchange in the code that uses it, which the sanitizer sees. With contention,
// it is the kernel's (FUTEX_LOCK_PI), called from the library, which is not instrumented: the sanitizer then
// reports everything done under the lock as a race. This library is loaded before that one (LD_PRELOAD). It wraps
// the three slow functions and tells the sanitizer that a lock is taken or released. It changes nothing else.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Functions of the sanitizer; null in programs without it that a test starts.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) {
    fprintf(stderr, "MutexOrdering: no %s; this Swift has another Mutex\n", name);
    abort();
  }
  return function;
}

SWIFT void lockSlow(uint32_t thread, HANDLE mutex) __asm__(LOCK_SLOW);
SWIFT void lockSlow(uint32_t thread, HANDLE mutex) {
  SWIFT void (*function)(uint32_t, HANDLE) = original(LOCK_SLOW);
  function(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool tryLockSlow(HANDLE mutex) __asm__(TRY_LOCK_SLOW);
SWIFT bool tryLockSlow(HANDLE mutex) {
  SWIFT bool (*function)(HANDLE) = original(TRY_LOCK_SLOW);
  bool isTaken = function(mutex);
  if (isTaken && __tsan_acquire) __tsan_acquire(mutex);
  return isTaken;
}

SWIFT void unlockSlow(HANDLE mutex) __asm__(UNLOCK_SLOW);
SWIFT void unlockSlow(HANDLE mutex) {
  SWIFT void (*function)(HANDLE) = original(UNLOCK_SLOW);
  if (__tsan_release) __tsan_release(mutex);
  function(mutex);
}
