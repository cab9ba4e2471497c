// What differs between two definitions, one entry for each item. Pure functions over the lossless nodes of kit/json.js.
import { member, textOf } from '../kit/json.js';
import { sectionsAt } from '../editor/layout.js';

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
