#ifndef CEPOLL_H
#define CEPOLL_H

#include <stdint.h>

// epoll and accept4 for Swift: Glibc's module has neither.

// What happened to a descriptor, by the token that was given for it.
struct cepoll_event {
  uint64_t token;
  uint32_t events;
};

enum {
  CEPOLL_READABLE = 1,
  CEPOLL_WRITABLE = 2,
  // Both sides are shut, or the connection failed.
  CEPOLL_HANGUP = 4,
  // What one call reads is not all: behind it comes the end, or what was sent after urgent data, at which a call stops.
  CEPOLL_MORE = 8,
};

int cepoll_create(void);
// What is ready is told when it becomes so, and when it is asked for; not for as long as it lasts (EPOLLET): that spares
// the kernel a second look at each socket.
int cepoll_add(int poller, int descriptor, uint32_t events, uint64_t token);
int cepoll_modify(int poller, int descriptor, uint32_t events, uint64_t token);
// Takes up to `capacity` events, at most 256, without waiting. Negative: -errno.
int cepoll_take(int poller, struct cepoll_event *events, int capacity);
// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC. Negative: -errno.
int cepoll_accept(int listener);

#endif
