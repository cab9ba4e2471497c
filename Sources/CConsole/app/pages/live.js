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
