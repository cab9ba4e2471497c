#ifndef MARQUEE_CZLIB_SHIM_H
#define MARQUEE_CZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro, which Swift does not import. 16 more than the bits of the window asks for a gzip wrapper
   (RFC 1952). */
static inline int marquee_gzip_init(z_stream *stream, int level, int window_bits, int memory_level) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits + 16, memory_level, Z_DEFAULT_STRATEGY);
}

/* The same of inflateInit2. */
static inline int marquee_gunzip_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#endif
