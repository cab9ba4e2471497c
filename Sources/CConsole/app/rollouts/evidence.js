// The evidence of a rollout against its limit, and the events that it comes from.
import { h } from '../kit/dom.js';
import { table } from '../kit/ui.js';
import { count, decimal, listed, whole } from '../pages/text.js';
import { isOpen, oddsWords, versionWords } from './rollout-words.js';

/** The bar of evidence, from 1:1 to a little above the limit, on a logarithmic scale. */
export function evidenceBar(rollout) {
  const { lnE, limit, state } = rollout;
  const value = Math.max(0, lnE ?? Infinity);
  const end = Math.max(limit * 1.25, Math.min(value * 1.05, limit * 8));
  const place = (logarithm) => `${Math.min(100, logarithm / end * 100)}%`;
  const isOver = value >= limit;
  const at = (element, logarithm, property = 'inset-inline-start') => {
    element.style.setProperty(property, place(logarithm));
    return element;
  };
  const words = `Evidence ${oddsWords(lnE)}, limit ${oddsWords(limit)}`;
  const onHarm = rollout.guard.onHarm === 'hold' ? 'holds the rollout' : 'rolls back';
  const most = Math.round(Math.exp(limit));
  return [
    h('p', { class: 'lead' }, words, isOver ? h('span', { class: 'badge bad' }, 'Harm') : null),
    h('div', { class: `evidence-bar ${isOver ? 'over' : ''}`, role: 'img', 'aria-label': `${words}.` },
      h('span', { class: 'evidence-track' }, at(h('span', { class: 'evidence-fill' }), value, 'inline-size'),
        at(h('span', { class: 'evidence-limit' }), limit)),
      h('span', { class: 'evidence-scale' }, h('span', {}, '1:1'), at(h('span', {}, `Limit ${oddsWords(limit)}`), limit))),
    h('p', { class: 'soft small-text' }, isOpen(rollout) ? `At the limit, the guard ${onHarm}. ` : '',
      `Of ${whole(most)} rollouts that change nothing, at most one ever reaches it, however often the guard looks.`),
    h('dl', { class: 'figures' },
      [[rollout.settled, 'settled with ' + versionWords(rollout, 'new')], [rollout.networks, 'networks reported']]
        .map(([number, name]) => h('div', {}, h('dt', {}, name), h('dd', {}, whole(number))))),
    ['rolled-back', 'held'].includes(state) || rollout.networks >= 20 || rollout.networks === 0 ? null
      : h('p', { class: 'soft small-text' }, 'With reports from fewer than 20 networks, the guard holds instead of rolling back.'),
  ];
}

const meanings = {
  'drawn': 'The screen was drawn', 'settled': 'Still shown after some seconds',
  'unknown-view-type': 'A view type that the app does not know', 'content-failed': 'Content that the app could not show',
  'item-unreadable': 'An item that the app could not read', 'value-not-shown': 'A value that the app could not show',
  'no-cell': 'An item without a cell', 'crash-after-screen': 'The app crashed after it', 'slow': 'Drawn slowly',
};

/** The table of events that were reported, and a sentence for the others. */
export function eventTable(rollout) {
  const { events } = rollout;
  const reported = events.filter((event) => event.new + event.old > 0);
  const silent = events.filter((event) => event.new + event.old === 0).map(({ name }) => name);
  if (reported.length === 0) {
    return [h('p', {}, h('strong', {}, 'No app has sent a report yet. ')),
      h('p', { class: 'soft' }, 'An app keeps the field Screen-Report of the screen and sends it to POST /reports with what '
        + 'happened. Without reports, a rollout stays at its step. It compares: ', listed(silent), '.')];
  }
  return [
    table(`Events, ${count(reported.length, 'row')}`,
      ['Event', 'Kind', `${sideName(rollout, 'new')} (new)`, `${sideName(rollout, 'old')} (old)`, 'New to old', 'Evidence', 'Networks'],
      reported.map((event) => [
        [event.name, meanings[event.name] ? h('span', { class: 'event-meaning' }, meanings[event.name]) : null],
        event.kind, whole(event.new), whole(event.old), ratioPlot(event, rollout.guard.tolerate), oddsWords(event.lnE),
        whole(event.networks),
      ])),
    h('p', { class: 'soft small-text' }, 'New to old: how often units have the event, as a 95 % interval that may be looked at '
      + `at any time. The line is 1, as often as before; up to ${decimal(rollout.guard.tolerate)} is tolerated.`,
    silent.length > 0 ? ` Not reported: ${listed(silent)}.` : ''),
  ];
}

/** The same by release of the app; null if no report names one. */
export function releaseTable(rollout) {
  const rows = rollout.events.flatMap((event) => event.releases.map((one) => [
    event.name, one.release, whole(one.new), whole(one.old), ratioPlot({ ...event, ...one }, rollout.guard.tolerate),
  ]));
  return rows.length === 0 ? null : table(`Events by release, ${count(rows.length, 'row')}`,
    ['Event', 'Release', `${sideName(rollout, 'new')} (new)`, `${sideName(rollout, 'old')} (old)`, 'New to old'], rows);
}

const sideName = ({ versions }, which) => (versions ? `Version ${versions[which]}` : which === 'new' ? 'New' : 'Old');

/** The largest ratio of the plot's scale; the smallest one is its reciprocal. */
const widest = 16;

/** The interval of a ratio on a logarithmic scale around 1. */
export function ratioPlot({ kind, name, ratio: { low, high } }, tolerate) {
  const place = (ratio) => (Math.log(Math.min(widest, Math.max(1 / widest, ratio))) / Math.log(widest) + 1) * 50;
  const start = place(low);
  const end = high === null ? 100 : place(high);
  const isMore = low > tolerate;
  const isLess = high !== null && high < 1 / tolerate;
  const isHarm = name === 'settled' ? isMore || isLess : kind === 'bad' ? isMore : isLess;
  const words = low <= 0 && high === null ? 'not known yet' : high === null ? `over ${ratioNumber(low)}`
    : low <= 0 ? `up to ${ratioNumber(high)}` : `${ratioNumber(low)} to ${ratioNumber(high)}`;
  const band = h('span', { class: `ratio-band ${isHarm ? 'harm' : ''} ${low < 1 / widest ? 'from' : ''} ${
    high === null || high > widest ? 'on' : ''}` });
  band.style.setProperty('inset-inline', `${start}% ${100 - end}%`);
  return h('span', { class: 'ratio' }, h('span', { class: 'ratio-plot', 'aria-hidden': 'true' }, band,
    h('span', { class: 'ratio-one' })), h('span', { class: 'ratio-words' }, words));
}

const ratioNumber = (ratio) => (ratio >= 100 ? whole(Math.round(ratio)) : decimal(ratio, 2));
