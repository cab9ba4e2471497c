// Dragging items in the preview: by mouse or pen at once, by a finger after a long press, because a finger that moves
// scrolls the page.
import { autoscrollSpeed, swallowClick } from '../reorder.js';

/** Movement that makes a press a drag, in pixels of the page. */
const threshold = 5;
/** How long a finger rests until it drags, in milliseconds, and how far it may move meanwhile, in pixels. */
const longPress = 400;
const tremor = 10;

/**
 * Lets people drag the items of a page. `source` gets the events of the pointer, and `toPage(x, y)` is a point of it in
 * the page. `itemAt(element)` is the item of an element, undefined for one that cannot be moved;
 * `onAim({ item, element, over, isBefore, isBeside, section })` says where it would be dropped, `onDrop(aim)` drops it,
 * and `onEnd()` ends what `onAim` shows. Returns `{ isDragging(), cancel(), stop() }`.
 */
export function dragItems(page, { source, toPage }, { itemAt, onAim, onDrop, onEnd }) {
  let press;
  let drag;
  let timer;
  const ended = new AbortController();
  const listen = (type, listener, options = {}) =>
    source.addEventListener(type, listener, { ...options, signal: ended.signal });
  const target = (event) => (source === page ? event.target
    : page.elementFromPoint(...Object.values(toPage(event.clientX, event.clientY))));

  listen('pointerdown', (event) => {
    if (drag) return;
    forget();
    if (event.button !== 0) return;
    const under = target(event);
    const element = under?.closest?.('[contenteditable]') ? undefined : under?.closest?.('[data-item]');
    const item = element && itemAt(element);
    if (!item) return;
    const isTouch = event.pointerType === 'touch';
    press = { element, item, pointer: event.pointerId, isTouch, holder: source === page ? element : source,
      ...toPage(event.clientX, event.clientY) };
    if (isTouch) timer = setTimeout(() => { begin(); aim(); }, longPress);
  });
  listen('pointermove', (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { x, y } = toPage(event.clientX, event.clientY);
    if (!drag) {
      const distance = Math.hypot(x - press.x, y - press.y);
      if (press.isTouch && distance > tremor) forget();
      if (!press || press.isTouch || distance < threshold) return;
      begin();
    }
    Object.assign(drag, { x, y });
    aim();
  });
  listen('pointerup', (event) => {
    if (press && event.pointerId !== press.pointer) return;
    const own = drag?.aim;
    const wasDragged = Boolean(drag);
    end();
    if (wasDragged) swallowClick(source);
    if (own) onDrop(own);
  });
  listen('pointercancel', end);
  // The page would scroll under the finger that drags.
  listen('touchmove', (event) => { if (drag) event.preventDefault(); }, { passive: false });
  listen('contextmenu', (event) => { if (press?.isTouch) event.preventDefault(); });
  // The browser would drag a picture itself.
  listen('dragstart', (event) => event.preventDefault());

  function forget() {
    clearTimeout(timer);
    press = undefined;
  }

  function begin() {
    drag = { ...press, aim: undefined };
    // Moves outside of the frame come to it, too.
    press.holder.setPointerCapture(press.pointer);
    press.element.style.setProperty('opacity', '0.45');
    page.documentElement.style.setProperty('cursor', 'grabbing');
    for (const one of [page, document]) one.addEventListener('keydown', cancelOnEscape, true);
    drag.frame = requestAnimationFrame(scroll);
  }

  function scroll() {
    if (!drag) return;
    const speed = autoscrollSpeed(drag.y, 0, page.defaultView.innerHeight);
    if (speed !== 0) {
      page.scrollingElement.scrollTop += speed;
      aim();
    }
    drag.frame = requestAnimationFrame(scroll);
  }

  function aim() {
    const { innerWidth: width, innerHeight: height } = page.defaultView;
    const x = Math.min(Math.max(drag.x, 1), width - 1);
    const y = Math.min(Math.max(drag.y, 1), height - 1);
    const under = page.elementFromPoint(x, y);
    let over = drag.element.contains(under) ? drag.element : under?.closest('[data-item]');
    const section = over ? undefined
      : under?.closest('main > section') ?? page.querySelector('main > section:last-of-type');
    if (!over && section) over = nearest([...section.querySelectorAll(':scope > .cells > [data-item]')], y);
    if (over === drag.element || (!over && !section)) { drag.aim = undefined; onEnd(); return; }
    drag.aim = { item: drag.item, element: drag.element, over, section };
    if (over) {
      const box = over.getBoundingClientRect();
      const isBeside = over.parentElement.matches('.row');
      const isRightToLeft = page.documentElement.dir === 'rtl';
      const isBefore = isBeside ? (x < box.left + box.width / 2) !== isRightToLeft : y < box.top + box.height / 2;
      Object.assign(drag.aim, { isBeside, isBefore });
    }
    onAim(drag.aim);
  }

  function end() {
    forget();
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    drag.element.style.removeProperty('opacity');
    if (drag.element.getAttribute('style') === '') drag.element.removeAttribute('style');
    page.documentElement.style.removeProperty('cursor');
    for (const one of [page, document]) one.removeEventListener('keydown', cancelOnEscape, true);
    drag = undefined;
    onEnd();
  }

  function cancelOnEscape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
    swallowClick(source);
  }

  return { isDragging: () => drag !== undefined, cancel: end, stop() { end(); ended.abort(); } };
}

/** The element of a column that is nearest to a height. */
function nearest(elements, y) {
  let best;
  let distance = Infinity;
  for (const element of elements) {
    const { top, bottom } = element.getBoundingClientRect();
    const own = y < top ? top - y : y > bottom ? y - bottom : 0;
    if (own < distance) [best, distance] = [element, own];
  }
  return best;
}
