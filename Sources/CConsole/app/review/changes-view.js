// Changes in pictures: each changed item before and after, at the same width, beside what changed in it in words.
import { h } from '../kit/dom.js';
import { address, changeSet, compute, routePath } from '../kit/api.js';
import { member, stringify, textOf, equal, set } from '../kit/json.js';
import { itemTitle } from '../form/title.js';
import { pathPointer, pathWords, positionWords, valueWords, summaryWords } from '../editor/compare.js';
import { elements, sectionsAt, withItems } from '../editor/layout.js';
import { listed } from '../pages/text.js';
import { markedWords } from './marked-words.js';
import { fitPictures, itemPicture, pictureWidth, previewPages } from './picture.js';
import { compare } from '../editor/domain.js';
import { resolve, variantsOf } from '../editor/variant-items.js';

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
    added && ['new at ', h('ins', {}, positionWords(added))],
    removed && ['was at ', h('del', {}, positionWords(removed))],
    moved && ['moves from ', h('del', {}, positionWords(moved.from)), ' to ', h('ins', {}, positionWords(moved.to))],
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

// What changes for users between two definitions: for all of them, and for those of each variant.

/**
 * The changes between two definitions: `{ groups, other, sections, isEmpty, summary }`. A group has the changed items
 * (`items`) of the definition, with an empty `variant`, or of a variant whose own part differs. `other` are the changes
 * outside of items, without those that a group shows.
 */
export async function changesBetween(before, after) {
  const difference = await compare(before, after);
  const variants = difference.isEmpty ? [] : await Promise.all(variantsOf(after).map(async (variant) => {
    const old = variantsOf(before).find(({ name }) => name === variant.name);
    if (old && equal(old.node, variant.node)) return undefined;
    const [from, to] = [old ? shown(before, old) : plain(before), shown(after, variant)];
    return { variant: variant.name, isNew: !old, before: from, after: to, difference: await compare(from, to) };
  }));
  return changesOf({ before, after, difference, variants: variants.filter(Boolean) });
}

/**
 * The same of known differences: that of the definitions, and those of `variants`,
 * `[{ variant, isNew, before, after, difference }]`.
 */
export function changesOf({ before, after, difference, variants }) {
  const base = changedItems(difference, before, after);
  const shownVariants = variants.map(({ variant, isNew, ...sides }) => ({ variant, isNew,
    items: changedItems(sides.difference, sides.before, sides.after)
      .map((entry) => withoutShared(entry, base.find(({ id }) => id === entry.id))).filter(Boolean) }))
    .filter(({ items }) => items.length > 0);
  const groups = [{ variant: '', isNew: false, items: base }, ...shownVariants];
  const other = difference.other.filter((change) => shownVariants.length === 0 || !isOfVariantItems(change));
  const { sections, isEmpty } = difference;
  const counted = Object.fromEntries(['added', 'removed', 'moved', 'changed'].map((kind) =>
    [kind, groups.flatMap(({ items }) => items.filter((entry) => entry.kind === kind))]));
  return { groups, other, sections, isEmpty, summary: summaryWords({ ...counted, other, sections, isEmpty }) };
}

/** A variant's entry without what the definition's has, too; undefined if nothing is left. */
function withoutShared(entry, shared) {
  if (!shared) return entry;
  if (entry.kind === shared.kind && ['added', 'removed'].includes(entry.kind)) return undefined;
  const known = new Set(shared.changes.map((change) => JSON.stringify(change)));
  const changes = entry.changes.filter((change) => !known.has(JSON.stringify(change)));
  const moved = shared.moved ? undefined : entry.moved;
  if (['added', 'removed'].includes(entry.kind)) return entry;
  return changes.length > 0 || moved ? { ...entry, kind: changes.length > 0 ? 'changed' : 'moved', changes, moved }
    : undefined;
}

/** A definition without its experiments. */
function plain(definition) {
  return ['experiment', 'experiments'].reduce((root, name) =>
    (member(root, name) ? set(root, [name], undefined) : root), definition);
}

/** A definition as the users of a variant see it. */
function shown(root, variant) {
  if (variant.kind === 'own') {
    const name = member(variant.node, 'sections') ? 'sections' : 'items';
    return { kind: 'object', members: [{ name, value: member(variant.node, name) }] };
  }
  const lists = resolve(root, variant).sections.map(({ items }) => items.map(({ node }) => node));
  return plain(withItems(root, sectionsAt(root), lists));
}

// What differs between two definitions, one entry for each item. Pure functions over the lossless nodes of kit/json.js.

/** The items of a definition in their order, those inside others, too: `Map` of `{ node, place }` by id. */
export function itemsByID(definition) {
  const found = new Map();
  const visit = (node) => {
    if (node?.kind === 'array') { node.elements.forEach(visit); return; }
    if (node?.kind !== 'object') return;
    const id = textOf(member(node, 'viewType')) === undefined ? undefined : textOf(member(node, 'id'));
    if (id !== undefined && !found.has(id)) found.set(id, { node, place: found.size });
    // A fallback is shown in place of its item, and never beside it.
    for (const { name, value } of node.members) if (name !== 'fallback') visit(value);
  };
  for (const { items } of sectionsAt(definition)) items.forEach(visit);
  return found;
}

/**
 * The changed items of a difference: `[{ id, viewType, kind, node, added, removed, moved, changes }]`, in the order of
 * the definition after the change; a removed one stands where it was. `kind` is the strongest of `added`, `removed`,
 * `changed` and `moved`.
 */
export function changedItems(difference, before, after) {
  const [old, now] = [itemsByID(before), itemsByID(after)];
  const entries = new Map();
  for (const kind of ['added', 'removed', 'changed', 'moved']) {
    for (const found of difference[kind]) {
      const entry = entries.get(found.id) ?? {
        id: found.id, viewType: found.viewType, kind, changes: [],
        node: found.node ?? now.get(found.id)?.node ?? old.get(found.id)?.node,
      };
      if (kind === 'changed') entry.changes = found.changes; else entry[kind] = found;
      entries.set(found.id, entry);
    }
  }
  const placeOf = ({ id, kind }) => (kind === 'removed' ? old : now).get(id)?.place ?? Infinity;
  return [...entries.values()].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The items after a change that `entries` do not name. */
export function unchangedItems(entries, after) {
  const changed = new Set(entries.map(({ id }) => id));
  return [...itemsByID(after)].filter(([id]) => !changed.has(id)).map(([id, { node }]) => ({ id, node }));
}

/** Whether a change lies in what a variant does to items: those changes are shown as what the variant's users see. */
export function isOfVariantItems({ path }) {
  const at = path.indexOf('variants');
  return /^experiments?$/.test(String(path[0])) && at > 0 && ['changes', 'items', 'sections'].includes(path[at + 2]);
}
