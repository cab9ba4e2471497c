import { h, fill } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { href } from '../kit/router.js';
import { say, time } from '../kit/ui.js';
import { every } from '../pages/live.js';
import { head, load, section } from '../pages/load.js';
import { listed } from '../pages/text.js';
import { eventTable, evidenceBar, releaseTable } from '../rollouts/evidence.js';
import { ladder } from '../rollouts/ladder.js';
import {
  audienceWords, decisionBadge, decisionSentence, durationWords, isOpen, sentence, shareWords, stateBadge, subjectOf,
  versionWords, waitWords,
} from '../rollouts/rollout-words.js';
import { steeringButtons } from '../rollouts/steering.js';

export function title({ id }) { return `Rollout ${id}`; }

export async function show(outlet, { id }) {
  /** @type {import('../kit/openapi').Rollout} */
  let current;
  const parts = { top: h('div', {}, head('Rollout')), steps: h('div', {}), evidence: h('div', {}), events: h('div', {}),
    releases: h('div', {}), decisions: h('div', {}) };
  // Stays open while its table is drawn again.
  const byRelease = h('details', { hidden: true }, h('summary', {}, 'By release of the app'), parts.releases);
  const drawn = {};
  const body = h('div', { class: 'rollout-view' });
  outlet.append(parts.top, body);
  const ask = () => get(`/admin/rollouts/${encodeURIComponent(id)}`).then(({ json }) => json);
  await load(body, 'Loading the rollout', ask, (found) => {
    adopt(found);
    return [
      h('div', { class: 'columns' }, section('Steps', parts.steps), section('Evidence of harm', parts.evidence)),
      section('Events', parts.events, byRelease), section('Decisions', parts.decisions)];
  });
  if (!current) return () => {};
  document.title = document.title.replace(id, `of ${subjectOf(current)}`);
  return every(2, async () => { if (isOpen(current)) await refresh(); });

  async function refresh() {
    const found = await ask();
    if (found.serial > current.serial) changed(found);
    // A response that comes late describes an earlier state.
    else if (found.serial === current.serial) adopt(found);
  }

  function changed(found) {
    adopt(found);
    say(`${decisionSentence(found.decisions.at(-1))}: ${subjectOf(found)} at ${shareWords(found.step)}.`);
  }

  function adopt(found) {
    current = found;
    const { serial, state, waitsFor, lnE, settled, networks, events } = found;
    draw('top', serial, topParts);
    draw('steps', [serial, waitsFor], stepParts);
    draw('evidence', [state, lnE, settled, networks], () => evidenceBar(current));
    draw('events', events, () => eventTable(current));
    byRelease.hidden = events.every(({ releases }) => releases.length === 0);
    draw('releases', events.map(({ releases }) => releases), () => releaseTable(current));
    draw('decisions', serial, decisionParts);
  }

  /** Draws a part again if what it shows has changed, so that nothing moves while somebody reads. The focus stays. */
  function draw(name, shown, make) {
    const key = JSON.stringify(shown);
    if (drawn[name] === key) return;
    drawn[name] = key;
    const part = parts[name];
    const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
    const way = focused?.closest('[data-way]')?.getAttribute('data-way');
    const scrolled = part.querySelector('.table-holder')?.scrollLeft ?? 0;
    fill(part, make());
    const holder = part.querySelector('.table-holder');
    if (holder) holder.scrollLeft = scrolled;
    if (!focused) return;
    const heading = part.querySelector('h1');
    const next = part.querySelector(`[data-way="${way}"]`) ?? part.querySelector('[data-way]') ?? heading ?? holder;
    if (next === heading) heading?.setAttribute('tabindex', '-1');
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  function topParts() {
    const screens = current.screens.map(({ route }) => h('a', { href: href(`/screens/${route}`) }, route));
    return head(`Rollout of ${subjectOf(current)}`, {
      badge: stateBadge(current),
      about: [
        current.versions ? [screens, `: version ${current.versions.new} in place of version ${current.versions.old}`]
          : [h('a', { href: href(`/changesets/${encodeURIComponent(current.changeset ?? '')}`) }, 'The change set'), ' with ',
            screens.flatMap((link, index) => (index > 0 ? [', ', link] : [link]))],
        `, started by ${current.by} `, time(current.startedAt), '.'],
      actions: steeringButtons(current, { current: () => current, refresh, changed }),
    });
  }

  function stepParts() {
    const { waitsFor, steps, step } = current;
    const next = steps.find((share) => share > step);
    const goal = next === undefined ? 'The end' : `The step to ${shareWords(next)}`;
    return [
      h('p', {}, outcome()), ladder(current),
      !isOpen(current) ? null : waitsFor.length === 0 ? h('p', { class: 'waits' }, `${goal} waits for nothing more.`)
        : h('div', { class: 'waits' }, h('h3', {}, `${goal} waits for`),
          h('ul', {}, waitsFor.map((wait) => h('li', {}, waitWords(current, wait))))),
    ];
  }

  function outcome() {
    const newer = sentence(versionWords(current, 'new'));
    switch (current.state) {
      case 'finished': return `${newer} reached everybody.`;
      case 'rolled-back': return `${newer} was taken back. Everybody gets what ${versionWords(current, 'old')} had.`;
      case 'superseded': return `Another version took the place of ${versionWords(current, 'new')}.`;
      default: return [`${newer} is shown to `, h('strong', {}, audienceWords(current)),
        `. All others get ${versionWords(current, 'old')}.`];
    }
  }

  function decisionParts() {
    const { events, hold, settle, tolerate } = current.guard;
    return [
      h('ol', { class: 'decisions' }, [...current.decisions].reverse().map((decision) => h('li', {},
        h('div', { class: 'decision-head' }, decisionBadge(decision),
          decision.step > 0 ? h('span', {}, `at ${shareWords(decision.step)}`) : null,
          h('span', { class: 'soft' }, `by ${decision.by === 'guard' ? 'the guard' : decision.by}, `, time(decision.at))),
        h('p', {}, sentence(decision.reason))))),
      h('p', { class: 'soft small-text' }, `The guard: each step takes at least ${durationWords(hold)}, a settled screen counts `
        + `${durationWords(settle)} after it was served, a ratio up to ${tolerate} is tolerated, and it compares ${listed(events.map((one) => one.name ?? one))}. `,
      h('code', {}, `marquee rollout verify ${current.id}`), ' computes its decisions again.'),
    ];
  }
}
