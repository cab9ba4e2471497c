// Comments beside the changed items of a review.
import { h, fill } from '../kit/dom.js';
import { ScreenComments } from './screen-comments.js';
import { thread } from './thread.js';

/**
 * The comments on the screen `route` in the change set with the path `set`, by default that of the page. `lock` says why
 * nothing can be written.
 *
 * Returns `{ of(id, title), others, load() }`: `of` makes what stands beside an item, `others` has the comments on items
 * that the review does not show. `load()` asks the server for them.
 */
export function reviewComments({ route, set = undefined, lock = '' }) {
  const comments = new ScreenComments(route, set);
  const shown = new Set();
  const others = h('div', { class: 'other-comments', hidden: true });
  const isOther = ({ item }) => !shown.has(item);
  fill(others, h('h3', {}, 'Other comments'), thread(comments, { isOwn: isOther, lock }).element);
  comments.addEventListener('change', () => { others.hidden = !comments.list.some(isOther); });
  return {
    of(id, title) {
      // An item can stand in the changes of several variants. Its comments stand at the first.
      if (shown.has(id)) return null;
      shown.add(id);
      const { control, element } = thread(comments, { item: id, about: title, lock, isOwn: ({ item }) => item === id });
      return h('div', { class: 'row-comments' }, element, control);
    },
    others, load: () => comments.load(),
  };
}
