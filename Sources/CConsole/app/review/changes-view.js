// Changes in pictures: each changed item before and after, at the same width, beside what changed in it in words.
import { h } from '../kit/dom.js';
import { address, changeSet, compute, routePath } from '../kit/api.js';
import { member, stringify, textOf } from '../kit/json.js';
import { itemTitle } from '../form/title.js';
import { pathPointer, pathWords, placeWords, valueWords } from '../editor/compare.js';
import { elements } from '../editor/layout.js';
import { listed } from '../pages/text.js';
import { unchangedItems } from './changed-items.js';
import { markedWords } from './marked-words.js';
import { fitPictures, itemPicture, pictureWidth, previewPages } from './picture.js';

/**
 * The pages of a version of a screen (a number or `draft`), or of a definition that is not saved. `set` is the path of
 * the change set that has it.
 * @param {string} route
 * @param {{ version?: string | number, definition?: any, set?: string }} source
 */
export function pagesOf(route, { version, definition, set }) {
  const path = (variant, base) => address(routePath('/preview/', route),
    { version, variant, annotate: 'true', width: String(pictureWidth) }, base);
  if (!definition) return previewPages((variant) => path(variant, set));
  return previewPages(async (variant) => {
    const { json } = await compute('/admin/previews', {
      body: `{"path":${JSON.stringify(path(variant, ''))},"expiresIn":60,"definition":${stringify(definition)}}`,
      set: set ?? changeSet.path });
    if (!('url' in json)) throw new Error('The definition has errors.');
    const { pathname, search } = new URL(json.url, location.href);
    return pathname + search;
  });
}

const marks = { added: ['+', 'Added'], removed: ['−', 'Removed'], moved: ['↕', 'Moved'], changed: ['•', 'Changed'] };

/**
 * The list of `changesBetween`. `before` and `after` are the pages of both sides (`pagesOf`), undefined for one without
 * content; `definition` is the one after the change, whose unchanged items are named below. `comments(id, title)` makes
 * what stands below the words about an item.
 * @param {any} changes
 * @param {{ before?: any, after?: any, definition: any, comments?: (id: string, title: string) => any }} sides
 */
export function changesView(changes, { before, after, definition, comments = () => null }) {
  if (changes.isEmpty) return h('p', { class: 'soft' }, 'There is no difference.');
  const rows = [
    ...changes.groups.flatMap((group) => group.items.map((entry) => itemRow(entry, group, { before, after, comments }))),
    ...changes.sections.map(({ words, changes: members }) => plainRow(words, members)),
    changes.other.length > 0 ? plainRow('The screen', changes.other) : [],
  ].flat();
  if (rows.length === 0) {
    return h('p', { class: 'soft' }, 'Only the order of members differs. Apps get the same content.');
  }
  const list = h('ul', { class: 'change-list', 'aria-label': 'Changes' }, rows);
  fitPictures(list);
  return h('div', { class: 'change-view' }, list, unchanged(changes, definition));
}

function itemRow(entry, { variant, isNew }, { before, after, comments }) {
  const { id = '', kind, moved } = entry;
  const show = (label, pages, name) => h('div', { class: 'side-picture' },
    h('span', { class: 'side-name', 'aria-hidden': 'true' }, label),
    itemPicture(label, () => pages(name), id, { hasNeighbours: Boolean(moved) }));
  return h('li', { class: 'change-row', dataset: { kind, item: id, ...variant ? { variant } : {} } },
    mark(kind), h('div', { class: 'change-words' },
      h('p', { class: 'change-name' }, h('strong', { dir: 'auto' }, itemTitle(entry.node) || id || 'Item without id'),
        ' ', h('span', { class: 'badge' }, marks[kind][1])),
      h('p', { class: 'soft change-id' }, h('code', {}, id), ' · ', entry.viewType),
      h('ul', {}, sentences(entry).map((words) => h('li', {},
        variant ? h('strong', {}, `Variant ${variant}: `) : null, words))),
      id ? comments(id, itemTitle(entry.node) || id) : null),
    h('div', { class: 'change-pictures' },
      kind !== 'added' && before ? show('Before', before, isNew ? '' : variant) : h('div', { class: 'side-picture' }),
      kind !== 'removed' && after ? show('After', after, variant) : h('div', { class: 'side-picture' })));
}

/** What happened to an item, a sentence each. */
function sentences({ added, removed, moved, changes }) {
  return [
    added && ['new at ', h('ins', {}, placeWords(added))],
    removed && ['was at ', h('del', {}, placeWords(removed))],
    moved && ['moves from ', h('del', {}, placeWords(moved.from)), ' to ', h('ins', {}, placeWords(moved.to))],
    ...changes.map(memberWords),
  ].filter(Boolean);
}

/** A change of a member. The words that differ are marked. */
function memberWords(change) {
  const name = h('span', { class: 'change-member', title: pathPointer(change.path) },
    pathWords(change.names ?? change.path));
  const { old, new: now } = change;
  if (old?.kind === 'string' && now?.kind === 'string') return [name, ': ', markedWords(old.value, now.value)];
  const variants = elements(member(now ?? old, 'variants')).map((node) => textOf(member(node, 'key')) ?? '');
  if (variants.length > 0 && (old === undefined || now === undefined)) {
    const key = textOf(member(now ?? old, 'key')) ?? '';
    return old ? ['the experiment ', h('del', {}, key), ' ends']
      : ['the experiment ', h('ins', {}, key), ` begins, with the variants ${listed(variants)}`];
  }
  const value = (node, tag) => h(tag, { dir: 'auto' }, valueWords(node, 200));
  if (old === undefined) return [name, ' is new: ', value(now, 'ins')];
  if (now === undefined) return [name, ' is gone: ', value(old, 'del')];
  return [name, ': ', value(old, 'del'), ' ', value(now, 'ins')];
}

/** A change that has no picture. */
function plainRow(title, changes) {
  return h('li', { class: 'change-row', dataset: { kind: 'changed' } }, mark('changed'),
    h('div', { class: 'change-words' }, h('p', { class: 'change-name' }, h('strong', {}, title)),
      h('ul', {}, changes.map((change) => h('li', {}, memberWords(change))))));
}

function mark(kind) { return h('span', { class: 'change-mark', 'aria-hidden': 'true' }, marks[kind][0]); }

function unchanged({ groups }, definition) {
  const items = unchangedItems(groups.flatMap((group) => group.items), definition);
  if (items.length === 0) return null;
  return h('details', { class: 'unchanged' },
    h('summary', {}, items.length === 1 ? '1 item stays as it is' : `${items.length} items stay as they are`),
    h('ul', {}, items.map(({ id, node }) => h('li', {}, h('span', { dir: 'auto' }, itemTitle(node) || id), ' ',
      h('code', { class: 'soft' }, id)))));
}
