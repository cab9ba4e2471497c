// The share of the users that an experiment gives each variant, counted over the hash's buckets as in the server's dry
// run. The dry run is the authority; this module adds between which variants users move.

/** Weights brought to the sum 1. `variants` are `[key, weight]` in the order of the definition. */
export function shares(variants) {
  const total = variants.reduce((sum, [, weight]) => sum + Math.max(0, weight), 0);
  return variants.map(([, weight]) =>
    (total > 0 ? Math.max(0, weight) / (Math.abs(total - 1) < 1e-9 ? 1 : total) : 1 / variants.length));
}

/** The range of hash values of each variant. */
export function ranges(variants, coverage) {
  let start = 0;
  return shares(variants).map((share) => {
    const range = [start, start + coverage * share];
    start += share;
    return range;
  });
}

/** The share of all users that a namespace lets in. */
export function namespaceShare(namespace) {
  return namespace ? Math.max(0, Math.min(1, namespace[2]) - Math.max(0, namespace[1])) : 1;
}

function keysOfBuckets({ variants, coverage, status }, count) {
  const owned = status === 'running' ? ranges(variants, coverage) : [];
  return Array.from({ length: count }, (_, bucket) => {
    const index = owned.findIndex(([from, to]) => bucket / count >= from && bucket / count < to);
    return index < 0 ? null : variants[index][0];
  });
}

/**
 * What a change does to the users: a list of `{ from, to, share }`, `from` and `to` the keys of variants or null for
 * "not in the experiment". Users who stay where they are have the same key twice.
 */
export function transitions(before, after) {
  const buckets = before.hashVersion === 1 ? 1000 : 10_000;
  const old = keysOfBuckets(before, buckets);
  const next = keysOfBuckets(after, buckets);
  const inside = namespaceShare(before.namespace);
  const counts = new Map();
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const key = JSON.stringify([old[bucket], next[bucket]]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, number]) => {
    const [from, to] = JSON.parse(key);
    return { from, to, share: (number / buckets) * inside };
  });
}
