// Edits of a variant, as changes of the definition. Each returns a new root, or undefined if changes cannot express it.
import { member, at, set, textOf } from '../kit/json.js';
import { sectionsAt, string, array, object, elements, itemID, equalInAnyOrder, withItems } from './layout.js';
import { applyMerge, changesOf, pathOf, resolve } from './variant-items.js';
import { renameIn } from './variant-updates.js';

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
