// What follows in the variants from an edit of the definition. Each function returns a new root.
import { member, at, set, textOf } from '../kit/json.js';
import { sectionsAt, string, array, elements, itemID } from './layout.js';
import { changesOf, variantsOf } from './variant-items.js';

/** The variants with an id replaced wherever they name an item of the definition. */
export function renameInVariants(root, old, id) {
  return variantsOf(root).filter(({ kind }) => kind === 'changes')
    .reduce((result, variant) => renameIn(result, variant.path, old, id), root);
}

/**
 * The variant at a path with an id replaced in the changes for which `applies` holds.
 * @param {(change: any, number: number) => boolean} [applies]
 */
export function renameIn(root, path, old, id, applies = () => true) {
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
