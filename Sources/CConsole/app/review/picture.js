// Pictures of single items, taken from the preview pages of their screens. A page is loaded once, however many of its
// items are shown, and a picture is as high as its item.
import { h } from '../kit/dom.js';
import { pageAt, styleOf } from '../kit/page.js';

/** What an item's picture is made of. Pages have nothing else: no script, no form, no link and no style of their own. */
const tags = new Set(['main', 'section', 'h1', 'h2', 'div', 'p', 'span', 'ul', 'li', 'hr', 'img', 'pre']);
const attributes = ['class', 'src', 'alt', 'dir', 'lang', 'data-item', 'data-member'];

/** The width of the device in pictures. */
export const pictureWidth = 390;

/**
 * The pages of a screen by variant. `addressOf(variant)` is the address of one, or a promise of it. Each page is loaded
 * when its first picture comes into sight.
 */
export function previewPages(addressOf) {
  const pages = new Map();
  return (variant = '') => {
    if (!pages.has(variant)) pages.set(variant, Promise.resolve(addressOf(variant)).then(readStyledPage));
    return pages.get(variant);
  };
}

async function readStyledPage(address) {
  const page = await pageAt(address);
  const style = styleOf(page);
  const sheet = new CSSStyleSheet();
  if (style) await sheet.replace(await (await fetch(style)).text());
  return { page, sheet };
}

const drawings = new WeakMap();
const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    drawings.get(target)?.();
  }
}, { rootMargin: '400px' });

/**
 * A picture of an item, drawn when it comes into sight. With `hasNeighbours`, it shows those before and after it, faded.
 * @param {string} label
 * @param {() => Promise<{ page: Document, sheet: CSSStyleSheet }>} load
 * @param {string} id
 */
export function itemPicture(label, load, id, { hasNeighbours = false } = {}) {
  const element = h('div', { class: 'item-picture', role: 'img', 'aria-label': label, 'aria-busy': 'true' });
  drawings.set(element, async () => {
    try {
      draw(element, await load(), id, hasNeighbours);
    } catch (error) {
      element.append(h('p', { class: 'soft' }, `There is no picture: ${error.message}`));
    }
    element.removeAttribute('aria-busy');
  });
  sight.observe(element);
  return element;
}

/** Scales the pictures below an element to the room that each has. All have the same. */
export function fitPictures(element) {
  new ResizeObserver(() => {
    const room = element.querySelector('.side-picture')?.clientWidth;
    // In a narrow place, items are laid out for a narrow device, so that their texts stay readable.
    const width = room < 280 ? 240 : pictureWidth;
    if (!room) return;
    element.style.setProperty('--device', `${width}px`);
    element.style.setProperty('--scale', String(Math.min(1, room / width)));
  }).observe(element);
}

function draw(element, { page, sheet }, id, hasNeighbours) {
  const cell = page.querySelector(`[data-item="${CSS.escape(id)}"]`);
  if (!cell) {
    element.append(h('p', { class: 'soft' }, 'The preview does not show this item.'));
    return;
  }
  const list = h('ul', { class: 'cells' });
  // Of a neighbour, only the part that touches the item is shown; it fades away from there.
  const add = (source, edge) => {
    if (!source) return;
    const copied = copyOf(source);
    if (edge) Object.assign(copied.style, { maxBlockSize: '72px', overflow: 'hidden',
      justifyContent: edge === 'bottom' ? 'flex-end' : 'flex-start',
      maskImage: `linear-gradient(to ${edge}, rgb(0 0 0 / 10%), rgb(0 0 0 / 65%))` });
    list.append(copied);
  };
  if (hasNeighbours) add(cell.previousElementSibling, 'bottom');
  add(cell, '');
  if (hasNeighbours) add(cell.nextElementSibling, 'top');
  // The style sheet gives its colours to `html`, and the background to the list.
  const root = h('html', { class: page.documentElement.className, dir: page.documentElement.dir },
    h('div', { }, list));
  root.style.background = 'none';
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(root);
}

/** A copy of an element, of the tags and attributes that preview pages are made of. */
export function copyOf(source) {
  const result = document.createElement(tags.has(source.localName) ? source.localName : 'span');
  for (const name of attributes) {
    if (source.hasAttribute(name)) result.setAttribute(name, source.getAttribute(name));
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) result.append(child.nodeValue);
    else if (child.nodeType === Node.ELEMENT_NODE) result.append(copyOf(/** @type {Element} */ (child)));
  }
  return result;
}
