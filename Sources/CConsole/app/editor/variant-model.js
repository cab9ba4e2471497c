// Variants as edits of the definition: the items that a variant shows, and how to write an edit of it. Pure functions.
import { member, at, set, textOf, tokens } from '../kit/json.js';
import {
  sectionsAt, string, array, object, elements, itemID, equalInAnyOrder, longestRising, withItems,
} from './layout.js';

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

/** The merge patch from one node to another; undefined if there is none, as for a member that becomes null. */
export function mergePatch(from, to) {
  const write = (a, b) => {
    if (a?.kind !== 'object' || b.kind !== 'object') return b;
    const members = [];
    for (const { name } of a.members) if (!member(b, name)) members.push({ name, value: { kind: 'null' } });
    for (const { name, value } of b.members) {
      const old = member(a, name);
      if (!old || !equalInAnyOrder(old, value)) members.push({ name, value: write(old, value) });
    }
    return { kind: 'object', members };
  };
  const patch = write(from, to);
  return equalInAnyOrder(applyMerge(from, patch), to) ? patch : undefined;
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
function pathOf(node, id, path) {
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

// Edits. Each returns a new root, or undefined if a variant of changes cannot express it.

const changesOf = (variant) => elements(member(variant.node, 'changes'));
const idsOf = (sections) => sections.flatMap(({ items }) => items.map(({ id }) => id));

function write(root, variant, changes, order) {
  let result = changes.length > 0 || member(variant.node, 'changes')
    ? set(root, [...variant.path, 'changes'], changes.length > 0 ? array(changes) : undefined) : root;
  if (order) result = set(result, [...variant.path, 'order'], array(order.map(string)));
  return result;
}

const refresh = (root, variant) => ({ ...variant, node: at(root, variant.path) });

/** Moves items of a variant before another one, or to the end of a section. */
export function moveInVariant(root, variant, ids, section, before) {
  const { sections } = resolve(root, variant);
  const target = sections.map(({ items }) => items.filter(({ id }) => !ids.includes(id)).map(({ id }) => id));
  const moving = idsOf(sections).filter((id) => ids.includes(id));
  const index = before === undefined || before === null ? target[section].length : target[section].indexOf(before);
  target[section].splice(index < 0 ? target[section].length : index, 0, ...moving);
  if (member(variant.node, 'order')) return setOrder(root, variant, target);
  // A second move of the same item replaces the first, unless something else depends on where it was.
  const isReached = (candidate) => {
    const result = resolve(candidate, refresh(candidate, variant)).sections;
    return result.every(({ items }, number) =>
      items.length === target[number].length && items.every(({ id }, place) => id === target[number][place]));
  };
  const all = changesOf(variant);
  const fewer = all.filter((change) =>
    !(textOf(member(change, 'op')) === 'move' && ids.includes(textOf(member(change, 'id')))));
  const back = write(root, variant, fewer);
  if (fewer.length < all.length && isReached(back)) return back;
  const list = target[section];
  const first = list.indexOf(moving[0]);
  const follower = list[first + moving.length];
  const steps = moving.map((id, number) => {
    if (follower !== undefined) return object({ op: string('move'), id: string(id), before: string(follower) });
    const previous = number > 0 ? moving[number - 1] : list[first - 1];
    return previous === undefined ? undefined
      : object({ op: string('move'), id: string(id), after: string(previous) });
  });
  // A move names a neighbour, and an empty section has none.
  if (steps.includes(undefined)) return undefined;
  for (const base of [fewer, all]) {
    const candidate = write(root, variant, [...base, ...steps]);
    if (isReached(candidate)) return candidate;
  }
  return setOrder(root, variant, target);
}

/**
 * Moves items that are inside others before another one, or to the end of the place `at` of the item `into`. Undefined
 * if moves cannot express it.
 */
export function moveInside(root, variant, ids, { into, at: place }, before) {
  const steps = ids.map((id) => object({
    op: string('move'), id: string(id),
    ...before === undefined ? { into: string(into), at: string(place) } : { before: string(before) },
  }));
  const all = changesOf(variant);
  const lists = (candidate) => resolve(candidate, refresh(candidate, variant));
  const wanted = lists(write(root, variant, [...all, ...steps]));
  if (wanted.problems > resolve(root, variant).problems) return undefined;
  const isReached = (candidate) => {
    const { sections } = lists(candidate);
    return sections.every(({ items }, number) => items.length === wanted.sections[number].items.length
      && items.every(({ node }, index) => equalInAnyOrder(node, wanted.sections[number].items[index].node)));
  };
  // A second move of the same item replaces the first, unless something else depends on where it was.
  const fewer = all.filter((change) =>
    !(textOf(member(change, 'op')) === 'move' && ids.includes(textOf(member(change, 'id')))));
  return [fewer, [...fewer, ...steps], [...all, ...steps]].map((changes) => write(root, variant, changes)).find(isReached);
}

function setOrder(root, variant, target) {
  // An order is for definitions with `items`, and sections keep their number of items.
  if (member(root, 'sections')) return undefined;
  return write(root, variant, changesOf(variant), target.flat());
}

/** Replaces an item by another node: in the change that added it, by a merge, or by a replacement. */
export function editInVariant(root, variant, id, node) {
  const item = resolve(root, variant).sections.flatMap(({ items }) => items).find((entry) => entry.id === id);
  if (!item) return undefined;
  const merges = new Set(item.merges);
  const changes = changesOf(variant).filter((_, index) => !merges.has(index));
  const dropped = item.merges.filter((index) => index < item.origin).length;
  const newID = itemID(node) || id;
  let result;
  if (item.origin >= 0) {
    result = [...changes];
    result[item.origin - dropped] = set(result[item.origin - dropped], ['item'], node);
  } else if (equalInAnyOrder(node, item.base)) {
    result = changes;
  } else {
    const content = member(node, 'content');
    const isOnlyContent = content && newID === id
      && equalInAnyOrder(set(node, ['content'], member(item.base, 'content')), item.base);
    const patch = isOnlyContent ? mergePatch(member(item.base, 'content'), content) : undefined;
    // A merge keeps its place in the list; a replacement comes first, because moves may name the new id.
    const place = item.merges[0] ?? changes.length;
    const change = patch
      ? object({ op: string('merge'), id: string(id), content: patch })
      : object({ op: string('replace'), id: string(id), item: node });
    result = [...changes.slice(0, place), change, ...changes.slice(place)];
  }
  let written = write(root, variant, result);
  if (newID !== id) {
    const origin = item.origin >= 0 ? item.origin - dropped : undefined;
    written = renameIn(written, variant.path, id, newID, (_, number) => number > (origin ?? result.length - 1));
  }
  // A change of an item inside this one, written by hand, could undo the edit.
  if (item.isChangedInside) {
    const reached = resolve(written, refresh(written, variant)).sections.flatMap(({ items }) => items)
      .find((entry) => entry.id === newID);
    if (!reached || !equalInAnyOrder(reached.node, node)) return undefined;
  }
  return written;
}

/** The item of an id inside another one; undefined if there is none. */
function itemInside(root, variant, id) {
  for (const { node } of resolve(root, refresh(root, variant)).sections.flatMap(({ items }) => items)) {
    const path = pathOf(member(node, 'content'), id, ['content']);
    if (path) return at(node, path);
  }
  return undefined;
}

/** Writes the content of an item inside another one as a merge by its own id; undefined if that cannot express it. */
export function editInside(root, variant, id, node) {
  const all = changesOf(variant);
  const isOwn = (change) => textOf(member(change, 'op')) === 'merge' && textOf(member(change, 'id')) === id;
  const rest = all.filter((change) => !isOwn(change));
  const base = itemInside(write(root, variant, rest), variant, id);
  const content = member(node, 'content');
  if (!base || !content || !member(base, 'content')
    || !equalInAnyOrder(set(node, ['content'], member(base, 'content')), base)) return undefined;
  const patch = mergePatch(member(base, 'content'), content);
  if (!patch) return undefined;
  const place = all.findIndex(isOwn);
  const changes = [...rest];
  if (patch.kind !== 'object' || patch.members.length > 0) {
    changes.splice(place < 0 ? rest.length : place, 0, object({ op: string('merge'), id: string(id), content: patch }));
  }
  const written = write(root, variant, changes);
  return equalInAnyOrder(itemInside(written, variant, id), node) ? written : undefined;
}

/** Removes a variant's changes of an item's content. */
export function revertInVariant(root, variant, id) {
  const { sections, inside } = resolve(root, variant);
  if (inside.has(id)) {
    return write(root, variant, changesOf(variant).filter((change) => textOf(member(change, 'id')) !== id));
  }
  const item = sections.flatMap(({ items }) => items).find((entry) => entry.id === id);
  if (!item?.base) return undefined;
  const gone = new Set([...item.merges, ...(item.origin >= 0 ? [item.origin] : [])]);
  const back = write(root, variant, changesOf(variant).filter((_, index) => !gone.has(index)));
  return itemID(item.base) === id ? back : renameIn(back, variant.path, id, itemID(item.base));
}

/** Inserts items before another one, or at the end of a section. */
export function insertInVariant(root, variant, nodes, section, before) {
  const { sections } = resolve(root, variant);
  const last = sections[section].items.at(-1)?.id;
  let previous = last;
  const steps = nodes.map((item) => {
    const place = before ? { before: string(before) }
      : sections[section].id ? { section: string(sections[section].id) }
        : previous ? { after: string(previous) } : undefined;
    previous = itemID(item);
    return place && object({ op: string('insert'), item, ...place });
  });
  if (steps.includes(undefined)) return undefined;
  let order;
  if (member(variant.node, 'order')) {
    order = idsOf(sections);
    const index = before ? order.indexOf(before) : order.length;
    order.splice(index < 0 ? order.length : index, 0, ...nodes.map(itemID));
  }
  return write(root, variant, [...changesOf(variant), ...steps], order);
}

/** Removes items from a variant. The change that inserted an item is removed, unless other changes name the item. */
export function removeInVariant(root, variant, ids) {
  const { sections } = resolve(root, variant);
  const items = new Map(sections.flatMap((section) => section.items.map((item) => [item.id, item])));
  let changes = changesOf(variant).map((change) => change);
  for (const id of ids) {
    const item = items.get(id);
    if (!item) continue;
    const own = (change) => textOf(member(change, 'id')) === id;
    const names = (change) => [member(change, 'before'), member(change, 'after')].some((node) => textOf(node) === id);
    // Its moves and merges no longer have an effect. A move that other changes depend on must stay.
    const isNamed = changes.some(names);
    if (!isNamed) changes = changes.filter((change) =>
      !(own(change) && ['move', 'merge'].includes(textOf(member(change, 'op')))));
    const insertion = changes.findIndex((change) => textOf(member(change, 'op')) === 'insert'
      && itemID(member(change, 'item')) === id);
    if (insertion >= 0 && !isNamed) changes.splice(insertion, 1);
    else changes.push(object({ op: string('remove'), id: string(id) }));
  }
  const order = member(variant.node, 'order') ? idsOf(sections).filter((id) => !ids.includes(id)) : undefined;
  return write(root, variant, changes, order);
}

/** Restores an item that a variant removes. */
export function restoreInVariant(root, variant, change) {
  const id = textOf(member(changesOf(variant)[change], 'id'));
  const result = write(root, variant, changesOf(variant).filter((_, index) => index !== change));
  const order = elements(member(variant.node, 'order')).map(textOf);
  if (order.length === 0 || order.includes(id)) return result;
  return set(result, [...variant.path, 'order'], array([...order, id].map(string)));
}

// Updates of the variants after an edit of the definition

/** The variants with an id replaced wherever they name an item of the definition. */
export function renameInVariants(root, old, id) {
  return variantsOf(root).filter(({ kind }) => kind === 'changes')
    .reduce((result, variant) => renameIn(result, variant.path, old, id), root);
}

/** @param {(change: any, number: number) => boolean} [applies] */
function renameIn(root, path, old, id, applies = () => true) {
  let variant = at(root, path);
  const swap = (node) => (textOf(node) === old ? string(id) : node);
  const order = member(variant, 'order');
  if (order) variant = set(variant, ['order'], array(elements(order).map(swap)));
  const changes = member(variant, 'changes');
  if (changes) {
    variant = set(variant, ['changes'], array(elements(changes).map((change, number) =>
      (change.kind === 'object' && applies(change, number) ? {
        kind: 'object',
        members: change.members.map(({ name, value }) =>
          ({ name, value: ['id', 'before', 'after', 'into'].includes(name) ? swap(value) : value })),
      } : change))));
  }
  return set(root, path, variant);
}

/** The variants without changes of items that the definition no longer has. */
export function dropFromVariants(root, before, ids) {
  const gone = new Set(ids);
  const all = sectionsAt(before).flatMap(({ items }) => items.map(itemID));
  /** What `own` is put beside in place of an item that is gone. */
  const neighbour = (id, own) => {
    const index = all.indexOf(id);
    if (index < 0) return undefined;
    const stays = (other) => !gone.has(other) && other !== own;
    const next = all.slice(index + 1).find(stays);
    if (next) return ['before', next];
    const previous = all.slice(0, index).reverse().find(stays);
    return previous ? ['after', previous] : undefined;
  };
  return variantsOf(root).filter(({ kind }) => kind === 'changes').reduce((result, variant) => {
    let node = variant.node;
    if (member(node, 'order')) {
      node = set(node, ['order'], array(elements(member(node, 'order')).filter((id) => !gone.has(textOf(id)))));
    }
    const changes = changesOf(variant);
    const isGone = (change, name) => gone.has(textOf(member(change, name)));
    // What was put beside or into an item inside another one that is gone has no place.
    const isHomeless = (change) => isGone(change, 'into') || ['before', 'after'].some((name) =>
      isGone(change, name) && !all.includes(textOf(member(change, name))));
    const kept = changes.filter((change) => !isGone(change, 'id') && !isHomeless(change)).map((change) => {
      const name = ['before', 'after'].find((candidate) => isGone(change, candidate));
      const other = name && neighbour(textOf(member(change, name)), textOf(member(change, 'id')));
      if (!other) return change;
      return set(set(change, [name], undefined), [other[0]], string(other[1]));
    });
    if (kept.length < changes.length || kept.some((change, index) => change !== changes[index])) {
      node = set(node, ['changes'], kept.length > 0 ? array(kept) : undefined);
    }
    return node === variant.node ? result : set(result, variant.path, node);
  }, root);
}

/** The variants with new items of the definition in their orders, after the item that precedes them there. */
export function addToOrders(root, ids) {
  const all = sectionsAt(root).flatMap(({ items }) => items.map(itemID));
  return variantsOf(root).filter(({ kind, node }) => kind === 'changes' && member(node, 'order'))
    .reduce((result, variant) => {
      const order = elements(member(variant.node, 'order')).map(textOf);
      for (const id of ids) {
        if (order.includes(id)) continue;
        const previous = all[all.indexOf(id) - 1];
        order.splice(order.indexOf(previous) + 1, 0, id);
      }
      return set(result, [...variant.path, 'order'], array(order.map(string)));
    }, root);
}

/** The variants with orders that follow the items at the top, which had the ids `old`. */
export function updateOrders(root, old) {
  const ids = sectionsAt(root).flatMap(({ items }) => items.map(itemID));
  const gone = old.filter((id) => !ids.includes(id));
  const added = ids.filter((id) => !old.includes(id));
  const rest = gone.length === 0 ? root : variantsOf(root).filter(({ kind, node }) => kind === 'changes'
    && member(node, 'order')).reduce((result, variant) => set(result, [...variant.path, 'order'],
    array(elements(member(variant.node, 'order')).filter((id) => !gone.includes(textOf(id))))), root);
  return added.length === 0 ? rest : addToOrders(rest, added);
}

/** A definition's items for a variant with items of its own. */
export function ownItems(root, variant) {
  const { sections } = resolve(root, variant);
  const lists = sections.map(({ items }) => items.map(({ node }) => node));
  let node = set(set(variant.node, ['changes'], undefined), ['order'], undefined);
  const full = withItems(root, sectionsAt(root), lists);
  const name = member(root, 'sections') ? 'sections' : 'items';
  node = set(node, [name], member(full, name));
  return set(root, variant.path, node);
}
