// A glass over the frame for browsers that call no listener in a page without scripts, not even one of the console
// (WebKit): it takes the pointer and finds what is below it.
import { h } from '../../kit/dom.js';

/** Whether a page calls listeners. */
export function callsListeners(page) {
  let isCalled = false;
  page.addEventListener('canvas-probe', () => { isCalled = true; }, { once: true });
  page.dispatchEvent(new Event('canvas-probe'));
  return isCalled;
}

/**
 * The glass. `page()` is the document below, `toPage(x, y)` a point of the window as one of the document, and
 * `listeners` are `click`, and maybe `dblclick` and `keydown`, which get an event with the element below as its target, and
 * `moved()`, which is called after the page was scrolled.
 */
export function canvasGlass({ page, toPage, listeners }) {
  const element = h('div', { class: 'canvas-glass', tabindex: '0', role: 'group', 'aria-label': 'Canvas', hidden: true });
  for (const type of ['click', 'dblclick'].filter((one) => listeners[one])) element.addEventListener(type, (/** @type {any} */ event) => {
    const { x, y } = toPage(event.clientX, event.clientY);
    const target = page()?.elementFromPoint(x, y);
    if (target) listeners[type]({ target, pointerType: event.pointerType, preventDefault: () => event.preventDefault() });
  });
  element.addEventListener('keydown', (event) => listeners.keydown?.(event));
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    page()?.scrollingElement.scrollBy(event.deltaX, event.deltaY);
    listeners.moved();
  }, { passive: false });
  // A finger scrolls the page below.
  let last;
  element.addEventListener('pointerdown', ({ pointerType, clientY }) => {
    last = pointerType === 'touch' ? clientY : undefined;
  });
  element.addEventListener('pointermove', ({ clientY }) => {
    if (last === undefined || listeners.isDragging?.()) return;
    page()?.scrollingElement.scrollBy(0, last - clientY);
    last = clientY;
    listeners.moved();
  });
  for (const type of ['pointerup', 'pointercancel']) element.addEventListener(type, () => { last = undefined; });
  return element;
}
