// Comments in the editor of a screen: those of the selected item above its form, their numbers in the list of items, and
// those on items that the screen no longer has.
import { h, fill } from '../kit/dom.js';
import { member, pointer } from '../kit/json.js';
import { refusal } from '../kit/ui.js';
import { every } from '../pages/live.js';
import { pathWords } from '../editor/compare.js';
import { ScreenComments, thread } from './thread.js';

/** The texts of an item's content, as places of comments. */
function textsOf(content) {
  const found = [];
  const visit = (node, path) => {
    if (found.length === 40) return;
    if (node?.kind === 'string') found.push({ pointer: pointer(path), label: pathWords(path) });
    else if (node?.kind === 'object') for (const { name, value } of node.members) visit(value, [...path, name]);
    else if (node?.kind === 'array') node.elements.forEach((value, index) => visit(value, [...path, index]));
  };
  visit(content, []);
  return found;
}

/**
 * The comments of an editor. `lock()` says why nothing can be changed; `onChange()` is called when their numbers change.
 * Returns `{ head, element, others, select(item), write, number(id), stop() }`: `head` has the button of the selected item,
 * `element` its comments, `others` those without an item. `write(id)` opens the field for a comment on an item that was
 * selected; undefined for somebody who must not comment.
 */
export function editorComments({ route, lock, onChange }) {
  const comments = new ScreenComments(route);
  const head = h('span', { class: 'comment-control' });
  const element = h('div', {});
  const others = h('div', { class: 'other-comments', hidden: true });
  /** The items that were selected, with their comments, so that what is not sent stays. */
  const seen = new Map();
  if (refusal('edit', 'Commenting', {})) return { head, element, others, select() {}, write: undefined, number: () => 0, stop() {} };

  const gone = thread(comments, { isOwn: ({ itemExists }) => !itemExists, lock: lock() });
  fill(others, h('h3', {}, 'Comments on items that are gone'), gone.element);
  comments.addEventListener('change', () => {
    others.hidden = comments.list.every(({ itemExists, resolvedAt }) => itemExists || resolvedAt);
    onChange();
  });
  const load = () => comments.load().catch(() => {});
  load();
  const end = every(10, load);

  return {
    head, element, others,
    /** Shows the comments of an item: `{ id, node }`, or undefined for none. */
    select(item) {
      const id = item?.id;
      const own = seen.get(id) ?? {};
      own.node = item?.node;
      if (id && !own.thread) {
        own.thread = thread(comments, { item: id, isOwn: (one) => one.item === id, lock: lock(),
          places: () => textsOf(member(own.node, 'content')) });
        seen.set(id, own);
      }
      if (head.firstChild === (own.thread?.control ?? null)) return;
      fill(head, own.thread?.control);
      fill(element, own.thread?.element);
    },
    write: (id) => seen.get(id)?.thread.open(),
    number: (id) => comments.open(id).length,
    stop() { end(); for (const own of seen.values()) own.thread.stop(); gone.stop(); },
  };
}
