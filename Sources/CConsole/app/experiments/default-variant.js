// A variant becomes the screen of everybody. A pure function without a page.
import { at, from, member, set } from '../kit/json.js';
import { ownItems } from '../editor/variant-edits.js';
import { applyMerge, variantsOf } from '../editor/variant-items.js';

/**
 * The definition with what a variant shows as the items of everybody, and its experiment stopped. The variants stay, with
 * nothing of their own, so that the results stay, too. Undefined if the definition does not have the variant.
 */
export function withDefault(root, experiment, key) {
  const variant = variantsOf(root).find((one) => one.experiment === experiment && one.key === key);
  if (!variant) return undefined;
  const own = at(variant.kind === 'own' ? root : ownItems(root, variant), variant.path);
  let result = root;
  for (const name of ['items', 'sections']) result = set(result, [name], member(own, name));
  const screenName = member(own, 'screenName');
  if (screenName) result = set(result, ['screenName'], screenName);
  const values = member(own, 'values');
  if (values) result = set(result, ['values'], applyMerge(member(root, 'values'), values));
  const path = variant.path.slice(0, -2);
  const variants = member(at(root, path), 'variants').elements.map((node) => ({ kind: 'object',
    members: node.members.filter(({ name }) => name === 'key' || name === 'weight') }));
  result = set(result, [...path, 'variants'], { kind: 'array', elements: variants });
  return set(result, [...path, 'status'], from('stopped'));
}
