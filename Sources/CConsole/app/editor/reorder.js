// Moving items: the target of a command of the menu, its announcement, and dragging by pointer.
import { h } from '../kit/dom.js';

/**
 * Where a command moves items: `{ section, before }`, or `{ reason }` why it moves nothing.
 *
 * `sections` are `[{ items: [{ key }] }]`, `keys` the items, `command` is `top`, `up`, `down`, `bottom` or the number
 * of a section. Several items are gathered.
 */
export function destination(sections, keys, command) {
  const moving = new Set(keys);
  const places = sections.flatMap(({ items }, section) =>
    items.map(({ key }, index) => ({ key, section, index })).filter(({ key }) => moving.has(key)));
  if (places.length === 0) return { reason: 'There is nothing to move.' };
  const it = places.length === 1 ? 'It is' : 'They are';
  if (typeof command === 'number') {
    const isThere = places.every(({ section }) => section === command);
    return isThere ? { reason: `${it} in this section already.` } : { section: command, before: undefined };
  }
  const forward = command === 'down' || command === 'bottom';
  const edge = forward ? places.at(-1) : places[0];
  const { section } = edge;
  const { items } = sections[section];
  const rest = items.filter(({ key }) => !moving.has(key));
  // Items that are together at the end of their section cannot move further down in it.
  const isBlock = places.every((place, index) => place.section === section
    && (index === 0 || place.index === places[index - 1].index + 1));
  const isAtEnd = isBlock && (forward ? edge.index === items.length - 1 : edge.index === 0);
  if (command === 'top') return isAtEnd ? { reason: `${it} at the top already.` } : { section, before: rest[0]?.key };
  if (command === 'bottom') return isAtEnd
    ? { reason: `${it} at the bottom already.` } : { section, before: undefined };
  if (isAtEnd) {
    const next = section + (forward ? 1 : -1);
    if (!sections[next]) return { reason: `${it} at the ${forward ? 'bottom' : 'top'} already.` };
    return { section: next, before: forward ? sections[next].items[0]?.key : undefined };
  }
  if (!forward) {
    const above = items.slice(0, edge.index).filter(({ key }) => !moving.has(key)).at(-1);
    return { section, before: (above ?? rest[0])?.key };
  }
  const below = items.slice(edge.index + 1).filter(({ key }) => !moving.has(key));
  return { section, before: below[1]?.key };
}

/** The position of an item, counted from 1: `{ section, position }`. */
export function position(sections, id) {
  for (const [section, { items }] of sections.entries()) {
    const index = items.findIndex((item) => item.id === id);
    if (index >= 0) return { section, position: index + 1 };
  }
  return undefined;
}

/** The announcement after a move, such as "Moved perilla from 3 to 1". */
export function moveSentence(before, after, ids) {
  const name = ({ header, id }) => header || id;
  const to = position(after, ids[0]);
  if (!to) return '';
  const section = name(after[to.section]);
  if (ids.length > 1) return `Moved ${ids.length} items to ${to.position}${section ? ` in ${section}` : ''}`;
  const from = position(before, ids[0]);
  if (from.section === to.section) {
    return `Moved ${ids[0]} from ${from.position} to ${to.position}${section ? ` in ${section}` : ''}`;
  }
  const whole = 'the screen';
  return `Moved ${ids[0]} from ${from.position} in ${name(before[from.section]) || whole} to ${to.position} in ${section
    || whole}`;
}

/** How fast a list scrolls while something is dragged near its edge, in pixels per frame. */
export function autoscrollSpeed(y, top, bottom, edge = 56, maximum = 18) {
  const depth = Math.min(edge, (bottom - top) / 3);
  if (y < top + depth) return -Math.ceil(maximum * Math.min(1, (top + depth - y) / depth));
  if (y > bottom - depth) return Math.ceil(maximum * Math.min(1, (y - bottom + depth) / depth));
  return 0;
}

/** Movement that makes a press a drag, in pixels: less is a click, which opens the menu. */
const threshold = 4;

/**
 * Lets people drag rows by their handle (`.drag-handle`), by mouse, pen or finger.
 *
 * `holder` is positioned and has the list. Rows have `data-section`, those of items also `data-key`, and `data-parent`
 * and `data-at` inside another item, with `data-single` where there can be no other one. `keysOf(key)` are the items
 * that move with one; `describe(keys)` names them; `onDrop(keys, target, before)` moves them, `target` being the number
 * of a section or `{ parent, at }`. `isAllowed()`
 * says whether anything may be moved.
 */
export function dragRows(holder, list, { keysOf, describe, onDrop, isAllowed }) {
  const line = h('div', { class: 'drop-line', hidden: true });
  const label = h('div', { class: 'drag-label', hidden: true });
  holder.append(line, label);
  let drag;

  list.addEventListener('pointerdown', (event) => {
    const handle = event.target.closest('.drag-handle');
    const row = handle?.closest('li[data-key]');
    if (!row || event.button !== 0 || drag || !isAllowed()) return;
    drag = { handle, row, pointer: event.pointerId, x: event.clientX, y: event.clientY, started: false, target: null };
    handle.setPointerCapture(event.pointerId);
  });
  list.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.started) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < threshold) return;
      begin();
    }
    event.preventDefault();
    drag.x = event.clientX;
    drag.y = event.clientY;
    track();
  });
  list.addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { started, target, keys } = drag;
    if (started) swallowClick(document);
    end();
    if (started && target) onDrop(keys, target.list, target.before);
  });
  list.addEventListener('pointercancel', () => end());
  list.addEventListener('lostpointercapture', () => end());

  function begin() {
    drag.started = true;
    drag.keys = keysOf(drag.row.dataset.key);
    const moving = new Set(drag.keys);
    drag.rows = [...list.querySelectorAll('li[data-key]')].filter((row) => moving.has(row.dataset.key));
    drag.rows.forEach((row) => row.classList.add('dragged'));
    drag.scroller = scrollerOf(list);
    label.textContent = describe(drag.keys);
    label.hidden = false;
    document.addEventListener('keydown', cancelOnEscape, true);
    document.documentElement.classList.add('dragging');
    drag.frame = requestAnimationFrame(scroll);
  }

  function scroll() {
    if (!drag?.started) return;
    const { scroller } = drag;
    const isPage = scroller === document.scrollingElement;
    const box = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const speed = autoscrollSpeed(drag.y, Math.max(0, box.top), Math.min(innerHeight, box.bottom));
    if (speed !== 0) {
      scroller.scrollTop += speed;
      track();
    }
    drag.frame = requestAnimationFrame(scroll);
  }

  function track() {
    const box = list.getBoundingClientRect();
    const view = drag.scroller === document.scrollingElement
      ? { top: 0, bottom: innerHeight } : drag.scroller.getBoundingClientRect();
    const top = Math.max(box.top, view.top, 0) + 1;
    const bottom = Math.min(box.bottom, view.bottom, innerHeight) - 1;
    const y = Math.min(Math.max(drag.y, top), bottom);
    const row = document.elementFromPoint(box.left + box.width / 2, y)?.closest('li[data-section]');
    const origin = holder.getBoundingClientRect();
    label.style.setProperty('transform', `translate(${drag.x - origin.left + 14}px, ${drag.y - origin.top + 10}px)`);
    if (!row || !list.contains(row)) return;
    if (isInside(row) || row.dataset.single !== undefined) { aimAtNothing(); return; }
    const place = row.getBoundingClientRect();
    const isUpper = y < place.top + place.height / 2;
    const previous = row.previousElementSibling;
    // The upper half of a section's heading is the end of the section before it.
    const isBefore = row.dataset.key !== undefined ? isUpper : isUpper && previous !== null;
    const next = isBefore ? row : row.nextElementSibling;
    const own = isBefore && row.dataset.key === undefined ? previous : row;
    // Below an item whose inner items are shown is the beginning of these.
    const isOpen = !isBefore && next?.dataset.parent !== undefined && next.dataset.parent === row.dataset.key;
    if (isOpen && next.dataset.single !== undefined) { aimAtNothing(); return; }
    drag.target = following(next, isOpen ? next : own);
    line.hidden = false;
    line.style.setProperty('--depth', getComputedStyle(isOpen ? next : own).getPropertyValue('--depth') || '0');
    const edge = (isBefore ? place.top : place.bottom) - origin.top;
    line.style.setProperty('transform', `translateY(${Math.round(edge) - 1}px)`);
  }

  function aimAtNothing() {
    drag.target = null;
    line.hidden = true;
  }

  /** The place before the first item, from a row on, that stays in its place and is in the list of `own`. */
  function following(row, own) {
    const moving = new Set(drag.keys);
    const { section, parent, at } = own.dataset;
    const target = { list: parent === undefined ? Number(section) : { parent, at }, before: undefined };
    for (let next = row; next && next.dataset.section === section; next = next.nextElementSibling) {
      const isInList = next.dataset.parent === parent && next.dataset.at === at;
      if (isInList && next.dataset.key !== undefined && !moving.has(next.dataset.key)) {
        return { ...target, before: next.dataset.key };
      }
    }
    return target;
  }

  /** Whether a row is inside one of the items that are dragged. */
  function isInside(row) {
    for (let { parent } = row.dataset; parent !== undefined;) {
      const key = parent;
      if (drag.keys.includes(key)) return true;
      parent = list.querySelector(`li[data-key="${CSS.escape(key)}"]`)?.dataset.parent;
    }
    return false;
  }

  function end() {
    if (!drag) return;
    const { rows = [], handle, pointer, frame } = drag;
    drag = undefined;
    cancelAnimationFrame(frame);
    rows.forEach((row) => row.classList.remove('dragged'));
    line.hidden = true;
    label.hidden = true;
    document.removeEventListener('keydown', cancelOnEscape, true);
    document.documentElement.classList.remove('dragging');
    if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
  }

  function cancelOnEscape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick(document);
    end();
  }
}

/** Drops the next click of a page: the release of a drag is also a click, which would open a menu or select an item. */
export function swallowClick(page) {
  const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  page.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => page.removeEventListener('click', swallow, { capture: true }), 300);
}

function scrollerOf(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent.scrollHeight > parent.clientHeight + 1
      && /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.scrollingElement;
}

// Dragging items in the preview: by mouse or pen at once, by a finger after a long press, because a finger that moves
// scrolls the page.

/** Movement that makes a press a drag, in pixels of the page. */
const pageThreshold = 5;
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
      if (!press || press.isTouch || distance < pageThreshold) return;
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
