// Loads a server with two requests in turns of some milliseconds, and prints the processor time of the server for each
// request of each turn, in nanoseconds. The turns belong to the requests in the order 1, 2, 2, 1, so that neither is always
// the first one. The last requests of a turn, one for each connection, are answered in the next one and count there, so that a
// difference is measured about a fiftieth too small.
//
// It never sleeps, and does not read responses: the kernel discards them. So it is faster than the server, and the server
// neither waits for it nor wakes it. With wrk the server does both, and more often for one of the two requests. Then a
// request that takes longer can cost less, because more requests are ready at once.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATHS = 2, EVENTS = 256 };

// Nanoseconds.
static const double SILENCE = 5e9;

struct load {
  int port;
  const char *path[PATHS];
  // The whole length of a response.
  long length[PATHS];
  char fields[2048];
  // 0 for requests without a user of their own.
  unsigned long long next_user;
};

struct connection {
  int descriptor;
  // The bytes of the response that are still to come.
  long rest;
};

static void fail(const char *what) {
  fprintf(stderr, "turns: %s\n", what);
  exit(1);
}

static void check(int succeeded, const char *what) {
  if (succeeded) return;
  fprintf(stderr, "turns: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double nanoseconds(clockid_t clock) {
  struct timespec time;
  check(clock_gettime(clock, &time) == 0, "clock_gettime");
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int open_connection(const struct load *load) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  check(descriptor >= 0, "socket");
  check(connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0, "connect");
  return descriptor;
}

static void send_request(struct load *load, int descriptor, int path) {
  char text[4096], user[32] = "";
  if (load->next_user) snprintf(user, sizeof user, "?user=%llu", load->next_user++);
  int count = snprintf(text, sizeof text, "GET %s%s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n", load->path[path], user, load->fields);
  if (count < 0 || (size_t)count >= sizeof text) fail("the request is too long");
  ssize_t sent = send(descriptor, text, (size_t)count, MSG_NOSIGNAL);
  check(sent >= 0, "send");
  if (sent != count) fail("a request was sent in part");
}

// The whole length of a response, which all later ones must have.
static long response_length(struct load *load, int path) {
  static char text[1 << 20];
  size_t count = 0;
  int descriptor = open_connection(load);
  send_request(load, descriptor, path);
  while (count < sizeof text - 1) {
    ssize_t more = recv(descriptor, text + count, sizeof text - 1 - count, 0);
    check(more >= 0, "recv");
    if (more == 0) fail("the server closed the connection");
    text[count += (size_t)more] = 0;
    const char *end = strstr(text, "\r\n\r\n"), *length = strstr(text, "\r\nContent-Length: ");
    if (!end) continue;
    if (strncmp(text, "HTTP/1.1 200 ", 13) != 0 || !length || length > end) fail(text);
    long whole = end + 4 - text + atol(length + 18);
    if (count < (size_t)whole) continue;
    close(descriptor);
    return whole;
  }
  fail("the response is too long");
  return 0;
}

int main(int count, char **arguments) {
  if (count < 9) fail("the arguments are PORT PID MILLISECONDS SECONDS CONNECTIONS FIRST-USER PATH PATH [FIELD …]");
  struct load load = {.port = atoi(arguments[1]), .path = {arguments[7], arguments[8]}};
  clockid_t server;
  check(clock_getcpuclockid(atoi(arguments[2]), &server) == 0, "clock_getcpuclockid");
  double turn = atof(arguments[3]) * 1e6, duration = atof(arguments[4]) * 1e9;
  int connections = atoi(arguments[5]);
  load.next_user = strtoull(arguments[6], NULL, 10);
  for (int index = 9; index < count; index++) {
    size_t used = strlen(load.fields), rest = sizeof load.fields - used;
    if ((size_t)snprintf(load.fields + used, rest, "%s\r\n", arguments[index]) >= rest) fail("too many fields");
  }
  for (int path = 0; path < PATHS; path++) load.length[path] = response_length(&load, path);

  int poller = epoll_create1(EPOLL_CLOEXEC);
  check(poller >= 0, "epoll_create1");
  struct connection *all = calloc((size_t)connections, sizeof *all);
  check(all != NULL, "calloc");
  for (int index = 0; index < connections; index++) {
    all[index] = (struct connection){open_connection(&load), load.length[0]};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[index]};
    check(epoll_ctl(poller, EPOLL_CTL_ADD, all[index].descriptor, &event) == 0, "epoll_ctl");
    send_request(&load, all[index].descriptor, 0);
  }

  static char discarded[1 << 16];
  double start = nanoseconds(CLOCK_MONOTONIC), first = nanoseconds(server);
  double ends = start + turn, used = first, latest = start, now = start;
  long turns = 0, requests = 0;
  printf("{\"turns\": [");
  while (now - start < duration) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(poller, events, EVENTS, 0);
    check(ready >= 0, "epoll_wait");
    now = nanoseconds(CLOCK_MONOTONIC);
    if (ready > 0) latest = now;
    if (now - latest > SILENCE) fail("no response for 5 s");
    if (now >= ends && requests > 0) {
      double before = used;
      used = nanoseconds(server);
      printf("%s%.0f", turns ? ", " : "", (used - before) / (double)requests);
      turns++;
      requests = 0;
      ends = now + turn;
    }
    int path = turns % 4 == 0 || turns % 4 == 3 ? 0 : 1;
    for (int index = 0; index < ready; index++) {
      struct connection *connection = events[index].data.ptr;
      ssize_t amount = recv(connection->descriptor, discarded, sizeof discarded, MSG_TRUNC);
      check(amount >= 0, "recv");
      if (amount == 0) fail("the server closed the connection");
      connection->rest -= amount;
      if (connection->rest < 0) fail("a response of another length");
      if (connection->rest > 0) continue;
      send_request(&load, connection->descriptor, path);
      connection->rest = load.length[path];
      requests++;
    }
  }
  printf("], \"busy\": %.4f}\n", (nanoseconds(server) - first) / (now - start));
  return 0;
}
