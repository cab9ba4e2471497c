// The differences of two definitions, by item and in words. Pure functions over the lossless nodes of kit/json.js. They
// work on definitions that are invalid too, because a draft may be.
import { equal, member, pointer, stringify } from '../kit/json.js';
import { longestRising } from './layout.js';

/** An empty definition: the state before the first version and after a deletion. */
export const emptyDefinition = { kind: 'object', members: [] };

/**
 * The items of a definition: `{ items, frame, sections }`. An item is `{ id, key, node, section, index }`; `key` tells
 * items apart, also those without an id. `frame` is the definition without its items.
 */
export function layoutOf(definition) {
  const items = [];
  const keys = new Set();
  const counts = new Map();
  const add = (nodes, section) => nodes.forEach((node, index) => {
    const id = member(node, 'id')?.value;
    const type = member(node, 'viewType')?.value ?? 'item';
    let key = id;
    if (key === undefined || keys.has(key)) {
      // The server fills in the id when it publishes. Until then, a number distinguishes items without an id.
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      key = `${type} without id (${count})`;
    }
    keys.add(key);
    items.push({ id, key, node, section, index, viewType: type });
  });
  const sections = [];
  const own = member(definition, 'items');
  if (own?.kind === 'array') add(own.elements, null);
  const list = member(definition, 'sections');
  if (list?.kind === 'array') {
    list.elements.forEach((section, index) => {
      const id = member(section, 'id')?.value ?? String(index);
      sections.push({ id, node: without(section, 'items') });
      const inner = member(section, 'items');
      if (inner?.kind === 'array') add(inner.elements, id);
    });
  }
  const frame = definition.kind === 'object' ? without(definition, 'items', 'sections') : emptyDefinition;
  return { items, sections, frame, isSectioned: list !== undefined };
}

/** An object without some of its members. */
export function without(node, ...names) {
  if (node?.kind !== 'object') return emptyDefinition;
  return { kind: 'object', members: node.members.filter(({ name }) => !names.includes(name)) };
}

/**
 * The difference between two definitions: `added`, `removed`, `moved` (`from` and `to` are places), `changed` (with
 * `changes`), `sections` (sentences about sections), and `other`, the changes outside of items.
 */
export function compare(before, after) {
  const old = layoutOf(before);
  const now = layoutOf(after);
  const oldByKey = new Map(old.items.map((item) => [item.key, item]));
  const nowByKey = new Map(now.items.map((item) => [item.key, item]));
  const kept = old.items.filter((item) => nowByKey.has(item.key));
  const staying = stayingKeys(kept, nowByKey);
  const changed = [];
  for (const item of kept) {
    const changes = changesOf(item.node, nowByKey.get(item.key).node);
    if (changes.length > 0) changed.push({ ...nowByKey.get(item.key), changes });
  }
  const result = {
    added: now.items.filter((item) => !oldByKey.has(item.key)),
    removed: old.items.filter((item) => !nowByKey.has(item.key)),
    moved: kept.filter((item) => !staying.has(item.key))
      .map((item) => ({ ...nowByKey.get(item.key), from: placeOf(item), to: placeOf(nowByKey.get(item.key)) })),
    changed, sections: sectionChanges(old.sections, now.sections), other: changesOf(old.frame, now.frame),
    isReordered: !equal(before, after),
  };
  result.count = result.added.length + result.removed.length + result.moved.length + result.changed.length
    + result.sections.length + result.other.length;
  result.isEmpty = !result.isReordered;
  return result;
}

const placeOf = ({ section, index }) => ({ section, index });

/**
 * The keys of the longest sequence of items that keep their section and their order. Of several, the one with most items
 * that keep their very place: between two items that change places, nothing has moved.
 */
export function stayingKeys(kept, nowByKey) {
  const candidates = kept.filter((item) => nowByKey.get(item.key).section === item.section);
  const ranks = new Map([...nowByKey.keys()].map((key, index) => [key, index]));
  const isInPlace = (index) => nowByKey.get(candidates[index].key).index === candidates[index].index;
  return new Set(longestRising(candidates.map(({ key }) => ranks.get(key)), isInPlace)
    .map((index) => candidates[index].key));
}

/**
 * The places where two values differ: `[{ path, names, old, new }]`; undefined is a value that is not there. `names` is
 * the path with the keys of elements instead of their numbers, where they have keys.
 */
export function changesOf(before, after, path = [], names = path) {
  if (before === after || (before !== undefined && after !== undefined && equal(before, after))) return [];
  if (before?.kind === 'object' && after?.kind === 'object') {
    const members = [...new Set([...before.members, ...after.members].map(({ name }) => name))];
    return members.flatMap((name) => changesOf(member(before, name), member(after, name), [...path, name],
      [...names, name]));
  }
  if (before?.kind === 'array' && after?.kind === 'array' && before.elements.length === after.elements.length) {
    const keyOf = (node) => member(node, 'key')?.value ?? member(node, 'id')?.value;
    return before.elements.flatMap((element, index) => {
      const other = after.elements[index];
      const key = element.kind === 'object' && keyOf(element) !== undefined && keyOf(element) === keyOf(other)
        ? keyOf(element) : String(index + 1);
      return changesOf(element, other, [...path, String(index)], [...names, key]);
    });
  }
  return [{ path, names, old: before, new: after }];
}

function sectionChanges(before, after) {
  const result = [];
  const old = new Map(before.map((section) => [section.id, section.node]));
  const now = new Map(after.map((section) => [section.id, section.node]));
  for (const { id } of after) if (!old.has(id)) result.push({ words: `The section ${id} is new.`, changes: [] });
  for (const { id } of before) if (!now.has(id)) result.push({ words: `The section ${id} is removed.`, changes: [] });
  const same = before.filter(({ id }) => now.has(id)).map(({ id }) => id);
  const order = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
  if (same.join('\n') !== order.join('\n')) {
    result.push({ words: `The sections are in another order: ${order.join(', ')}.`, changes: [] });
  }
  for (const id of same) {
    const changes = changesOf(old.get(id), now.get(id));
    if (changes.length > 0) result.push({ words: `The section ${id} is changed.`, changes });
  }
  return result;
}

// MARK: Words

/** A place in words: "place 3", or "place 3 of section menu". */
export function placeWords({ section, index }) {
  return section === null ? `place ${index + 1}` : `place ${index + 1} of section ${section}`;
}

/** A path in words: `content/text1` is "text1", because nearly all changes are in the content. */
export function pathWords(path) {
  if (path.length === 0) return 'the whole value';
  const [first, ...rest] = path;
  return first === 'content' && rest.length > 0 ? rest.join(' › ') : path.join(' › ');
}

/** A value on one line, at most `limit` characters of it. */
export function valueWords(node, limit = 120) {
  if (node === undefined) return 'not set';
  const text = node.kind === 'string' ? `“${node.value}”` : stringify(node);
  return text.length > limit ? `${[...text].slice(0, limit).join('')}…` : text;
}

/** How many changes there are, in a few words: "1 added, 2 changed". */
export function summaryWords(difference) {
  const parts = [['added', 'added'], ['removed', 'removed'], ['moved', 'moved'], ['changed', 'changed']]
    .filter(([name]) => difference[name].length > 0).map(([name, word]) => `${difference[name].length} ${word}`);
  const outside = difference.other.length + difference.sections.length;
  if (outside > 0) parts.push(`${outside} outside of items`);
  if (parts.length === 0) return difference.isEmpty ? 'no difference' : 'only the order of members';
  return parts.join(', ');
}

/** The place of a change as a JSON Pointer, to find it in the text. */
export function pathPointer(path) { return pointer(path); }
