#ifndef CEPOLL_H
#define CEPOLL_H

#include <stdint.h>

// epoll and accept4 for Swift: the Glibc module contains neither.

// Events of a descriptor, with the token that it was added with.
struct cepoll_event {
  uint64_t token;
  uint32_t events;
};

enum {
  CEPOLL_READABLE = 1,
  CEPOLL_WRITABLE = 2,
  // Both sides are shut down, or the connection failed.
  CEPOLL_HANGUP = 4,
  // One read does not return everything: the end of input or bytes after urgent data follow, at which a read stops.
  CEPOLL_MORE = 8,
};

int cepoll_create(void);
// Both use EPOLLET: epoll reports a descriptor when it becomes ready, and after cepoll_modify if it is ready, but not
// again while it stays ready. That saves the kernel a second check of each socket.
int cepoll_add(int poller, int descriptor, uint32_t events, uint64_t token);
int cepoll_modify(int poller, int descriptor, uint32_t events, uint64_t token);
// Takes up to `capacity` events, at most 256, without waiting. Negative: -errno.
int cepoll_take(int poller, struct cepoll_event *events, int capacity);
// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC. Negative: -errno.
int cepoll_accept(int listener);

#endif
