#ifndef MARQUEE_CNETTLE_SHIM_H
#define MARQUEE_CNETTLE_SHIM_H

#include <endian.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <string.h>

/* Writes SHA256_DIGEST_SIZE bytes. The function took their number before Nettle 4. */
static inline void marquee_sha256_end(struct sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(context, digest);
#else
  sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}

static inline void marquee_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  struct sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, count, bytes);
  marquee_sha256_end(&context, digest);
}

#if NETTLE_VERSION_MAJOR < 4
/* The bytes of a message that the last block of its hash has room for (FIPS 180-4 section 5.1.1). */
enum { MARQUEE_SHA256_LAST_BYTES = SHA256_BLOCK_SIZE - 9 };

/* Writes the hash of a message whose whole blocks `start` has hashed. `block` has `count` more bytes, then zeros, and room
   for the end. The library's sha256_digest does the same by way of its buffer, which adds a third to the time of a block. */
static inline void marquee_sha256_last_block(const struct sha256_ctx *start, uint8_t *block, size_t count,
                                             uint8_t *digest) {
  const uint64_t bits = htobe64((start->count * SHA256_BLOCK_SIZE + count) * 8);
  block[count] = 0x80;
  memcpy(block + SHA256_BLOCK_SIZE - sizeof bits, &bits, sizeof bits);
  struct sha256_ctx context;
  memcpy(context.state, start->state, sizeof context.state);
  context.count = 0;
  context.index = 0;
  /* With an empty buffer, one block changes the state at once. */
  sha256_update(&context, SHA256_BLOCK_SIZE, block);
  for (int place = 0; place < 8; place++)
    context.state[place] = htobe32(context.state[place]);
  memcpy(digest, context.state, sizeof context.state);
}
#endif

/* Starts a code, with the first bytes of the message. */
static inline void marquee_hmac_sha256_begin(struct hmac_sha256_ctx *context, const uint8_t *key, size_t key_count,
                                             const uint8_t *bytes, size_t count) {
  hmac_sha256_set_key(context, key_count, key);
  hmac_sha256_update(context, count, bytes);
}

/* Ends a code that was started. It leaves the start as it is, so that another message can follow it. */
static inline void marquee_hmac_sha256_end(const struct hmac_sha256_ctx *start, const uint8_t *bytes, size_t count,
                                           uint8_t *code) {
#if NETTLE_VERSION_MAJOR >= 4
  struct hmac_sha256_ctx context = *start;
  hmac_sha256_update(&context, count, bytes);
  hmac_sha256_digest(&context, code);
#else
  /* The two hashes of RFC 2104, one after the other: hmac_sha256_digest needs and restores a copy of all three contexts. */
  const size_t held = start->state.index;
  if (held <= MARQUEE_SHA256_LAST_BYTES && count <= MARQUEE_SHA256_LAST_BYTES - held) {
    uint8_t block[SHA256_BLOCK_SIZE] = {0};
    memcpy(block, start->state.block, held);
    if (count > 0)
      memcpy(block + held, bytes, count);
    marquee_sha256_last_block(&start->state, block, held + count, code);
  } else {
    struct sha256_ctx context = start->state;
    sha256_update(&context, count, bytes);
    marquee_sha256_end(&context, code);
  }
  uint8_t block[SHA256_BLOCK_SIZE] = {0};
  memcpy(block, code, SHA256_DIGEST_SIZE);
  marquee_sha256_last_block(&start->outer, block, SHA256_DIGEST_SIZE, code);
#endif
}

#endif
