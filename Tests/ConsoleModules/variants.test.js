// A variant as changes of the definition, by the vectors that the server passes, too (VariantVectorTests).
//
// Each has a definition, by `items` or `sections`, and the `changes` and the `order` of its variant. `shows` are the
// items of that variant; `problems` counts changes that do not apply. With an `edit`, the variant gets the changes
// `result` (null if changes cannot express it) or the order `orderResult`, and `shows` is what it shows then.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as edits from '../app/editor/variant-edits.js';
import { resolve, variantsOf } from '../app/editor/variant-items.js';
import * as updates from '../app/editor/variant-updates.js';
import { from, member, stringify, toValue } from '../app/kit/json.js';

const vectors = JSON.parse(readFileSync(new URL('variants.json', import.meta.url), 'utf8'));

const definition = ({ items, sections, changes, order }) => from({
  ...items ? { items } : { sections },
  experiment: { key: 'e', variants: [{ key: 'control' }, { key: 'v', changes, order }] },
});
const variantOf = (root) => variantsOf(root).find(({ key }) => key === 'v');
const partOf = (root, name) => {
  const node = member(variantOf(root).node, name);
  return node ? JSON.parse(stringify(node)) : [];
};

/** The items in one line: `a`, `a="another text"`, `row(a,b)`; sections are separated by ` | `. */
const shown = (sections) => sections.map(({ items }) => items.map(({ node }) => words(toValue(node))).join()).join(' | ');
function words({ id, content: { text, children } }) {
  return id + (text === undefined || text === id ? '' : `=${JSON.stringify(text)}`)
    + (children ? `(${children.map(words)})` : '');
}

/** The definition after an edit; undefined if changes cannot express it. */
function edited(root, edit) {
  const variant = variantOf(root);
  const { move, into, at, before, edit: id, editInside: inner, item, remove, insert, revert, restore } = edit;
  if (move && into) return edits.moveInside(root, variant, move, { into, at }, before);
  if (move) return edits.moveInVariant(root, variant, move, 0, before);
  if (id) return edits.editInVariant(root, variant, id, from(item));
  if (inner) return edits.editInside(root, variant, inner, from(item));
  if (remove) return edits.removeInVariant(root, variant, remove);
  if (insert) return edits.insertInVariant(root, variant, insert.map(from), 0, before);
  if (revert) return edits.revertInVariant(root, variant, revert);
  if (restore !== undefined) return edits.restoreInVariant(root, variant, restore);
  // What follows in variants from an edit of the definition.
  if (edit.renamed) return updates.renameInVariants(root, ...edit.renamed);
  if (edit.dropped) return updates.dropFromVariants(root, from({ items: edit.from }), edit.dropped);
  return updates.addToOrders(root, edit.added);
}

for (const vector of vectors) {
  test(vector.name, () => {
    let root = definition(vector);
    if (vector.edit) {
      const next = edited(root, vector.edit);
      if (vector.result === null) assert.equal(next, undefined);
      else {
        if (vector.result) assert.deepEqual(partOf(next, 'changes'), vector.result);
        if (vector.orderResult) assert.deepEqual(partOf(next, 'order'), vector.orderResult);
        root = next;
      }
    }
    const { sections, problems } = resolve(root, variantOf(root));
    assert.equal(shown(sections), vector.shows);
    assert.equal(problems, vector.problems ?? 0);
  });
}

test('an item is marked by what the variant does to it', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, viewType: 'TEXT', content: { text: id } }));
  const root = definition({ items, changes: [{ op: 'move', id: 'c', before: 'a' },
    { op: 'merge', id: 'b', content: { text: 'B' } }, { op: 'insert', item: { ...items[0], id: 'd' }, after: 'a' }] });
  assert.deepEqual(resolve(root, variantOf(root)).sections[0].items.map(({ id, marks }) => [id, marks]),
    [['c', ['moved']], ['a', []], ['d', ['inserted']], ['b', ['changed']]]);
});
