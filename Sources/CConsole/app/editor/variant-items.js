// What a variant shows: its changes applied to the items of the definition. The server applies them to publish and to
// preview; here they are applied with each key. Tests/ConsoleModules/variants.json says for both what comes of it.
import { member, at, set, textOf, tokens } from '../kit/json.js';
import { sectionsAt, array, elements, itemID, longestRising } from './layout.js';

/**
 * The variants of a definition: `[{ name, key, experiment, path, node, kind, weight }]`. `name` is what the API takes:
 * the key, or `EXPERIMENT:KEY` with several experiments. `kind` is `own` for a variant with items of its own, else
 * `changes`.
 */
export function variantsOf(root) {
  const several = elements(member(root, 'experiments'));
  const single = member(root, 'experiment');
  const experiments = single ? [[['experiment'], single]]
    : several.map((node, index) => [['experiments', index], node]);
  return experiments.flatMap(([path, experiment]) => elements(member(experiment, 'variants')).map((node, index) => {
    const key = textOf(member(node, 'key')) ?? String(index + 1);
    const owner = textOf(member(experiment, 'key')) ?? '';
    return {
      key, experiment: owner, name: experiments.length > 1 ? `${owner}:${key}` : key, node,
      path: [...path, 'variants', index],
      kind: member(node, 'items') || member(node, 'sections') ? 'own' : 'changes',
    };
  }));
}

/** The changes of a variant. */
export const changesOf = (variant) => elements(member(variant.node, 'changes'));

/** A JSON Merge Patch (RFC 7396) applied to a node. */
export function applyMerge(target, patch) {
  if (patch.kind !== 'object') return patch;
  let result = target?.kind === 'object' ? target : { kind: 'object', members: [] };
  for (const { name, value } of patch.members) {
    if (value.kind === 'null') result = set(result, [name], undefined);
    else result = set(result, [name], applyMerge(member(result, name), value));
  }
  return result;
}

/**
 * What a variant of changes shows.
 *
 * Returns `{ sections, removed, problems, inside }`; `inside` has the marks of the items inside others that are changed
 * or moved by their own id. Each item is `{ id, node, base, origin, merges, marks }`: `base` is the
 * item of the definition, `origin` the index of the change that inserted or replaced it (or -1), `merges` the indices
 * of merges, `marks` what the variant does to it in words.
 * A change that does not apply is left out and counted in `problems`; the server says why.
 */
export function resolve(root, variant) {
  const sections = sectionsAt(root).map((section) => ({
    ...section,
    items: section.items.map((node) => ({ id: itemID(node), node, base: node, origin: -1, merges: [] })),
  }));
  const removed = [];
  const hinted = new Set();
  const inside = new Map();
  const noteInside = (id, mark) => inside.set(id, [...new Set([...inside.get(id) ?? [], mark])]);
  let problems = 0;
  const find = (id) => {
    for (const section of sections) {
      const index = section.items.findIndex((item) => item.id === id);
      if (index >= 0) return { section, index };
    }
    return undefined;
  };
  const put = (change, item) => {
    const beside = textOf(member(change, 'before')) ?? textOf(member(change, 'after'));
    if (beside === undefined) {
      const section = sections.find(({ id }) => id !== null && id === textOf(member(change, 'section')));
      section?.items.push(item);
      return Boolean(section);
    }
    const place = find(beside);
    place?.section.items.splice(place.index + (member(change, 'before') ? 0 : 1), 0, item);
    return Boolean(place);
  };
  elements(member(variant.node, 'changes')).forEach((change, number) => {
    const operation = textOf(member(change, 'op'));
    const id = textOf(member(change, 'id'));
    const own = member(change, 'item');
    if (operation === 'insert') {
      if (!own || !put(change,
        { id: itemID(own), node: own, base: undefined, origin: number, merges: [] })) problems += 1;
      return;
    }
    const place = find(id);
    if (!place) {
      const isMove = operation === 'move';
      const isDone = isMove ? moveInner(sections, id, change)
        : sections.some(({ items }) => changeInside(items, operation, id, change));
      if (isDone) noteInside(id, isMove ? 'moved' : 'changed'); else problems += 1;
      return;
    }
    const { section, index } = place;
    const item = section.items[index];
    if (operation === 'move') {
      section.items.splice(index, 1);
      if (put(change, item)) hinted.add(id);
      else { section.items.splice(index, 0, item); problems += 1; }
    } else if (operation === 'remove') {
      section.items.splice(index, 1);
      if (item.base) removed.push({ id, node: item.base, change: number });
    } else if (operation === 'replace' && own) {
      section.items[index] = { ...item, id: itemID(own) || id, node: own, origin: number, merges: [] };
    } else if (operation === 'merge' && member(change, 'content')) {
      const content = applyMerge(member(item.node, 'content'), member(change, 'content'));
      section.items[index] = { ...item, node: set(item.node, ['content'], content), merges: [...item.merges, number] };
    } else problems += 1;
  });
  const order = elements(member(variant.node, 'order')).map(textOf);
  if (order.length > 0 && !reorder(sections, order)) problems += 1;
  mark(sectionsAt(root), sections, order.length > 0 ? new Set() : hinted);
  return { sections, removed, problems, inside };
}

/**
 * Applies a change of an item inside another one, by its id; returns whether it is in one of the items. An addition there
 * needs the schemas, and counts as a change that does not apply.
 */
function changeInside(items, operation, id, change) {
  for (const [index, item] of items.entries()) {
    const path = pathOf(member(item.node, 'content'), id, ['content']);
    if (!path) continue;
    const next = operation === 'remove' ? { value: undefined } : operation === 'replace' && member(change, 'item')
      ? { value: member(change, 'item') } : operation === 'merge' && member(change, 'content')
        ? { value: set(at(item.node, path), ['content'],
          applyMerge(member(at(item.node, path), 'content'), member(change, 'content'))) } : undefined;
    if (!next) return false;
    items[index] = { ...item, node: set(item.node, path, next.value), isChangedInside: true };
    return true;
  }
  return false;
}

/**
 * Moves an item inside another one to another place inside an item; returns whether it could. A move between the top and
 * the inside of an item counts as a change that does not apply.
 */
function moveInner(sections, id, change) {
  const all = sections.flatMap(({ items }) => items.map((_, index) => ({ items, index })));
  const before = all.map(({ items, index }) => items[index]);
  const replace = ({ items, index }, path, node) => {
    items[index] = { ...items[index], node: set(items[index].node, path, node), isChangedInside: true };
  };
  const find = (name, isTop) => {
    for (const place of all) {
      const item = place.items[place.index];
      if (isTop && item.id === name) return { place, path: [] };
      const path = name === undefined ? undefined : pathOf(member(item.node, 'content'), name, ['content']);
      if (path) return { place, path };
    }
    return undefined;
  };
  const own = find(id);
  if (!own) return false;
  const node = at(own.place.items[own.place.index].node, own.path);
  replace(own.place, own.path, undefined);
  const name = ['before', 'after'].find((one) => member(change, one));
  const target = find(textOf(member(change, name ?? 'into')), name === undefined);
  const root = target?.place.items[target.place.index].node;
  const path = target && (name ? target.path.slice(0, -1)
    : [...target.path, 'content', ...tokens(textOf(member(change, 'at')) ?? '')]);
  const list = path && at(root, path);
  if (list?.kind === 'array' || (path && list === undefined && !name)) {
    const result = [...elements(list)];
    const index = name ? Number(target.path.at(-1)) + (name === 'after' ? 1 : 0)
      : member(change, 'first')?.value ? 0 : result.length;
    result.splice(index, 0, node);
    replace(target.place, path, array(result));
    return true;
  }
  all.forEach(({ items, index }, number) => { items[index] = before[number]; });
  return false;
}

/** The path of the item of an id inside a content. */
export function pathOf(node, id, path) {
  if (node?.kind === 'object') {
    if (textOf(member(node, 'viewType')) !== undefined && itemID(node) === id) return path;
    for (const { name, value } of node.members) {
      const found = pathOf(value, id, [...path, name]);
      if (found) return found;
    }
  } else if (node?.kind === 'array') {
    for (const [index, value] of node.elements.entries()) {
      const found = pathOf(value, id, [...path, index]);
      if (found) return found;
    }
  }
  return undefined;
}

/** Brings all items into an order; false if it does not name each once. */
function reorder(sections, order) {
  const all = new Map(sections.flatMap(({ items }) => items.map((item) => [item.id, item])));
  if (order.length !== all.size || new Set(order).size !== all.size || !order.every((id) => all.has(id))) return false;
  let next = 0;
  for (const section of sections) {
    section.items = order.slice(next, next += section.items.length).map((id) => all.get(id));
  }
  return true;
}

/**
 * Gives each item its `mark`: inserted, replaced, changed, or moved. Of two items that changed places, the one that a
 * change names has moved; without such a change, as few as possible have.
 */
function mark(before, after, hinted) {
  const places = new Map();
  before.forEach(({ items }, section) => items.forEach((node) => places.set(node, { number: places.size, section })));
  const kept = after.flatMap(({ items }, section) =>
    items.filter(({ base }) => base).map((item) => ({ item, section })));
  const crosses = kept.filter(({ item, section }) => places.get(item.base).section !== section);
  const moved = new Set(crosses.map(({ item }) => item));
  const rest = kept.map(({ item }) => item).filter((item) => !moved.has(item));
  const rises = (list) => list.every((item, index) =>
    index === 0 || places.get(list[index - 1].base).number < places.get(item.base).number);
  if (!rises(rest)) {
    const unnamed = rest.filter(({ id }) => !hinted.has(id));
    if (hinted.size > 0 && rises(unnamed)) {
      rest.filter(({ id }) => hinted.has(id)).forEach((item) => moved.add(item));
    } else {
      const staying = new Set(longestRising(rest.map(({ base }) => places.get(base).number)));
      rest.forEach((item, index) => { if (!staying.has(index)) moved.add(item); });
    }
  }
  for (const item of after.flatMap(({ items }) => items)) {
    item.marks = [];
    if (!item.base) item.marks.push('inserted');
    else if (item.origin >= 0) item.marks.push('replaced');
    else if (item.merges.length > 0 || item.isChangedInside) item.marks.push('changed');
    if (moved.has(item)) item.marks.push('moved');
  }
}
