// What is decided of a merge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MergeState, sideWords, subjectWords } from '../app/editor/merge-state.js';
import { parse, stringify } from '../app/kit/json.js';

const none = '"added":[],"removed":[],"moved":[],"sections":[],"other":[]';
const changed = (text) => `{${none},"changed":[{"id":"a","viewType":"T","members":[
  {"path":"/content/text","names":["content","text"],"old":"1","new":"${text}"}]}]}`;
const response = (changes, merged) => parse(`{"changes":[${changes.map(([place, effect]) =>
  `{"place":"${place}","effect":"${effect}"}`).join()}],"theirs":${changed('2')},"ours":${changed('3')}${
  merged ? `,"merged":${merged}` : ''}}`);

test('a merge is asked for with the choices, in the words of the API', async () => {
  const asked = [];
  const merge = new MergeState(async (choices) => {
    asked.push(choices);
    return response([['a', 'conflict'], ['b', 'ours'], ['c', 'both'], ['d', 'same']], choices.a && '{"items":[]}');
  });
  await merge.read();
  assert.deepEqual(merge.collisions.map(({ place }) => place), ['a']);
  assert.deepEqual(merge.fitting, [{ place: 'b', side: 'mine' }, { place: 'c', side: 'both' }]);
  assert.equal(merge.same.length, 1);
  assert.equal(merge.open.length, 1);
  merge.choose('a', 'mine');
  merge.choose('b', 'base');
  merge.choose('c', 'base');
  merge.choose('c', undefined);
  assert.equal(merge.open.length, 0);
  assert.equal(stringify(await merge.result()), '{"items":[]}');
  assert.deepEqual(asked, [{}, { a: 'ours', b: 'base' }]);
});

test('choices that lead to another collision add it', async () => {
  const merge = new MergeState(async (choices) => response(choices.a ? [['a', 'conflict'], ['b', 'conflict']]
    : [['a', 'conflict'], ['b', 'theirs']], choices.b && '{}'));
  await merge.read();
  merge.choose('a', 'theirs');
  assert.equal(await merge.result(), undefined);
  assert.deepEqual(merge.open, [{ place: 'b', side: 'collision' }]);
  assert.equal(merge.fitting.length, 0);
  merge.choose('b', 'theirs');
  assert.equal(stringify(await merge.result()), '{}');
});

test('the sides of an item have the same members in words', async () => {
  const merge = new MergeState(async () => response([['a', 'conflict']]));
  await merge.read();
  const words = (side) => sideWords({ place: 'a' }, side, merge.differences);
  assert.deepEqual([words('base'), words('theirs'), words('mine')], [['text: “1”'], ['text: “2”'], ['text: “3”']]);
  assert.deepEqual(subjectWords('/values/title'), { name: 'values › title', rest: '' });
});
