import { h, fill } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { href } from '../kit/router.js';
import { emptyState, table, time } from '../kit/ui.js';
import { every } from '../pages/live.js';
import { head, load } from '../pages/load.js';
import { count } from '../pages/text.js';
import { smallLadder } from '../rollouts/ladder.js';
import { isOpen, stateBadge, subjectOf } from '../rollouts/rollout-words.js';

export function title() { return 'Rollouts'; }

export async function show(outlet) {
  const list = h('div', {});
  let shown = '';
  outlet.append(head('Rollouts', { about: 'New versions on their way to everybody, each step to more users. A guard compares '
    + 'them with the old version, and takes back what breaks.' }), list);
  const ask = () => get('/admin/rollouts').then(({ json }) => json.rollouts);
  await load(list, 'Loading the rollouts', ask, (found) => {
    shown = JSON.stringify(found);
    return parts(found);
  });
  return every(5, async () => {
    const found = await ask();
    if (JSON.stringify(found) === shown || list.contains(document.activeElement)) return;
    shown = JSON.stringify(found);
    fill(list, parts(found));
  });
}

function parts(all) {
  if (all.length === 0) {
    return emptyState('No rollouts yet', 'Open a screen, choose “Review and publish”, and in it “Guarded”. Its new version '
      + 'then reaches a few users first, and everybody when nothing breaks.',
    h('a', { class: 'button', href: href('/screens') }, 'Choose a screen'));
  }
  const open = all.filter(isOpen);
  const ended = all.filter((one) => !isOpen(one));
  return [
    open.length > 0 ? [h('h2', {}, 'Open'), rows('Open rollouts', open)] : null,
    ended.length > 0 ? [h('h2', { class: open.length > 0 ? 'later' : null }, 'Ended'), rows('Ended rollouts', ended)] : null,
  ];
}

function rows(caption, list) {
  return h('div', { class: 'rollout-list action-rows' }, table(`${caption}, ${count(list.length, 'row')}`,
    ['Rollout of', 'State', 'Steps', 'Versions', 'Started'], list.map((one) => [
      [h('a', { href: href(`/rollouts/${one.id}`) }, subjectOf(one)), one.changeset ? h('span', { class: 'soft' }, ' change set') : null],
      stateBadge(one), smallLadder(one),
      one.versions ? `${one.versions.old} → ${one.versions.new}` : count(one.screens.length, 'screen'),
      [time(one.startedAt), ` by ${one.by}`],
    ])));
}
