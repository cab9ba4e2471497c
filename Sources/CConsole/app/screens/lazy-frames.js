// Frames that load when they come into sight, a few at a time, and of which only so many are kept.

/** The most frames that load at once: a browser opens six connections to a host, and the page needs some itself. */
const maximumLoading = 3;

/**
 * `make(holder)` makes the content of a holder, with one `iframe` in it. `maximum` is how many holders keep theirs: beyond
 * that, those that are out of sight lose it, the one that was seen first before the others.
 * Returns `{ watch(holders), stop() }`.
 */
export function lazyFrames(make, maximum = 24) {
  /** The holders that have a frame, in the order in which they were seen last. */
  const filled = new Map();
  const inSight = new Set();
  const waiting = new Set();
  let loading = 0;

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) { inSight.delete(target); waiting.delete(target); continue; }
      inSight.add(target);
      const end = filled.get(target);
      if (!end) { waiting.add(target); continue; }
      filled.delete(target);
      filled.set(target, end);
    }
    next();
  }, { rootMargin: '160px' });

  function next() {
    while (loading < maximumLoading && waiting.size > 0) {
      const [holder] = waiting;
      waiting.delete(holder);
      load(holder);
    }
  }

  function load(holder) {
    const content = make(holder);
    loading += 1;
    let isLoading = true;
    // Also for a frame that is removed before it has loaded.
    const end = () => {
      if (!isLoading) return;
      isLoading = false;
      loading -= 1;
      holder.classList.add('is-loaded');
      next();
    };
    content.querySelector('iframe').addEventListener('load', end);
    holder.replaceChildren(content);
    filled.set(holder, end);
    for (const [old, endOld] of filled) {
      if (filled.size <= maximum) break;
      if (!inSight.has(old)) empty(old, endOld);
    }
  }

  function empty(holder, end) {
    filled.delete(holder);
    holder.replaceChildren();
    end();
    holder.classList.remove('is-loaded');
  }

  function stop() {
    observer.disconnect();
    inSight.clear();
    waiting.clear();
    for (const [holder, end] of [...filled]) empty(holder, end);
  }

  return {
    watch(holders) { for (const holder of holders) observer.observe(holder); },
    stop,
  };
}
