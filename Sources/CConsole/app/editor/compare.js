// The differences that the server finds between two definitions, and the words for them. Pure functions over the lossless
// nodes of kit/json.js.
import { at, member, pointer, stringify, textOf, tokens, toValue } from '../kit/json.js';

/** An empty definition: the state before the first version and after a deletion. */
export const emptyDefinition = { kind: 'object', members: [] };

/** The difference of a definition from itself. */
export const noDifference = {
  added: [], removed: [], moved: [], changed: [], sections: [], other: [], isEmpty: true,
};

/**
 * A difference from the server's response: `added`, `removed`, `moved` (`from` and `to` are places), `changed` (with
 * `changes`), `sections` (sentences about sections), and `other`, the changes outside of items. A change is
 * `{ path, names, old, new }`; undefined is a value that is not there. `names` is the path with the keys of elements
 * instead of their numbers, where they have keys.
 */
export function differenceOf(found) {
  const list = (node, name) => member(node, name)?.elements ?? [];
  const text = (node, name) => textOf(member(node, name));
  const changes = (node, name = 'members') => list(node, name).map((change) => ({
    path: tokens(text(change, 'path')), names: toValue(member(change, 'names')), old: member(change, 'old'),
    new: member(change, 'new'),
  }));
  const placeOf = (node) => ({
    section: text(node, 'section') ?? null, parent: text(node, 'parent'), index: Number(member(node, 'index').text),
  });
  const listed = (name) => list(found, name).map((entry) => ({
    ...placeOf(entry), id: textOf(at(entry, ['item', 'id'])), viewType: textOf(at(entry, ['item', 'viewType'])),
    node: member(entry, 'item'),
  }));
  const named = (entry) => ({ id: text(entry, 'id'), viewType: text(entry, 'viewType') });
  const order = member(found, 'sectionOrder');
  return {
    added: listed('added'), removed: listed('removed'),
    moved: list(found, 'moved').map((entry) =>
      ({ ...named(entry), from: placeOf(member(entry, 'from')), to: placeOf(member(entry, 'to')) })),
    changed: list(found, 'changed').map((entry) => ({ ...named(entry), changes: changes(entry) })),
    sections: [
      ...list(found, 'sections').map((entry) =>
        ({ words: sectionWords(text(entry, 'id'), text(entry, 'effect')), changes: changes(entry) })),
      ...order ? [{ words: `The sections are in another order: ${toValue(order).join(', ')}.`, changes: [] }] : [],
    ],
    other: changes(found, 'other'), isEmpty: false,
  };
}

function sectionWords(id, effect) {
  return `The section ${id} is ${effect === 'added' ? 'new' : effect}.`;
}

/** A place in words: "place 3", "place 3 of section menu", or "place 3 inside row". */
export function positionWords({ section, parent, index }) {
  if (parent !== undefined) return `place ${index + 1} inside ${parent}`;
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
  const parts = ['added', 'removed', 'moved', 'changed'].filter((name) => difference[name].length > 0)
    .map((name) => `${difference[name].length} ${name}`);
  const outside = difference.other.length + difference.sections.length;
  if (outside > 0) parts.push(`${outside} outside of items`);
  if (parts.length === 0) return difference.isEmpty ? 'no difference' : 'only the order of members';
  return parts.join(', ');
}

/** The place of a change as a JSON Pointer, to find it in the text. */
export function pathPointer(path) { return pointer(path); }
