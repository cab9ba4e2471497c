// Puts a newer page of the preview into the document of the frame: what did not change stays, with its scroll position
// and its images. Elements are imported, never made from text, and no script of a frame without `allow-scripts` runs.

import { styleOf } from '../../kit/page.js';

/** How long a style sheet of a newer page may take before the old one is removed, in milliseconds. */
const patience = 2000;

/**
 * Makes a document show a newer page. `keep` is an element of it that stays as it is: somebody writes in it.
 * @param {Document} target
 * @param {Document} page
 * @param {Element} [keep]
 */
export function mergePage(target, page, keep) {
  copyAttributes(target.documentElement, page.documentElement);
  target.title = page.title;
  const scheme = 'meta[name="color-scheme"]';
  target.querySelector(scheme)?.setAttribute('content', page.querySelector(scheme)?.getAttribute('content') ?? '');
  renewStyle(target, styleOf(page));
  mergeElement(target.body, page.body, keep);
}

/** The style sheet depends on the colours of the content. The old one stays until the new one is there. */
function renewStyle(target, address) {
  const old = [...target.querySelectorAll('link[rel="stylesheet"]')];
  if (!address || old.at(-1)?.getAttribute('href') === address) return;
  const next = target.createElement('link');
  next.setAttribute('rel', 'stylesheet');
  next.setAttribute('href', address);
  const end = () => old.forEach((link) => link.remove());
  next.addEventListener('load', end, { once: true });
  setTimeout(end, patience);
  target.head.append(next);
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute('data-item') : null);

function mergeElement(old, next, keep) {
  if (old === keep || old.isEqualNode(next)) return;
  copyAttributes(old, next);
  const known = new Map([...old.children].map((child) => [keyOf(child), child]));
  let place = old.firstChild;
  for (const child of next.childNodes) {
    const key = keyOf(child);
    const same = key !== null ? known.get(key) : place && keyOf(place) === null ? place : undefined;
    if (!same || same.nodeName !== child.nodeName) {
      old.insertBefore(old.ownerDocument.importNode(child, true), place);
      continue;
    }
    known.delete(key);
    if (same === place) place = place.nextSibling; else old.insertBefore(same, place);
    if (child.nodeType === 1) mergeElement(same, child, keep);
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
  }
  while (place) {
    const rest = place;
    place = place.nextSibling;
    rest.remove();
  }
}

/** What the canvas writes into the page: without `tabindex`, an element would lose the focus. */
const ownAttributes = ['style', 'tabindex'];

function copyAttributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !ownAttributes.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
