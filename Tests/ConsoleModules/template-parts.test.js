// The title and the picture of an item, as its preview template draws them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { from } from '../app/kit/json.js';
import { templateParts } from '../app/form/template-parts.js';

const parts = (template, content) => templateParts(template, from(content));

test('the first text and the first picture that are drawn', () => {
  const template = { column: [{ badge: '$tag' }, { image: '$photo.url' }, { text: '$kicker' }, { text: '$name' }] };
  assert.deepEqual(parts(template, { tag: 'New', name: 'Soup', photo: { url: 'asset:a.svg' } }),
    { text: 'Soup', picture: 'asset:a.svg' });
  assert.deepEqual(parts(template, {}), { text: '', picture: '' });
});

test('conditions and lists choose what is drawn', () => {
  const template = { column: [
    { when: '$url', is: 'https://e.test/a.png', then: { image: 'asset:drawn.svg' }, else: { image: '$url' } },
    { text: [{ each: '$parts', node: { when: '$image', then: { image: '$image' }, else: { text: '$text' } } }] }] };
  assert.deepEqual(parts(template, { url: 'https://e.test/a.png', parts: [{ text: 'One\n two' }, { text: 'Three' }] }),
    { text: 'One two', picture: 'asset:drawn.svg' });
  assert.deepEqual(parts(template, { url: 'https://e.test/b.png', parts: [] }),
    { text: '', picture: 'https://e.test/b.png' });
});

test('a template that is its own part ends', () => {
  let template = { text: '$name' };
  for (let depth = 0; depth < 2000; depth += 1) template = { column: [template] };
  assert.deepEqual(parts(template, { name: 'Deep' }), { text: '', picture: '' });
});
