// Where the items of the page in the frame are in the console, which may show the frame smaller.

/** The space that a selected item keeps from the edges of the frame when it is scrolled to, in pixels. */
const margin = 48;

/** Where a frame is, and its scale. To ask for it lays out the console. */
function placeOf(frame) {
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = width / frame.offsetWidth || 1;
  return { left: left + frame.clientLeft * scale, top: top + frame.clientTop * scale, scale };
}

/** A function that gives the box of an element of the page in `overlay`. */
export function boxesIn(overlay, frame) {
  const origin = overlay.getBoundingClientRect();
  const { left, top, scale } = placeOf(frame);
  return (element) => {
    const box = element.getBoundingClientRect();
    return { left: left - origin.left + box.left * scale, top: top - origin.top + box.top * scale,
      width: box.width * scale, height: box.height * scale };
  };
}

/** A point of the window in the page. */
export function pointIn(frame, x, y) {
  const { left, top, scale } = placeOf(frame);
  return { x: (x - left) / scale, y: (y - top) / scale };
}

/** Scrolls the page of the frame alone to an element: `scrollIntoView` would scroll the console, too. */
export function reveal(element) {
  const { scrollingElement, defaultView: { innerHeight } } = element.ownerDocument;
  const { top, bottom, height } = element.getBoundingClientRect();
  const room = Math.min(margin, innerHeight / 8);
  if (top >= room && bottom <= innerHeight - room) return;
  const isLarge = height > innerHeight - 2 * room;
  // An item that is larger than the frame stays where it is while some of it is in sight.
  if (isLarge && top < innerHeight - room && bottom > room) return;
  scrollingElement.scrollTop += isLarge ? top - room : top - (innerHeight - height) / 2;
}
