// The document in the editor: keys, edits of lists, and undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DraftModel } from '../app/editor/draft.js';
import { longestRising, takenIDs, withFreshID } from '../app/editor/layout.js';
import { parse, stringify } from '../app/kit/json.js';

const item = (id, text = id) => `{"id":"${id}","viewType":"T","content":{"text":"${text}"}}`;
const screen = (...ids) => new DraftModel(`{"items":[${ids.map((id) => item(id)).join()}]}`);
const ids = (model) => model.sections().flatMap(({ items }) => items.map(({ id }) => id));
const key = (model, id) => model.sections().flatMap(({ items }) => items).find((entry) => entry.id === id).key;
const string = (value) => ({ kind: 'string', value });

test('items move, and undo and redo bring back each step', () => {
  const model = screen('a', 'b', 'c');
  model.move([key(model, 'c')], 0, key(model, 'a'), 'Move c');
  assert.deepEqual(ids(model), ['c', 'a', 'b']);
  model.move([key(model, 'c'), key(model, 'b')], 0, null, 'Move two');
  assert.deepEqual(ids(model), ['a', 'c', 'b']);
  assert.equal(model.undo(), 'Move two');
  assert.equal(model.undo(), 'Move c');
  assert.deepEqual(ids(model), ['a', 'b', 'c']);
  assert.equal(model.undo(), undefined);
  assert.equal(model.redo(), 'Move c');
  assert.deepEqual(ids(model), ['c', 'a', 'b']);
  assert.throws(() => model.move([key(model, 'a')], 0, key(model, 'a'), 'Nowhere'));
});

test('an item keeps its key while it moves and while its id is typed', () => {
  const model = screen('a', 'b');
  const own = key(model, 'b');
  model.move([own], 0, key(model, 'a'), 'Move');
  for (const id of ['', 'a', 'ax']) {
    model.edit(own, ['id'], string(id), 'Id');
    assert.equal(model.entry(own).id, id);
  }
  assert.equal(model.undo(), 'Id');
  assert.equal(model.entry(own).id, 'b', 'typing in one field is one step');
});

test('a missing id is filled in as the server does it, and a copy gets another one', () => {
  const model = new DraftModel('{"items":[{"viewType":"T"},{"id":"T-1","viewType":"T"},{"viewType":"U"}]}');
  assert.deepEqual(ids(model), ['T-2', 'T-1', 'U-1']);
  const copy = withFreshID(parse(item('T-1')), takenIDs(model.root));
  assert.equal(stringify(copy), item('T-3', 'T-1'));
});

test('only the object that is edited changes, and only the last hundred steps can be undone', () => {
  const model = screen('a', 'b');
  const untouched = model.entry(key(model, 'b')).node;
  model.edit(key(model, 'a'), ['content', 'text'], string('new'), 'Text');
  assert.equal(model.entry(key(model, 'b')).node, untouched);
  for (let number = 0; number < 150; number += 1) model.insert([parse(item(`n${number}`))], 0, null, 'Add');
  let steps = 0;
  while (model.undo() !== undefined) steps += 1;
  assert.equal(steps, 100);
});

test('the items that stay are a longest rising sequence, and those at their place before others', () => {
  assert.deepEqual(longestRising([3, 1, 2, 4]), [1, 2, 3]);
  assert.deepEqual(longestRising([2, 1, 0], (index) => index === 1), [1]);
  assert.deepEqual(longestRising([]), []);
});
