// Shows an edit in the page of the preview at once, before the server has made its page of it: texts, and the order of
// the items. Whatever else an edit changes comes with the server's page.
import { at, member, textOf, tokens } from '../../kit/json.js';
import { arrange } from '../items.js';
import { flat } from '../layout.js';

/** The node that an element shows: of the content of its item, by the pointer in `data-member`. */
export function shownNode(element, item) {
  const place = element.getAttribute('data-member');
  return place === null ? undefined : at(member(item.node, 'content'), tokens(place));
}

/** Whether the page draws an item itself, and not what stands for it in an app that cannot show it. */
export const isDrawn = (element, item) =>
  element.getAttribute('data-view-type') === (textOf(member(item.node, 'viewType')) ?? '');

/** What a page shows for a node; undefined if it shows no text. */
export function textOfShown(node) {
  switch (node?.kind) {
    case 'string': return node.value;
    case 'number': return node.text;
    case 'boolean': return node.value ? 'yes' : 'no';
    default: return undefined;
  }
}

/** The elements of an item that show texts, without those of the items inside it. */
export function textsOf(element) {
  return [...element.querySelectorAll('[data-member]:not(.image)')]
    .filter((one) => one.closest('[data-item]') === element);
}

/**
 * Shows the texts of an item in its element. `isTemplate` says that the texts of the screen can have parts that the
 * server fills in; `editing` is the element in which somebody writes.
 */
export function showTexts(element, item, { isTemplate, editing }) {
  if (!isDrawn(element, item)) return;
  for (const one of textsOf(element)) {
    const text = textOfShown(shownNode(one, item));
    if (text === undefined || one === editing || (isTemplate && text.includes('{{'))) continue;
    if (one.textContent === text || (text === '' && one.classList.contains('placeholder'))) continue;
    one.classList.remove('placeholder');
    one.textContent = text;
  }
}

/** Brings the elements of a page into the order of the sections of a scope, and removes those of `gone` ids. */
export function showOrder(page, sections, gone) {
  const lists = [...page.querySelectorAll('main > section > .cells')];
  if (lists.length !== sections.length) return;
  const elements = new Map(lists.flatMap((list) => [...list.children]).map((one) => [one.getAttribute('data-item'), one]));
  const known = new Set(sections.flatMap(({ items }) => items.map(({ id }) => id)));
  // The server names an item that has no usable id: its page comes at once.
  if ([...elements.keys()].some((id) => !known.has(id) && !gone.has(id))) return;
  sections.forEach(({ items }, number) => {
    arrange(lists[number], items.map(({ id }) => elements.get(id)).filter(Boolean));
    for (const item of flat(items)) for (const slot of item.slots ?? []) showInnerOrder(page, slot);
  });
}

function showInnerOrder(page, { items }) {
  if (items.length < 2) return;
  const own = items.map(({ id }) => page.querySelector(`[data-item="${CSS.escape(id)}"]`));
  const parent = own[0]?.parentNode;
  if (!own.every((one) => one?.parentNode === parent)) return;
  const before = [...parent.children].filter((one) => own.includes(one));
  if (before.every((one, index) => one === own[index])) return;
  const end = before.at(-1).nextSibling;
  for (const one of own) parent.insertBefore(one, end);
}
