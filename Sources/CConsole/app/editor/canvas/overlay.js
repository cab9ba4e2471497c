// What the editor draws over the preview: the outlines of items, the bar of the selected one, the buttons between items,
// and the line where something is dropped. All of it belongs to the page of the console, nothing to the frame.
import { h } from '../../kit/dom.js';
import { button, menuButton } from '../../kit/ui.js';
import { setDisabled } from '../controls.js';

/** The space beside the device that a button needs, and the smallest distance of two of them, in pixels. */
const gutter = 26;
const closest = 26;

/**
 * The overlay. `onStep(command)` (`up` or `down`), `onDuplicate()` and `onComment()` are for the selected item (without
 * the last there is no `Comment`), `more()` are the entries of its menu, `onAdd(place)` adds an item at the `place` of a gap.
 *
 * Returns `{ element, select(item, box, room), hover(box), drop(box, edge), gaps(list, device, room) }`. Boxes are
 * `{ left, top, width, height }` in the overlay, undefined for none.
 */
export function canvasOverlay({ onStep, onDuplicate, onComment, more, onAdd }) {
  const hovered = h('div', { class: 'canvas-box hovered', hidden: true });
  const selection = h('div', { class: 'canvas-box selection', hidden: true });
  const line = h('div', { class: 'canvas-line', hidden: true });
  const marks = h('div', { class: 'canvas-marks' }, hovered, selection, line);
  const up = button('Move up', { icon: 'up', iconOnly: true, kind: 'quiet', on: () => onStep('up') });
  const down = button('Move down', { icon: 'down', iconOnly: true, kind: 'quiet', on: () => onStep('down') });
  const copy = button('Duplicate', { icon: 'copy', iconOnly: true, kind: 'quiet', on: () => onDuplicate() });
  const comment = onComment && button('Comment', { icon: 'comment', iconOnly: true, kind: 'quiet', on: () => onComment() });
  const bar = h('div', { class: 'canvas-bar', role: 'toolbar', hidden: true }, up, down, copy, comment,
    menuButton('More', () => more(), { kind: 'quiet' }));
  const buttons = [...bar.querySelectorAll(':scope > button, .menu-holder > button')];
  const gapHolder = h('div', { class: 'canvas-gaps' });
  const element = h('div', { class: 'canvas-overlay' }, marks, gapHolder, bar);
  /** @type {{ element: HTMLElement, place?: any }[]} */
  const pool = [];

  // One Tab stop (WAI-ARIA APG, toolbar).
  buttons.forEach((one, index) => { one.tabIndex = index === 0 ? 0 : -1; });
  bar.addEventListener('focusin', ({ target }) => {
    if (!buttons.includes(target)) return;
    for (const one of buttons) one.tabIndex = one === target ? 0 : -1;
  });
  bar.addEventListener('keydown', (event) => {
    const index = buttons.indexOf(event.target);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (index < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length].focus();
  });

  function put(mark, box) {
    mark.hidden = !box;
    if (!box) return;
    mark.style.setProperty('transform', `translate(${box.left}px, ${box.top}px)`);
    mark.style.setProperty('inline-size', `${box.width}px`);
    mark.style.setProperty('block-size', `${box.height}px`);
  }

  function gap() {
    const own = { element: undefined, place: undefined };
    own.element = button('Add item here', { icon: 'plus', iconOnly: true, kind: 'canvas-gap', tabindex: '-1',
      on: () => onAdd(own.place) });
    gapHolder.append(own.element);
    pool.push(own);
    return own;
  }

  return {
    element,
    /**
     * Shows the selected item, and its bar while it can be edited: `item` is `{ id, up, down, copy, comments }` with the
     * reasons why a button does nothing, and the words about its open comments. `room` is the size of the overlay.
     */
    select(item, box, room) {
      put(selection, box);
      const isInSight = box && box.top + box.height > 0 && box.top < room.height;
      const isShown = Boolean(item && isInSight);
      if (!isShown && bar.contains(document.activeElement)) return;
      bar.hidden = !isShown;
      if (!isShown) return;
      bar.setAttribute('aria-label', `Actions of ${item.id || 'item without id'}`);
      setDisabled(up, item.up, 'Move up');
      setDisabled(down, item.down, 'Move down');
      setDisabled(copy, item.copy, 'Duplicate');
      comment?.classList.toggle('is-active', Boolean(item.comments));
      comment?.setAttribute('aria-description', item.comments);
      const { offsetWidth: width, offsetHeight: height } = bar;
      // Above the item, or below it, or at the end of one that fills the pane.
      const above = box.top - height - 4;
      const below = box.top + box.height + 4;
      const top = above >= 0 ? above : below + height <= room.height ? below : 4;
      const left = Math.max(0, Math.min(box.left + box.width - width, room.width - width));
      bar.style.setProperty('transform', `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
      bar.classList.toggle('low', top > room.height / 2);
    },
    hover: (box) => put(hovered, box),
    /** Shows where something is dropped: at the `edge` `top`, `bottom`, `left` or `right` of a box. */
    drop(box, edge) {
      put(line, box && {
        left: edge === 'right' ? box.left + box.width - 1.5 : edge === 'left' ? box.left - 1.5 : box.left,
        top: edge === 'bottom' ? box.top + box.height - 1.5 : edge === 'top' ? box.top - 1.5 : box.top,
        width: edge === 'left' || edge === 'right' ? 3 : box.width,
        height: edge === 'left' || edge === 'right' ? box.height : 3,
      });
    },
    /**
     * Shows the buttons between items, beside the device: `all` is what `gapsOf` and `innerGapsOf` return, and `device` a box
     * with its `bezel`.
     * Where there is no room beside it, they stand on it, and only those of the selected item.
     */
    gaps(all, device, room) {
      const isBeside = device && device.left >= gutter;
      // Where there is little room, on the frame of the device.
      const edge = isBeside && device.left >= gutter + device.bezel ? device.bezel : 0;
      const list = isBeside ? all : all.filter(({ isNear }) => isNear);
      let used = 0;
      const put = ({ top, words, place }, left, line) => {
        const own = pool[used] ?? gap();
        used += 1;
        own.place = place;
        const { style } = own.element;
        own.element.hidden = false;
        own.element.setAttribute('aria-description', words);
        own.element.classList.toggle('upright', Boolean(line.isUpright));
        style.setProperty('transform', `translate(${Math.round(left)}px, ${Math.round(top) - 12}px)`);
        style.setProperty('--line-start', `${line.start - left - 1}px`);
        style.setProperty('--line', `${line.length}px`);
      };
      /** @type {Record<string, number>} */
      const last = {};
      for (const gap of list) {
        const { top, box } = gap;
        if (top < 8 || top > room.height - 8) continue;
        if (gap.isBeside) {
          put({ ...gap, top: box.top + box.height / 2 }, gap.left - 12, { start: gap.left, length: box.height, isUpright: true });
          continue;
        }
        // Those inside items are at the other side, so that none covers another one.
        const side = String(gap.column);
        if (top - last[side] < closest) continue;
        last[side] = top;
        const left = !isBeside ? device.left + device.width * (box ? 0.65 + gap.column / 8 : 0.5) - 12
          : box ? device.left + device.width + edge + 1 + gap.column * gutter : device.left - edge - gutter + 1;
        put(gap, Math.min(left, room.width - 24), { start: (box ?? device).left, length: (box ?? device).width });
      }
      for (const own of pool.slice(used)) own.element.hidden = true;
    },
  };
}

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

// A stand-in for a text of the page, in the console: below a glass (see `canvasGlass`) nobody can write in the page itself.

const look = ['font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'color', 'direction',
  'text-align', 'text-decoration-line', 'white-space', 'overflow-wrap'];

/**
 * An element that looks like `source` and covers it in `holder`; `boxOf(element)` is the box of an element of the page there.
 * Returns `{ element, place(), remove() }`; `place` follows the page after it was scrolled.
 */
export function standIn(source, holder, boxOf) {
  const element = h('p', { class: 'canvas-text' });
  const style = source.ownerDocument.defaultView.getComputedStyle(source);
  for (const name of look) element.style.setProperty(name, style.getPropertyValue(name));
  source.style.setProperty('visibility', 'hidden');
  holder.append(element);
  place();

  function place() {
    const { left, top, width } = boxOf(source);
    const scale = width / source.offsetWidth || 1;
    element.style.setProperty('inline-size', `${source.offsetWidth}px`);
    element.style.setProperty('transform', `translate(${left}px, ${top}px) scale(${scale})`);
  }

  function remove() {
    element.remove();
    source.style.removeProperty('visibility');
    if (source.getAttribute('style') === '') source.removeAttribute('style');
  }

  return { element, place, remove };
}
