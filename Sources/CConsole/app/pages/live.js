// Keeps views current. A page that nobody looks at sends no requests, so that its session can expire.
import { session } from '../kit/api.js';

const attention = 30 * 60_000;
let lastTouch = Date.now();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
  window.addEventListener(event, () => { lastTouch = Date.now(); }, { passive: true, capture: true });
}

/** Whether somebody is likely to look at the page. */
function isWatched() {
  return !document.hidden && session.current !== null && Date.now() - lastTouch < attention;
}

/**
 * Calls `work` every `seconds` while the page is visible, and when it becomes visible. Returns a function that
 * ends this. `work` handles its errors.
 */
export function every(seconds, work) {
  let isRunning = false;
  const run = async () => {
    if (isRunning || !isWatched()) return;
    isRunning = true;
    try { await work(); } catch { /* The next turn tries again. */ } finally { isRunning = false; }
  };
  const timer = setInterval(run, seconds * 1000);
  document.addEventListener('visibilitychange', run);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', run);
  };
}

/**
 * Listens to Server-Sent Events. `events` are listeners by the event's name, which get its data; `onState` is told
 * 'open', 'waiting' (for a new connection) or 'closed'. Returns a function that ends it.
 * @param {string} url
 * @param {Record<string, (data: any, event: Event) => void>} events
 * @param {(state: 'open' | 'waiting' | 'closed') => void} [onState]
 */
export function listen(url, events, onState = () => {}) {
  const source = new EventSource(url);
  for (const [name, listener] of Object.entries(events)) {
    source.addEventListener(name, (event) => {
      let data;
      try { data = JSON.parse(event.data); } catch { return; }
      listener(data, event);
    });
  }
  source.addEventListener('open', () => onState('open'));
  source.addEventListener('error', () => onState(source.readyState === EventSource.CLOSED ? 'closed' : 'waiting'));
  return () => source.close();
}

// Server-Sent Events that report the current version.

/** The wait before a stream that the server has ended is opened again, in milliseconds. */
const pause = 5000;

/**
 * Listens to the events of an address while the page is visible. Returns a function that ends it.
 *
 * A browser opens at most six connections to a host over HTTP/1.1. A hidden tab must not hold one of them, or the
 * seventh tab could save nothing. For an address whose server sends the current state at each connection.
 */
export function stream(url, listeners) {
  let source;
  let timer;
  const end = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const begin = () => {
    end();
    if (document.hidden) return;
    source = new EventSource(url);
    for (const [name, listener] of Object.entries(listeners)) source.addEventListener(name, listener);
    // The browser connects again by itself, but not after an answer that is no stream, such as a proxy's 502.
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(begin, pause);
    });
  };
  document.addEventListener('visibilitychange', begin);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', begin);
    end();
  };
}
