#ifndef MARQUEE_CNETTLE_SHIM_H
#define MARQUEE_CNETTLE_SHIM_H

#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

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
  struct sha256_ctx context = start->state;
  sha256_update(&context, count, bytes);
  marquee_sha256_end(&context, code);
  context = start->outer;
  sha256_update(&context, SHA256_DIGEST_SIZE, code);
  marquee_sha256_end(&context, code);
#endif
}

#endif
