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
