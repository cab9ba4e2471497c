// Items inside an item: the form shows their names. Each has its own form, and its own row in the list `Items`.
import { h, fill } from '../kit/dom.js';
import { button } from '../kit/ui.js';
import { member, textOf } from '../kit/json.js';
import { itemTitle } from './title.js';
import { placeOf } from './places.js';

/** The items at a place. `context.form.inner` opens them and adds one. */
export function createInnerItems(context, initial) {
  const { set, schema, label, form } = context;
  const { isList } = placeOf(schema, set);
  const list = h('ul', { class: 'inner-items' });
  const none = h('p', { class: 'soft none' }, isList ? 'No items.' : 'No item.');
  const add = button('Add item', { icon: 'plus', kind: 'offer', 'aria-label': `Add item to ${label}`,
    on: () => form.inner.add(context.path()) });
  const element = h('div', { class: 'list' }, none, list, h('div', { class: 'offers' }, add));

  function update(node) {
    const nodes = isList ? node?.elements ?? [] : node === undefined ? [] : [node];
    fill(list, nodes.map((item, index) => h('li', {}, h('button', { type: 'button', class: 'link', on: { click: () =>
      form.inner.open(isList ? [...context.path(), index] : context.path()) } },
    itemTitle(item, set) || textOf(member(item, 'id')) || 'Item without id'), ' ',
    h('span', { class: 'mono soft' }, textOf(member(item, 'viewType')) ?? '?'))));
    none.hidden = nodes.length > 0;
    list.hidden = nodes.length === 0;
    add.hidden = !isList && nodes.length > 0;
  }
  update(initial);
  return { element, isGroup: true, update, focus: () => add.focus() };
}
