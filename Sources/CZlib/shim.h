#ifndef MARQUEE_CZLIB_SHIM_H
#define MARQUEE_CZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro, which Swift does not import. 15 + 16 asks for a gzip wrapper (RFC 1952). */
static inline int marquee_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

#endif
