import { h, icon } from '../kit/dom.js';
import { count } from '../pages/text.js';

/** The number of open comments on an item. */
export function noteBadge(number) {
  const words = count(number, 'comment');
  return h('span', { class: 'badge note-badge', title: words }, icon('comment'),
    h('span', { 'aria-hidden': 'true' }, String(number)), h('span', { class: 'visually-hidden' }, words));
}
