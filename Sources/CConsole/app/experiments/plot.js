import { h, svg } from '../kit/dom.js';
import { table, time } from '../kit/ui.js';
import { count, decimal, percent, whole } from '../pages/text.js';
import { ratioPlot } from '../rollouts/evidence.js';
import { chanceMargin, evidenceWords } from './chance.js';
import { swatch } from './split.js';

/**
 * The mismatch check: for each variant the share of the units seen (a dot), the share that its weight promises (a
 * line), and what chance explains (a band). All numbers are in the table beside it.
 */
export function mismatchPlot(results) {
  const counted = results.variants.map((variant, index) => ({ ...variant, index }))
    .filter(({ expected }) => Number.isFinite(expected));
  const total = counted.reduce((sum, { units }) => sum + units, 0);
  if (total === 0) return null;
  const found = counted.map(({ variant, units, expected, index }) => {
    const share = expected / total;
    const margin = chanceMargin(share, total, results.sampleRatioMismatch.threshold);
    return { variant, tone: `tone-${index % 6}`, seen: units / total, share, low: Math.max(0, share - margin), high: Math.min(1, share + margin) };
  });
  const low = Math.max(0, Math.min(...found.map((row) => Math.min(row.low, row.seen))) - 0.03);
  const high = Math.min(1, Math.max(...found.map((row) => Math.max(row.high, row.seen))) + 0.03);
  const place = (share) => `${(share - low) / (high - low || 1) * 100}%`;
  const at = (element, start, end) => {
    element.style.setProperty('inset-inline-start', place(start));
    if (end !== undefined) element.style.setProperty('inline-size', `calc(${place(end)} - ${place(start)})`);
    return element;
  };
  const rows = found.map((row) => {
    const isOutside = row.seen < row.low || row.seen > row.high;
    return [h('span', { class: 'plot-label' }, row.variant), h('span', { class: 'plot-track' },
      at(h('span', { class: 'plot-band' }), row.low, row.high), at(h('span', { class: 'plot-expected' }), row.share),
      at(h('span', { class: `plot-seen ${isOutside ? 'outside' : row.tone}` }), row.seen))];
  });
  const axis = h('span', { class: 'plot-axis' },
    [low, (low + high) / 2, high].map((share) => h('span', {}, percent(share, 1))));
  const says = found.map((row) =>
    `${row.variant}: ${percent(row.seen)} seen, ${percent(row.share)} expected`).join('; ');
  return h('figure', { class: 'plot' },
    h('div', { class: 'plot-rows', role: 'img', 'aria-label': `Units seen and expected. ${says}.` }, rows, axis),
    h('figcaption', { class: 'soft' },
      'Share of all units. Dot: as seen. Line: by weight. Band: what chance explains, however often you look.'));
}

/** The numbers of the plot. */
export function resultsTable(results) {
  const counted = results.variants.filter(({ expected }) => Number.isFinite(expected));
  const total = counted.reduce((sum, { units }) => sum + units, 0);
  return table('Units by variant', ['Variant', 'Units seen', 'Share', 'Expected', 'Last seen'],
    results.variants.map(({ variant, units, expected, last }, index) => [
      Number.isFinite(expected) ? [swatch(index), variant] : [variant, ' ', h('span', { class: 'badge' }, 'removed')],
      whole(units), total > 0 && Number.isFinite(expected) ? percent(units / total) : '–',
      Number.isFinite(expected) ? [expected.toLocaleString('en', { maximumFractionDigits: 1 }), total > 0
        ? ` (${percent(expected / total)})` : ''] : '–',
      last ? time(last) : '–',
    ]));
}

/** What apps reported of the units, by event and variant; null for an experiment without events. */
export function outcomeTable(results) {
  if (results.events.length === 0) return null;
  const seen = new Map(results.variants.map(({ variant, units }) => [variant, units]));
  const first = results.variants[0].variant;
  const rows = results.events.flatMap((event) => event.variants.map(({ variant, units, ratio }, index) => [
    [event.name, h('span', { class: 'event-meaning' }, event.kind)], [swatch(index), variant],
    whole(units), seen.get(variant) > 0 ? percent(units / seen.get(variant)) : '–',
    ratio ? ratioPlot({ kind: event.kind, name: '', ratio }, 1) : '–',
  ]));
  return [
    table(`Events, ${count(results.events.length, 'event')}`, ['Event', 'Variant', 'Units', 'Of those seen', `To ${first}`], rows),
    h('p', { class: 'soft small-text' }, `To ${first}: how often units have the event compared with ${first}, as a 95 % `
      + 'interval that may be looked at at any time. The line is 1, as often.'),
  ];
}

/** The verdict of the check as a message. */
export function verdict(results) {
  const check = results.sampleRatioMismatch;
  if (!check || check.verdict === 'not-enough-data') {
    return h('div', { class: 'message' }, h('p', {}, h('strong', {}, 'Not enough data for the mismatch check. '),
      'It compares the units seen with the weights as soon as users with a user id have asked for the screen.'));
  }
  const limit = 1 / check.threshold;
  const numbers = check.lnE === null ? 'A variant with weight 0 has units.'
    : `Evidence of a mismatch: ${evidenceWords(check.lnE)}. The limit is ${whole(limit)}, which at most one of ` +
      `${whole(limit)} sound experiments ever reaches, however often you look.`;
  const single = check.chiSquared === null ? null : h('p', { class: 'soft' },
    `For a single look at a time that was fixed beforehand: chi-squared ${decimal(check.chiSquared, 3)}, ` +
      `${count(check.degreesOfFreedom, 'degree')} of freedom, ` +
        `${check.pValue < 0.0001 ? 'p < 0.0001' : `p = ${decimal(check.pValue, 3)}`}.`);
  if (check.verdict === 'mismatch') {
    return h('div', { class: 'message error' },
      h('p', {}, h('strong', {}, 'The split does not fit the weights. '),
        `${numbers} Trust no other number of this experiment until the cause is found.`),
      h('p', {}, 'Usual causes: a variant crashes or is slower, a cache between server and app mixes the ' +
        'variants, bots, or weights changed while it ran.'), single);
  }
  return h('div', { class: 'message good' }, h('p', {}, h('strong', {}, 'The split fits the weights. '), numbers),
    single);
}

/** Units by day, as bars and as a table; null with fewer than two days. */
export function dailyPlot(results) {
  const { days } = results;
  if (days.length < 2) return null;
  const keys = results.variants.map(({ variant }) => variant);
  const shown = days.slice(-60);
  const sums = shown.map(({ units }) => Object.values(units).reduce((sum, number) => sum + number, 0));
  const most = Math.max(...sums, 1);
  const step = 320 / shown.length;
  const bars = shown.flatMap((day, place) => {
    let top = 84;
    return keys.map((key, index) => {
      const height = (day.units[key] ?? 0) / most * 78;
      top -= height;
      return svg('rect', { x: place * step + 1, y: top, width: Math.max(1, step - 2), height,
        class: `fill tone-${index % 6}` });
    });
  });
  return h('div', { class: 'daily' },
    h('h3', {}, 'By day'),
    svg('svg', { viewBox: '0 0 320 86', preserveAspectRatio: 'none', role: 'img', class: 'daily-bars',
      'aria-label': `New units by day, ${shown[0].date} to ${shown.at(-1).date}, at most ${whole(most)} a day.` }, bars,
    svg('line', { x1: 0, x2: 320, y1: 85, y2: 85, class: 'plot-line' })),
    h('details', {}, h('summary', {}, 'The numbers'),
      table('New units by day', ['Day', ...keys], [...days].reverse().map((day) =>
        [day.date, ...keys.map((key) => whole(day.units[key] ?? 0))]))));
}
