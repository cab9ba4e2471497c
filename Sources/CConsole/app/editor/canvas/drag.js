// Dragging items in the preview, by mouse or pen. A finger scrolls the page instead: it moves items by the buttons of the
// selected one, or in the list.
import { autoscrollSpeed, swallowClick } from '../reorder.js';

/** Movement that makes a press a drag, in pixels of the page. */
const threshold = 5;

/**
 * Lets people drag the items of a page. `itemAt(element)` is the item of an element, undefined for one that cannot be
 * moved; `onAim({ item, element, over, isBefore, isBeside, section })` says where it would be dropped, `onDrop(aim)`
 * drops it, and `onEnd()` ends what `onAim` shows. Returns `{ isDragging(), cancel() }`.
 */
export function dragItems(page, { itemAt, onAim, onDrop, onEnd }) {
  let press;
  let drag;

  page.addEventListener('pointerdown', (event) => {
    press = undefined;
    if (event.button !== 0 || event.pointerType === 'touch' || event.target.closest?.('[contenteditable]')) return;
    const element = event.target.closest?.('[data-item]');
    const item = element && itemAt(element);
    if (item) press = { element, item, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });
  page.addEventListener('pointermove', (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!drag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < threshold) return;
      begin();
    }
    drag.x = event.clientX;
    drag.y = event.clientY;
    aim();
  });
  page.addEventListener('pointerup', () => {
    const own = drag?.aim;
    const wasDragged = Boolean(drag);
    end();
    if (wasDragged) swallowClick(page);
    if (own) onDrop(own);
  });
  page.addEventListener('pointercancel', end);
  // The browser would drag a picture itself.
  page.addEventListener('dragstart', (event) => event.preventDefault());

  function begin() {
    drag = { ...press, aim: undefined };
    // Moves outside of the frame come to it, too.
    press.element.setPointerCapture(press.pointer);
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
    press = undefined;
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
    swallowClick(page);
  }

  return { isDragging: () => drag !== undefined, cancel: end };
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
