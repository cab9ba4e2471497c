// The words for a difference, from the server's response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, noDifference, pathWords, positionWords, summaryWords, valueWords } from '../app/editor/compare.js';
import { parse } from '../app/kit/json.js';

const found = parse(`{
  "added": [{"parent": "row", "at": "/children", "index": 1, "item": {"id": "n", "viewType": "T", "content": {}}}],
  "removed": [{"index": 0, "item": {"viewType": "T"}}],
  "moved": [{"id": "m", "viewType": "T", "from": {"section": "a", "index": 0}, "to": {"section": "b", "index": 2}}],
  "changed": [{"id": "c", "viewType": "T", "members": [
    {"path": "/content/a~1b/0/n", "names": ["content", "a/b", "k", "n"], "old": 1.0, "new": 1.50}]}],
  "sections": [{"id": "a", "effect": "changed", "members": [{"path": "/header", "names": ["header"], "new": "H"}]},
    {"id": "z", "effect": "added", "members": []}],
  "sectionOrder": ["b", "a"], "other": [{"path": "/screenName", "names": ["screenName"], "old": "S"}]}`);

test('a difference has places, values and sentences', () => {
  const difference = differenceOf(found);
  const [added] = difference.added;
  assert.deepEqual([added.id, added.viewType, positionWords(added)], ['n', 'T', 'place 2 inside row']);
  assert.deepEqual([difference.removed[0].id, positionWords(difference.removed[0])], [undefined, 'place 1']);
  assert.equal(positionWords(difference.moved[0].to), 'place 3 of section b');
  const [change] = difference.changed[0].changes;
  assert.deepEqual(change.path, ['content', 'a/b', '0', 'n']);
  assert.deepEqual([pathWords(change.names), valueWords(change.old), valueWords(change.new)], ['a/b › k › n', '1.0', '1.50']);
  assert.deepEqual(difference.sections.map(({ words }) => words), ['The section a is changed.', 'The section z is new.',
    'The sections are in another order: b, a.']);
  assert.equal(difference.other[0].new, undefined);
  assert.equal(summaryWords(difference), '1 added, 1 removed, 1 moved, 1 changed, 4 outside of items');
});

test('no difference, and one in the order of members alone, have words of their own', () => {
  assert.equal(summaryWords(noDifference), 'no difference');
  assert.equal(summaryWords(differenceOf(parse('{}'))), 'only the order of members');
  assert.equal(valueWords(undefined), 'not set');
  assert.equal(valueWords(parse(`"${'x'.repeat(200)}"`), 10), `“${'x'.repeat(9)}…`);
});
