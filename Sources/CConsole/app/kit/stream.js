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
