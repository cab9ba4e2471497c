// What chance explains: the band of an experiment's plot, and the evidence in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceMargin, evidenceWords } from '../app/experiments/chance.js';

test('the band ends where the check of the server finds a mismatch', () => {
  // The largest split that SplitTest finds consistent, and the smallest mismatch.
  const isInside = (seen, units) => Math.abs(seen / units - 0.5) < chanceMargin(0.5, units, 0.001);
  assert.deepEqual([312, 313].map((seen) => isInside(seen, 480)), [true, false]);
  assert.deepEqual([5211, 5212].map((seen) => isInside(seen, 10_000)), [true, false]);
});

test('the band narrows as units come', () => {
  const margins = [1, 100, 10_000, 1_000_000].map((units) => chanceMargin(0.1, units, 0.001));
  assert.deepEqual([...margins].sort((one, other) => other - one), margins);
  assert.ok(margins.every(Number.isFinite));
});

test('evidence has three digits, up to a million', () => {
  assert.deepEqual([-2, 0, 4.677, 8.475, 800].map(evidenceWords), ['0.135', '1', '107', '4,790', 'over 1,000,000']);
});
