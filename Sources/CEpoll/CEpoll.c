#define _GNU_SOURCE
#include "CEpoll.h"

#ifdef __linux__
#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static uint32_t native(uint32_t events) {
  return EPOLLET | ((events & CEPOLL_READABLE) ? EPOLLIN | EPOLLRDHUP | EPOLLPRI : 0) |
         ((events & CEPOLL_WRITABLE) ? EPOLLOUT : 0);
}

int cepoll_create(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

static int control(int poller, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = native(events), .data = {.u64 = token}};
  return epoll_ctl(poller, operation, descriptor, &event) == 0 ? 0 : -errno;
}

int cepoll_add(int poller, int descriptor, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_ADD, descriptor, events, token);
}

int cepoll_modify(int poller, int descriptor, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_MOD, descriptor, events, token);
}

int cepoll_take(int poller, struct cepoll_event *events, int capacity) {
  struct epoll_event raw[256];
  int count = epoll_wait(poller, raw, capacity < 256 ? capacity : 256, 0);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    uint32_t bits = raw[i].events;
    events[i].token = raw[i].data.u64;
    events[i].events = ((bits & EPOLLIN) ? CEPOLL_READABLE : 0) | ((bits & EPOLLOUT) ? CEPOLL_WRITABLE : 0) |
                       ((bits & (EPOLLHUP | EPOLLERR)) ? CEPOLL_HANGUP : 0) |
                       ((bits & (EPOLLRDHUP | EPOLLPRI)) ? CEPOLL_MORE : 0);
  }
  return count;
}

int cepoll_accept(int listener) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}
#endif
