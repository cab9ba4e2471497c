// A variant becomes the screen of everybody, and its experiment is stopped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { from, toValue } from '../app/kit/json.js';
import { withDefault } from '../app/experiments/default-variant.js';

const item = (id, text) => ({ id, viewType: 'ONE_LINE_TEXT', content: { text1: text } });
const result = (root, ...choice) => { const made = withDefault(from(root), ...choice); return made && toValue(made); };

test('changes, order, name and values of the variant are those of the screen', () => {
  const root = { screenName: 'Menu', values: { theme: 'plain', sale: true }, items: [item('a', 'A'), item('b', 'B')],
    experiment: { key: 'order', variants: [{ key: 'x', weight: 30 }, { key: 'y', weight: 70, screenName: 'Lunch',
      values: { theme: 'warm', sale: null }, changes: [{ op: 'merge', id: 'b', content: { text1: 'B2' } }], order: ['b', 'a'] }] } };
  assert.deepEqual(result(root, 'order', 'y'), { screenName: 'Lunch', values: { theme: 'warm' },
    items: [item('b', 'B2'), item('a', 'A')],
    experiment: { key: 'order', variants: [{ key: 'x', weight: 30 }, { key: 'y', weight: 70 }], status: 'stopped' } });
});

test('items of the variant replace sections, and other experiments stay', () => {
  const other = { key: 'banner', variants: [{ key: 'off' }, { key: 'on' }] };
  const root = { sections: [{ id: 's', items: [item('a', 'A')] }],
    experiments: [other, { key: 'order', variants: [{ key: 'x' }, { key: 'y', items: [item('c', 'C')] }] }] };
  assert.deepEqual(result(root, 'order', 'y'), { items: [item('c', 'C')],
    experiments: [other, { key: 'order', variants: [{ key: 'x' }, { key: 'y' }], status: 'stopped' }] });
});

test('a variant that is not there changes nothing', () => {
  assert.equal(result({ items: [], experiment: { key: 'order', variants: [{ key: 'x' }] } }, 'order', 'z'), undefined);
});
