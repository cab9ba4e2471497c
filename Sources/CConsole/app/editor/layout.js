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

/** All ids in a definition: of items, of their fallbacks, and of what variants add. */
export function takenIDs(root) {
  const taken = new Set();
  const visit = (node) => {
    if (node?.kind === 'array') { node.elements.forEach(visit); return; }
    if (node?.kind !== 'object') return;
    if (member(node, 'viewType')) taken.add(itemID(node));
    for (const { name, value } of node.members) if (name !== 'content') visit(value);
  };
  visit(root);
  taken.delete('');
  return taken;
}

/** The node with its id, or with a new one if the id is missing or taken: `TYPE-1`, or `perilla-2` for a copy. */
export function withFreshID(node, taken) {
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
export function fillIDs(root) {
  const sections = sectionsAt(root);
  const taken = takenIDs(root);
  const counts = new Map();
  const lists = sections.map(({ items }) => {
    if (items.every((item) => item.kind !== 'object' || member(item, 'id'))) return items;
    return items.map((item) => {
      if (item.kind !== 'object' || member(item, 'id')) return item;
      const type = textOf(member(item, 'viewType')) ?? 'item';
      let number = (counts.get(type) ?? 0) + 1;
      while (taken.has(`${type}-${number}`)) number += 1;
      counts.set(type, number);
      taken.add(`${type}-${number}`);
      return withID(item, `${type}-${number}`);
    });
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
