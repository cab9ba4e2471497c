// What people think of a change set: who has approved it, and who asks for changes.
import { h } from '../kit/dom.js';
import { button, time, needs } from '../kit/ui.js';
import { section } from '../pages/load.js';
import { askReason } from '../pages/message.js';
import { listed } from '../pages/text.js';

const asksForChanges = ({ verdict }) => verdict === 'changes-requested';

/**
 * The verdicts on `set`. `judge(verdict, message)` sends another one, and resolves to why it was not taken, or undefined;
 * `done(words)` shows the set again.
 */
export function verdicts({ name, state, changes, reviews }, { judge, done }) {
  const isOpen = state === 'open' && changes.length > 0;
  if (!isOpen && reviews.length === 0) return null;
  const give = (label, verdict, help, words) => needs('edit', `“${label}”`, button(label,
    { on: async () => done(await askReason({ title: `${label}: ${name}`, action: label, help,
      apply: async (message) => {
        return (await judge(verdict, message)) ?? words;
      } })) }), {});
  return section('Reviews',
    reviews.length === 0 ? h('p', { class: 'soft' }, 'Nobody has reviewed this set yet.')
      : h('ul', { class: 'comments', 'aria-label': 'Reviews' }, reviews.map(row)),
    isOpen ? h('div', { class: 'toolbar' },
      give('Approve', 'approved', 'What is good about it.', 'You have approved the change set.'),
      give('Ask for changes', 'changes-requested', 'What should change.', 'You have asked for changes.')) : null);
}

function row(one) {
  const { by, message, at, isCurrent } = one;
  const words = asksForChanges(one) ? 'asks for changes' : 'has approved it';
  return h('li', { class: 'comment' },
    h('p', {}, h('span', { class: `badge ${isCurrent ? (asksForChanges(one) ? 'warn' : 'good') : ''}` }, h('strong', {}, by), ` ${words}`),
      ' ', h('span', { class: 'soft' }, time(at), isCurrent ? null : ' · the set has changed since')),
    message ? h('p', { class: 'comment-text', dir: 'auto' }, message) : null);
}

/** A warning for the publication of a set: who still asks for changes; null if nobody does. */
export function warning({ reviews }) {
  const asking = reviews.filter((one) => asksForChanges(one)).map(({ by }) => by);
  if (asking.length === 0) return null;
  return h('p', { class: 'message warn' }, `${listed(asking)} ${asking.length === 1 ? 'asks' : 'ask'} for changes.`);
}
