// Words that differ in two texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordParts } from '../app/review/marked-words.js';

const words = (before, after) => wordParts(before, after).map(({ kind, text }) =>
  ({ same: text, old: `[-${text}-]`, new: `{+${text}+}` })[kind]).join('');

test('words that differ are marked, with the spaces between them', () => {
  assert.equal(words('Cold noodles of the summer', 'Hot soup of the winter'),
    '[-Cold noodles-]{+Hot soup+} of the [-summer-]{+winter+}');
  assert.equal(words('8000원', '8,500원'), '[-8000-]{+8,500+}원');
  assert.equal(words('', 'new'), '{+new+}');
  assert.equal(words('the same', 'the same'), 'the same');
});

test('what both texts share far from a change is left out', () => {
  const long = 'word '.repeat(60);
  const found = wordParts(`${long}old`, `${long}new`);
  assert.equal(found[0].text.length, 41);
  assert.ok(found[0].text.startsWith('…'));
});
