// The steps of a rollout.
import { h } from '../kit/dom.js';
import { time } from '../kit/ui.js';
import { isOpen, shareWords, spanWords, stepsOf } from './rollout-words.js';

const marks = { done: '✓', present: '', held: 'II', stopped: '✕', ahead: '', skipped: '' };
const names = { done: 'done', present: 'now', held: 'held here', stopped: 'stopped here', ahead: 'to come',
  skipped: 'not reached' };

/** The steps on one line: "1 %, 10 %, 50 %". */
export function smallLadder(rollout) {
  return h('ol', { class: 'ladder small-ladder' }, stepsOf(rollout).map(({ share, state }) =>
    h('li', { class: 'rung', dataset: { state } }, h('span', { class: 'rung-mark', 'aria-hidden': 'true' }, marks[state]),
      h('span', {}, shareWords(share)), h('span', { class: 'visually-hidden' }, `, ${names[state]}`))));
}

/** The steps with when each began and how long it took. */
export function ladder(rollout) {
  const begins = beginnings(rollout);
  return h('ol', { class: 'ladder', 'aria-label': 'Steps' }, stepsOf(rollout).map(({ share, state }, index) => {
    const from = begins[index];
    const until = begins[index + 1] ?? (isOpen(rollout) ? undefined : rollout.decisions.at(-1)?.at);
    const took = from && until ? spanWords((Date.parse(until) - Date.parse(from)) / 1000) : '';
    const words = {
      done: took ? `Took ${took}` : 'Skipped', present: ['Since ', time(from)], held: ['Held here, since ', time(from)],
      stopped: took ? `Stopped here after ${took}` : 'Stopped here', ahead: 'To come', skipped: rollout.state === 'finished' ? 'Skipped' : 'Not reached',
    }[state];
    return h('li', { class: 'rung', dataset: { state }, 'aria-current': ['present', 'held'].includes(state) ? 'step' : null },
      h('span', { class: 'rung-mark', 'aria-hidden': 'true' }, marks[state]),
      h('strong', {}, shareWords(share)), h('span', { class: 'soft' }, words));
  }));
}

/** When each step began, as text; undefined for one that was not reached. Each advance goes on by one step. */
function beginnings({ startedAt, decisions }) {
  return [startedAt, ...decisions.filter(({ decision }) => decision === 'advance').map(({ at }) => at)];
}
