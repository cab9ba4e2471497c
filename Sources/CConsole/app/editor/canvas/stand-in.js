// A stand-in for a text of the page, in the console: below a glass (see `canvasGlass`) nobody can write in the page itself.
import { h } from '../../kit/dom.js';

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
