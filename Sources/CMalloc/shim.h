#ifndef MARQUEE_CMALLOC_SHIM_H
#define MARQUEE_CMALLOC_SHIM_H

#include <malloc.h>

/* mallopt for Swift: the Glibc module does not contain it. Returns whether the limit was set. */
static inline _Bool marquee_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count) == 1; }

#endif
