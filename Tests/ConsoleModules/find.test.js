// What the dialog `Find` finds, and in which order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked, ranked, userIn } from '../app/find/rank.js';

const entries = [
  { kind: 'Item', name: 'menu-title', more: 'Today at the café ONE_LINE_TEXT home' },
  { kind: 'View', name: 'Experiments' }, { kind: 'Action', name: 'New experiment' },
  { kind: 'Screen', name: 'menu', more: 'Lunch' }, { kind: 'Screen', name: 'shop/menu' },
];
const names = (query, list = entries) => ranked(list, query).map(({ name }) => name);

test('an exact name comes before a beginning, and that before a word inside', () => {
  assert.deepEqual(names('menu'), ['menu', 'menu-title', 'shop/menu']);
  assert.deepEqual(names('experiment'), ['Experiments', 'New experiment']);
});

test('all words have to match, in any order, without marks and case', () => {
  assert.deepEqual(names('CAFE title'), ['menu-title']);
  assert.deepEqual(names('experiment new'), ['New experiment']);
  assert.deepEqual(names('menu nothing'), []);
});

test('a letter that was left out still finds a name, but no item', () => {
  assert.deepEqual(names('exprment'), ['New experiment', 'Experiments']);
  assert.deepEqual(names('mnu-title'), []);
});

test('of two that match equally well, the one in the view that is shown comes first', () => {
  const two = [{ kind: 'Item', name: 'photo', id: 1 }, { kind: 'Item', name: 'photo', id: 2, isHere: true }];
  assert.deepEqual(ranked(two, 'photo').map(({ id }) => id), [2, 1]);
});

test('a user is named after explain or user', () => {
  assert.deepEqual(['explain 42', ' User a-1 ', 'explain', 'explained 42', '42'].map(userIn), ['42', 'a-1', '', '', '']);
});

test('the words of the query are marked in a name', () => {
  assert.deepEqual(marked('New experiment', 'exp new'), [['New', true], [' ', false], ['exp', true], ['eriment', false]]);
});
