// The items and sections of a definition, or of a variant that has its own. Pure functions on lossless JSON nodes
// without a page, so that tests run without a browser.
import { member, at, set, stringify, textOf } from '../kit/json.js';

/**
 * The sections at a path: `[{ id, header, path, items: [node] }]`. A definition with `items` has one section whose id
 * is null. `path` leads to the object that holds `items`.
 */
export function sectionsAt(root, base = []) {
  const holder = at(root, base);
  const sections = member(holder, 'sections');
  if (sections?.kind === 'array') {
    return sections.elements.map((section, index) => ({
      id: textOf(member(section, 'id')) ?? '', header: textOf(member(section, 'header')),
      path: [...base, 'sections', index], items: elements(member(section, 'items')),
    }));
  }
  return [{ id: null, header: undefined, path: base, items: elements(member(holder, 'items')) }];
}

export const string = (value) => ({ kind: 'string', value });
export const array = (list) => ({ kind: 'array', elements: list });
export const object = (members) => ({
  kind: 'object', members: Object.entries(members).filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value })),
});
export function elements(node) { return node?.kind === 'array' ? node.elements : []; }

/** The id of an item; an empty text when it has none. */
export function itemID(node) { return textOf(member(node, 'id')) ?? ''; }

/** A node with the items of sections replaced. */
export function withItems(root, sections, lists) {
  return sections.reduce((result, section, index) =>
    (lists[index] === section.items ? result : set(result, [...section.path, 'items'], array(lists[index]))), root);
}

/** The items of a list and those inside them, each item before what is inside it. */
export function flat(items) {
  return items.flatMap((item) => (item.slots ?? []).every((slot) => slot.items.length === 0) ? [item]
    : [item, ...flat(item.slots.flatMap((slot) => slot.items))]);
}

/**
 * An item as an entry of the list: `{ key, id, node, path, level, parent, slots }`. `level` is 1 at the top, `parent`
 * the key of the item around it. `slots` are its `places`, with the entries there as `items`. `keyOf(id, path, node)` gives
 * the items inside it their keys.
 */
export function entryOf(entry, places, keyOf, level = 1) {
  const slots = places(entry.node).map((place) => ({
    ...place, parent: entry.key,
    items: place.nodes.map((node, index) => {
      const path = [...entry.path, ...place.path, ...(place.isList ? [index] : [])];
      const id = itemID(node);
      const own = { key: keyOf(id, path, node), id, node, path, parent: entry.key, at: place.at, isList: place.isList };
      return entryOf(own, places, keyOf, level + 1);
    }),
  }));
  return { ...entry, level, slots };
}

/**
 * The lists of sections after an edit of any list. `edit(list)` is called for each list of items, of a section
 * (`{ section, items }`) or at a place inside an item (`{ parent, at, items }`), and returns its entries.
 */
export function rearranged(sections, edit) {
  const inside = (entry) => {
    let { node } = entry;
    for (const { at: place, path, isList, items } of entry.slots ?? []) {
      const list = edit({ parent: entry.key, at: place, items }).map(inside);
      if (list.length === items.length && list.every((each, index) => each.node === items[index].node)) continue;
      node = set(node, path, isList ? array(list.map((each) => each.node)) : list[0]?.node);
    }
    return node === entry.node ? entry : { ...entry, node };
  };
  return sections.map(({ items }, section) => edit({ section, items }).map(inside));
}

/** Whether a list is the target of a move: a section's number, or a place `{ parent, at }`. */
export const isTarget = (list, target) => (typeof target === 'number' ? list.section === target
  : list.parent === target.parent && list.at === target.at);

/** All ids in a definition: of items, of their fallbacks, of items inside them, and of what variants add. */
export function takenIDs(root) {
  const taken = new Set();
  const visit = (node) => {
    if (node?.kind === 'array') { node.elements.forEach(visit); return; }
    if (node?.kind !== 'object') return;
    if (textOf(member(node, 'viewType')) !== undefined) taken.add(itemID(node));
    for (const { value } of node.members) visit(value);
  };
  visit(root);
  taken.delete('');
  return taken;
}

/**
 * The node with its id, or with a new one if the id is missing or taken: `TYPE-1`, or `perilla-2` for a copy. So have
 * the items inside it.
 */
export function withFreshID(node, taken, places = () => []) {
  const own = freshID(node, taken);
  return withInside(own, places, (inner) => withFreshID(inner, taken, places));
}

/** The node with the items inside it replaced. */
function withInside(node, places, replace) {
  return places(node).reduce((result, { path, isList, nodes }) => {
    const next = nodes.map(replace);
    if (next.every((inner, index) => inner === nodes[index])) return result;
    return set(result, path, isList ? array(next) : next[0]);
  }, node);
}

function freshID(node, taken) {
  const old = itemID(node);
  if (old && !taken.has(old)) { taken.add(old); return node; }
  const stem = old ? old.replace(/-\d+$/, '') : textOf(member(node, 'viewType')) ?? 'item';
  let number = old ? 2 : 1;
  while (taken.has(`${stem}-${number}`)) number += 1;
  const id = `${stem}-${number}`;
  taken.add(id);
  return withID(node, id);
}

/** The node with another id. A new id becomes the first member, where people write it. */
export function withID(node, id) {
  if (node?.kind !== 'object') return node;
  if (member(node, 'id')) return set(node, ['id'], string(id));
  return { kind: 'object', members: [{ name: 'id', value: string(id) }, ...node.members] };
}

/**
 * The definition with the ids that the server would fill in when it publishes: an item needs one to be moved in a
 * variant, and to be found in the preview.
 */
export function fillIDs(root, places = () => []) {
  const sections = sectionsAt(root);
  const taken = takenIDs(root);
  const counts = new Map();
  const named = (item) => {
    if (item.kind !== 'object' || member(item, 'id')) return item;
    const type = textOf(member(item, 'viewType')) ?? 'item';
    let number = (counts.get(type) ?? 0) + 1;
    while (taken.has(`${type}-${number}`)) number += 1;
    counts.set(type, number);
    taken.add(`${type}-${number}`);
    return withID(item, `${type}-${number}`);
  };
  const filled = (item) => withInside(named(item), places, filled);
  const lists = sections.map(({ items }) => {
    const list = items.map(filled);
    return list.every((item, index) => item === items[index]) ? items : list;
  });
  return withItems(root, sections, lists);
}

/** Whether two nodes are equal, in any order of their members. */
export function equalInAnyOrder(a, b) {
  if (a === b) return true;
  if (a?.kind !== b?.kind) return false;
  if (a.kind === 'object') {
    return a.members.length === b.members.length
      && a.members.every(({ name, value }) => equalInAnyOrder(value, member(b, name)));
  }
  if (a.kind === 'array') {
    return a.elements.length === b.elements.length
      && a.elements.every((value, index) => equalInAnyOrder(value, b.elements[index]));
  }
  return stringify(a) === stringify(b);
}

/**
 * The indices of a longest rising subsequence: these items stay in place, the others move. Of several it is one with
 * most indices for which `isPreferred` holds.
 * @param {number[]} numbers
 * @param {(index: number) => boolean} [isPreferred]
 */
export function longestRising(numbers, isPreferred = () => false) {
  const ranks = new Map([...new Set(numbers)].sort((a, b) => a - b).map((number, index) => [number, index + 1]));
  // A Fenwick tree by rank: the index that ends the best subsequence of numbers of at most that rank.
  const best = new Array(ranks.size + 1).fill(-1);
  const scores = [];
  const before = [];
  const score = (index) => (index < 0 ? 0 : scores[index]);
  let last = -1;
  numbers.forEach((number, index) => {
    let previous = -1;
    for (let place = ranks.get(number) - 1; place > 0; place -= place & -place) {
      if (score(best[place]) > score(previous)) previous = best[place];
    }
    before.push(previous);
    // No number of preferred ones outweighs a longer subsequence.
    scores.push(score(previous) + numbers.length + 1 + (isPreferred(index) ? 1 : 0));
    for (let place = ranks.get(number); place < best.length; place += place & -place) {
      if (score(index) > score(best[place])) best[place] = index;
    }
    if (score(index) > score(last)) last = index;
  });
  const result = [];
  for (let index = last; index >= 0; index = before[index]) result.push(index);
  return result.reverse();
}
