// A variant as changes of the definition.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as variants from '../app/editor/variant-model.js';
import { member, parse, stringify } from '../app/kit/json.js';

const line = (id) => ({ id, viewType: 'LINE', content: { text: id } });
const row = (id, ...children) => ({ id, viewType: 'ROW', content: { title: id, children } });
const definition = (items, changes) => parse(JSON.stringify({
  items, experiment: { key: 'e', variants: [{ key: 'control' }, { key: 'v', ...changes && { changes } }] },
}));
const variant = (root) => variants.variantsOf(root).find(({ key }) => key === 'v');
const changes = (root) => JSON.parse(stringify(member(variant(root).node, 'changes') ?? parse('[]')));
const resolved = (root) => variants.resolve(root, variant(root));
const names = ({ sections }) => sections.flatMap(({ items }) => items.map(({ node }) => JSON.parse(stringify(node))))
  .map(function name({ id, content }) { return content.children ? `${id}(${content.children.map(name)})` : id; }).join();

test('an item moves by one change, and back by none', () => {
  const root = definition([line('a'), line('b'), line('c')]);
  const moved = variants.moveInVariant(root, variant(root), ['c'], 0, 'a');
  assert.deepEqual(changes(moved), [{ op: 'move', id: 'c', before: 'a' }]);
  assert.equal(names(resolved(moved)), 'c,a,b');
  assert.deepEqual(resolved(moved).sections[0].items.map(({ marks }) => marks), [['moved'], [], []]);
  const back = variants.moveInVariant(moved, variant(moved), ['c'], 0, undefined);
  assert.deepEqual(changes(back), []);
});

test('an edit of content is a merge, and one that takes it back removes it', () => {
  const root = definition([line('a'), line('b')]);
  const edited = variants.editInVariant(root, variant(root), 'a', parse(JSON.stringify({ ...line('a'), content: { text: 'A' } })));
  assert.deepEqual(changes(edited), [{ op: 'merge', id: 'a', content: { text: 'A' } }]);
  const back = variants.editInVariant(edited, variant(edited), 'a', parse(JSON.stringify(line('a'))));
  assert.deepEqual(changes(back), []);
});

test('an item inside another one moves by its own id, and leaves the item around it alone', () => {
  const root = definition([row('r', line('a'), line('b'), row('s', line('c'))), row('t')]);
  const move = (from, ids, into, before) => variants.moveInside(from, variant(from), ids, { into, at: '/children' }, before);
  const first = move(root, ['b'], 'r', 'a');
  assert.deepEqual(changes(first), [{ op: 'move', id: 'b', before: 'a' }]);
  assert.equal(names(resolved(first)), 'r(b,a,s(c)),t()');
  assert.deepEqual([...resolved(first).inside], [['b', ['moved']]]);
  const other = move(first, ['b'], 't', undefined);
  assert.deepEqual(changes(other), [{ op: 'move', id: 'b', into: 't', at: '/children' }], 'a second move replaces the first');
  assert.equal(names(resolved(other)), 'r(a,s(c)),t(b)');
  assert.deepEqual(changes(move(first, ['b'], 'r', 's')), [], 'back at its place');
  assert.deepEqual(changes(variants.revertInVariant(other, variant(other), 'b')), []);
});

test('a move into itself, to the top, or beside what is not there does not apply', () => {
  const root = definition([row('r', row('s', line('a')), line('b')), line('top')]);
  assert.equal(variants.moveInside(root, variant(root), ['s'], { into: 's', at: '/children' }), undefined);
  assert.equal(variants.moveInside(root, variant(root), ['b'], { into: 'r', at: '/children' }, 'top'), undefined);
  for (const change of [{ op: 'move', id: 'b', before: 'none' }, { op: 'move', id: 'b', into: 'r', at: '/title' },
    { op: 'move', id: 'none', before: 'b' }]) {
    const wrong = resolved(definition([row('r', row('s', line('a')), line('b')), line('top')], [change]));
    assert.equal(wrong.problems, 1, JSON.stringify(change));
    assert.equal(names(wrong), 'r(s(a),b),top');
  }
});

test('changes follow what is renamed or removed in the definition', () => {
  const root = definition([line('a'), line('b'), row('r', line('c'), line('d'))], [
    { op: 'move', id: 'b', before: 'a' }, { op: 'move', id: 'd', before: 'c' }, { op: 'move', id: 'c', into: 'r', at: '/children' }]);
  assert.deepEqual(changes(variants.renameInVariants(root, 'r', 'row'))[2].into, 'row');
  assert.deepEqual(changes(variants.dropFromVariants(root, root, ['a'])).map(({ op, id, after, before }) => [op, id, after ?? before]),
    [['move', 'b', 'r'], ['move', 'd', 'c'], ['move', 'c', undefined]]);
  assert.deepEqual(changes(variants.dropFromVariants(root, root, ['c'])).map(({ id }) => id), ['b']);
});
