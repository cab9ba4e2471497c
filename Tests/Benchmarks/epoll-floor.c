// The floor: the least that a server can do for a request on epoll. It looks for the end of the head, does not read
// what the head says, and sends the same bytes to all.
// usage: epoll-floor PORT BODY-BYTES
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char buffer[65536];
static char answers[1 << 20];

int main(int argc, char **argv) {
  int port = argc > 1 ? atoi(argv[1]) : 8090;
  int body = argc > 2 ? atoi(argv[2]) : 1024;
  if (body < 0 || body > 8192) return 64;
  static char answer[16384];
  int size = snprintf(answer, sizeof answer,
                      "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                      "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n", body);
  memset(answer + size, 'a', body);
  size += body;

  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) {
    perror("listen");
    return 1;
  }
  int poller = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  struct epoll_event events[256];
  for (;;) {
    int count = epoll_wait(poller, events, 256, -1);
    for (int i = 0; i < count; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        int client;
        while ((client = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
          event = (struct epoll_event){.events = EPOLLIN, .data.fd = client};
          epoll_ctl(poller, EPOLL_CTL_ADD, client, &event);
        }
        continue;
      }
      ssize_t got = recv(descriptor, buffer, sizeof buffer, 0);
      if (got <= 0) {
        if (got == 0 || errno != EAGAIN) close(descriptor);
        continue;
      }
      // A request cut in two is not put together: the load generator never sends one.
      size_t length = 0;
      char *place = buffer, *end = buffer + got;
      while ((place = memmem(place, end - place, "\r\n\r\n", 4)) && length + size <= sizeof answers) {
        memcpy(answers + length, answer, size);
        length += size;
        place += 4;
      }
      if (length && send(descriptor, answers, length, MSG_NOSIGNAL) < 0) close(descriptor);
    }
  }
}
