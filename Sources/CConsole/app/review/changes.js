// What changes for users between two definitions: for all of them, and for those of each variant.
import { equal, member, set } from '../kit/json.js';
import { summaryWords } from '../editor/compare.js';
import { compare } from '../editor/domain.js';
import { sectionsAt, withItems } from '../editor/layout.js';
import { resolve, variantsOf } from '../editor/variant-items.js';
import { changedItems, isOfVariantItems } from './changed-items.js';

/**
 * The changes between two definitions: `{ groups, other, sections, isEmpty, summary }`. A group has the changed items
 * (`items`) of the definition, with an empty `variant`, or of a variant whose own part differs. `other` are the changes
 * outside of items, without those that a group shows.
 */
export async function changesBetween(before, after) {
  const difference = await compare(before, after);
  const variants = difference.isEmpty ? [] : await Promise.all(variantsOf(after).map(async (variant) => {
    const old = variantsOf(before).find(({ name }) => name === variant.name);
    if (old && equal(old.node, variant.node)) return undefined;
    const [from, to] = [old ? shown(before, old) : plain(before), shown(after, variant)];
    return { variant: variant.name, isNew: !old, before: from, after: to, difference: await compare(from, to) };
  }));
  return changesOf({ before, after, difference, variants: variants.filter(Boolean) });
}

/**
 * The same of known differences: that of the definitions, and those of `variants`,
 * `[{ variant, isNew, before, after, difference }]`.
 */
export function changesOf({ before, after, difference, variants }) {
  const base = changedItems(difference, before, after);
  const shownVariants = variants.map(({ variant, isNew, ...sides }) => ({ variant, isNew,
    items: changedItems(sides.difference, sides.before, sides.after)
      .map((entry) => withoutShared(entry, base.find(({ id }) => id === entry.id))).filter(Boolean) }))
    .filter(({ items }) => items.length > 0);
  const groups = [{ variant: '', isNew: false, items: base }, ...shownVariants];
  const other = difference.other.filter((change) => shownVariants.length === 0 || !isOfVariantItems(change));
  const { sections, isEmpty } = difference;
  const counted = Object.fromEntries(['added', 'removed', 'moved', 'changed'].map((kind) =>
    [kind, groups.flatMap(({ items }) => items.filter((entry) => entry.kind === kind))]));
  return { groups, other, sections, isEmpty, summary: summaryWords({ ...counted, other, sections, isEmpty }) };
}

/** A variant's entry without what the definition's has, too; undefined if nothing is left. */
function withoutShared(entry, shared) {
  if (!shared) return entry;
  if (entry.kind === shared.kind && ['added', 'removed'].includes(entry.kind)) return undefined;
  const known = new Set(shared.changes.map((change) => JSON.stringify(change)));
  const changes = entry.changes.filter((change) => !known.has(JSON.stringify(change)));
  const moved = shared.moved ? undefined : entry.moved;
  if (['added', 'removed'].includes(entry.kind)) return entry;
  return changes.length > 0 || moved ? { ...entry, kind: changes.length > 0 ? 'changed' : 'moved', changes, moved }
    : undefined;
}

/** A definition without its experiments. */
function plain(definition) {
  return ['experiment', 'experiments'].reduce((root, name) =>
    (member(root, name) ? set(root, [name], undefined) : root), definition);
}

/** A definition as the users of a variant see it. */
function shown(root, variant) {
  if (variant.kind === 'own') {
    const name = member(variant.node, 'sections') ? 'sections' : 'items';
    return { kind: 'object', members: [{ name, value: member(variant.node, name) }] };
  }
  const lists = resolve(root, variant).sections.map(({ items }) => items.map(({ node }) => node));
  return plain(withItems(root, sectionsAt(root), lists));
}
