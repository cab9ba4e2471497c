// Calls of functions with variable arguments, which Swift cannot make. Each passes one argument of the type that the
// option takes (https://curl.se/libcurl/c/curl_easy_setopt.html). The functions are loaded by dlsym(3), so that nothing
// is linked, and the declarations need no headers of libcurl.
#ifndef MARQUEE_CCURLCALLS_SHIM_H
#define MARQUEE_CCURLCALLS_SHIM_H

#include <sys/socket.h>

typedef int (*marquee_curl_variadic)(void *easy, int option, ...);

// struct curl_sockaddr: https://curl.se/libcurl/c/CURLOPT_OPENSOCKETFUNCTION.html
struct marquee_curl_address {
  int family;
  int type;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

static inline int marquee_curl_long(void *function, void *easy, int option, long value) {
  return ((marquee_curl_variadic)function)(easy, option, value);
}

static inline int marquee_curl_pointer(void *function, void *easy, int option, const void *value) {
  return ((marquee_curl_variadic)function)(easy, option, value);
}

typedef unsigned long (*marquee_curl_receiver)(char *bytes, unsigned long size, unsigned long count, void *context);

static inline int marquee_curl_set_receiver(void *function, void *easy, int option, marquee_curl_receiver value) {
  return ((marquee_curl_variadic)function)(easy, option, value);
}

typedef int (*marquee_curl_opener)(void *context, int purpose, struct marquee_curl_address *address);

static inline int marquee_curl_set_opener(void *function, void *easy, int option, marquee_curl_opener value) {
  return ((marquee_curl_variadic)function)(easy, option, value);
}

// curl_off_t is 64 bits wide: https://curl.se/libcurl/c/CURLOPT_XFERINFOFUNCTION.html
typedef int (*marquee_curl_progress)(void *context, long long total, long long now, long long sendTotal,
                                     long long sendNow);

static inline int marquee_curl_set_progress(void *function, void *easy, int option, marquee_curl_progress value) {
  return ((marquee_curl_variadic)function)(easy, option, value);
}

#endif
