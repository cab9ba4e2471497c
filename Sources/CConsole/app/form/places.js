// The places for items inside an item: where the schema of its view type refers to `marquee:item`.
import { member, pointer } from '../kit/json.js';
import { typeOf } from './schema.js';

/** How deep places are looked for in a schema that refers to itself. */
const maximumPlaceDepth = 12;

/** Whether a schema, resolved, is one of an item. */
export const isItem = (schema) => schema.$item === true;

/** The schema of the items at a place, resolved, and whether it is a list of them; undefined if it is no place. */
export function placeOf(schema, set) {
  if (isItem(schema)) return { items: schema, isList: false };
  if (typeOf(schema) !== 'array' || schema.items === undefined) return undefined;
  const items = set.resolve(schema.items);
  return isItem(items) ? { items, isList: true } : undefined;
}

/**
 * A function that returns the places in an item, in the order of the schema:
 * `[{ at, path, name, isList, types, nodes }]`. `at` is the pointer within the content and `path` are the tokens within
 * the item; `types` are the view types that the schema allows there, undefined for all; `nodes` are the items there.
 */
export function itemPlaces(set) {
  if (![...set.documents.values()].some((schema) => JSON.stringify(schema).includes('"marquee:item"'))) return () => [];
  const known = new WeakMap();
  return (item) => {
    if (item?.kind !== 'object') return [];
    if (!known.has(item)) known.set(item, find(item, set));
    return known.get(item);
  };
}

function find(item, set) {
  const schema = set.viewType(member(item, 'viewType')?.value);
  if (schema === undefined) return [];
  const found = new Map();
  const visit = (part, node, path, depth) => {
    if (depth > maximumPlaceDepth) return;
    const own = set.resolve(part);
    const place = placeOf(own, set);
    if (place) {
      const nodes = place.isList ? node?.elements ?? [] : node === undefined ? [] : [node];
      // A value of another kind is no list of items: the form shows it as JSON.
      if (node !== undefined && node.kind !== (place.isList ? 'array' : 'object')) return;
      const at = pointer(path);
      if (!found.has(at)) found.set(at, {
        at, path: ['content', ...path], name: own.title ?? String(path.at(-1)), isList: place.isList,
        types: place.items.properties?.viewType?.enum, nodes,
      });
      return;
    }
    for (const branch of [...own.oneOf ?? [], ...own.anyOf ?? []]) {
      // One of several possibilities: only what has items is a place.
      if (node !== undefined) visit(branch, node, path, depth + 1);
    }
    for (const [name, schema] of Object.entries(own.properties ?? {})) {
      const value = member(node, name);
      if (value !== undefined || depth === 0) visit(schema, value, [...path, name], depth + 1);
    }
    if (node?.kind === 'array' && own.items !== undefined) {
      node.elements.forEach((element, index) => visit(own.items, element, [...path, index], depth + 1));
    }
  };
  visit(schema, member(item, 'content') ?? { kind: 'object', members: [] }, [], 0);
  return [...found.values()];
}
