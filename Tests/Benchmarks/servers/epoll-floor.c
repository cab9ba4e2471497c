// The floor: the minimum that a server on epoll can do for a request. It reads up to the empty line that ends each
// head, regardless of how the bytes are split, ignores the content of the head, and always sends the same bytes.
//
// usage: epoll-floor RESPONSE-FILE
// Listens on a free port of 127.0.0.1 and prints its number.
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  MAX_DESCRIPTORS = 65536,
  EVENTS = 256,
  READ_BYTES = 65536,
  // The number of responses that are sent with one call.
  COPIES = 64,
  // The number of bytes that end a head, minus one.
  TAIL = 3,
};

struct connection {
  // The last bytes of an incomplete head: they may be the beginning of its end.
  char tail[TAIL];
  unsigned char tail_count;
  char waits_to_write;
  // The number of bytes of responses to send.
  size_t owed;
};

static struct connection connections[MAX_DESCRIPTORS];
static char input[TAIL + READ_BYTES];
static char *answers;
static size_t answer_size;
static int poller;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void read_answer(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  static char answer[1 << 20];
  answer_size = fread(answer, 1, sizeof answer, file);
  if (!answer_size || !feof(file)) {
    fprintf(stderr, "%s: empty, or larger than %zu bytes\n", path, sizeof answer);
    exit(1);
  }
  fclose(file);
  answers = malloc(answer_size * COPIES);
  if (!answers) fail("malloc");
  for (int copy = 0; copy < COPIES; copy++) memcpy(answers + copy * answer_size, answer, answer_size);
}

static void watch(int operation, int descriptor, unsigned events) {
  struct epoll_event event = {.events = events, .data.fd = descriptor};
  if (epoll_ctl(poller, operation, descriptor, &event)) fail("epoll_ctl");
}

static int listen_on_free_port(void) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1024) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    fail("listen");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

static void accept_all(int listener) {
  int client, on = 1;
  while ((client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    if (client >= MAX_DESCRIPTORS) {
      close(client);
      continue;
    }
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections[client] = (struct connection){0};
    watch(EPOLL_CTL_ADD, client, EPOLLIN);
  }
}

// Sends pending responses, as far as the client accepts them.
static void pay(int descriptor) {
  struct connection *connection = &connections[descriptor];
  while (connection->owed) {
    // All responses are equal, so the position follows from the number of bytes left of the response that was begun.
    size_t left = connection->owed % answer_size;
    size_t start = left ? answer_size - left : 0;
    size_t most = answer_size * COPIES - start;
    ssize_t sent = send(descriptor, answers + start, connection->owed < most ? connection->owed : most, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN) {
        close(descriptor);
        return;
      }
      // Stops reading until the client accepts data.
      if (!connection->waits_to_write) watch(EPOLL_CTL_MOD, descriptor, EPOLLOUT);
      connection->waits_to_write = 1;
      return;
    }
    connection->owed -= (size_t)sent;
  }
  if (connection->waits_to_write) watch(EPOLL_CTL_MOD, descriptor, EPOLLIN);
  connection->waits_to_write = 0;
}

// Reads once, and responds to each request whose head is complete.
static void take(int descriptor) {
  struct connection *connection = &connections[descriptor];
  ssize_t count = recv(descriptor, input + TAIL, READ_BYTES, 0);
  if (count <= 0) {
    if (count == 0 || errno != EAGAIN) close(descriptor);
    return;
  }
  char *place = input + TAIL - connection->tail_count;
  char *end = input + TAIL + count;
  memcpy(place, connection->tail, connection->tail_count);
  for (char *found; (found = memmem(place, (size_t)(end - place), "\r\n\r\n", 4)); place = found + 4)
    connection->owed += answer_size;
  connection->tail_count = end - place < TAIL ? (unsigned char)(end - place) : TAIL;
  memcpy(connection->tail, end - connection->tail_count, connection->tail_count);
  pay(descriptor);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: epoll-floor RESPONSE-FILE\n");
    return 64;
  }
  read_answer(argv[1]);
  int listener = listen_on_free_port();
  poller = epoll_create1(EPOLL_CLOEXEC);
  if (poller < 0) fail("epoll_create1");
  watch(EPOLL_CTL_ADD, listener, EPOLLIN);
  struct epoll_event events[EVENTS];
  for (;;) {
    int count = epoll_wait(poller, events, EVENTS, -1);
    for (int index = 0; index < count; index++) {
      int descriptor = events[index].data.fd;
      if (descriptor == listener)
        accept_all(listener);
      else if (connections[descriptor].waits_to_write)
        pay(descriptor);
      else
        take(descriptor);
    }
  }
}
