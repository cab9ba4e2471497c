// The keys on the canvas: arrows walk over its items, Enter edits the first text, Alt with an arrow moves the item.

/**
 * The listener for keys. `items()` are the elements of the items in their order, and `current()` the one that has the focus,
 * else the selected one. `go(element)` selects one, `edit()` edits the selected item, and `step(command)` moves it (`up` or
 * `down`); both return whether there is one. `isWriting()` says that somebody writes in a text, and `forward(event)` gives the
 * console a key for which it has a use.
 */
export function canvasKeys({ items, current, go, edit, step, isWriting, forward }) {
  return (event) => {
    if (event.defaultPrevented) return;
    const { key, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isWriting()) {
      // Undo and the caret are those of the text.
      if (isCommand && !/^[zyacvxZYACVX]$/.test(key) && !key.startsWith('Arrow')) forward(event);
      return;
    }
    const isPlain = !altKey && !isCommand && !event.shiftKey;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown') && !isCommand) {
      event.preventDefault();
      step(key === 'ArrowUp' ? 'up' : 'down');
    } else if (isPlain && ['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) {
      event.preventDefault();
      const all = items();
      const index = all.indexOf(current());
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: all.length - 1 }[key];
      const next = all[Math.max(0, Math.min(to, all.length - 1))];
      if (next) go(next);
    } else if (isPlain && key === 'Enter' && edit()) event.preventDefault();
    else forward(event);
  };
}

/** Gives a key to the console: its shortcuts know nothing of the frame. */
export function forwardTo(frame, event) {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, bubbles: true, cancelable: true });
  if (!frame.dispatchEvent(copy)) event.preventDefault();
}
