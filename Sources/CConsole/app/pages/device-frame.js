import { h } from '../kit/dom.js';

/**
 * A frame with a preview at the width of its device. Where there is less room it is scaled down, so that lines break
 * as on the device. `properties` are those of the frame.
 */
export function deviceFrame(width, properties) {
  const element = h('div', { class: 'device-frame' }, h('iframe', { sandbox: '', ...properties }));
  element.style.setProperty('--device', `${width}px`);
  new ResizeObserver(() => {
    element.style.setProperty('--scale', String(Math.min(1, element.clientWidth / width) || 1));
  }).observe(element);
  return element;
}
