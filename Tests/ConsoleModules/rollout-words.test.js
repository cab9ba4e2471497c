// The words for rollouts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  durationWords, oddsWords, sentence, spanWords, stepsOf, waitWords,
} from '../app/rollouts/rollout-words.js';

test('evidence is shown as odds', () => {
  const odds = [-3, 0, Math.log(2.34), Math.log(100), Math.log(185_432), Math.log(1e20), null].map(oddsWords);
  assert.deepEqual(odds, ['1:1', '1:1', '1:2.3', '1:100', '1:185,000', '1:10^20', '1:∞']);
});

test('durations are in the largest two units', () => {
  assert.deepEqual([0.4, 9, 60, 542, 3600, 3900, 90_000].map(spanWords),
    ['0 s', '9 s', '1 min', '9 min 2 s', '1 h', '1 h 5 min', '1 d 1 h']);
  assert.deepEqual(['10m', '0s', '1.5s', '2h'].map(durationWords), ['10 min', '0 s', '1.5 s', '2 h']);
});

test('sentences of a guard begin with a capital, but for the name of an event', () => {
  assert.equal(sentence('the end of the step, in 542 s'), 'The end of the step, in 9 min 2 s');
  const rollout = { events: [{ name: 'no-cell' }] };
  assert.equal(waitWords(rollout, 'no-cell: a 3-fold rise is not excluded yet'), 'no-cell: a 3-fold rise is not excluded yet');
  assert.equal(waitWords(rollout, 'reports: no app has sent any'), 'Reports: no app has sent any');
});

test('a step is done, present, to come, or was not reached', () => {
  const states = (state, step) => stepsOf({ state, step, steps: [1, 10, 50, 100] }).map((one) => one.state).join();
  assert.equal(states('running', 10), 'done,present,ahead,ahead');
  assert.equal(states('running', 99), 'done,done,present,ahead');
  assert.equal(states('held', 1), 'held,ahead,ahead,ahead');
  assert.equal(states('rolled-back', 50), 'done,done,stopped,skipped');
  assert.equal(states('finished', 100), 'done,done,done,done');
});
