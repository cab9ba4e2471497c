import { h } from '../kit/dom.js';
import { table } from '../kit/ui.js';
import { listed, percent } from '../pages/text.js';
import { namespaceShare, ranges, shares } from './assignment.js';

/** How the users are split, in a sentence. */
export function splitInWords(experiment) {
  if (experiment.status !== 'running') {
    return `Stopped: everybody gets ${experiment.variants[0][0]}, and nobody is counted.`;
  }
  const inside = namespaceShare(experiment.namespace);
  const parts = shares(experiment.variants).map((share, index) =>
    `${percent(share * experiment.coverage * inside)} get ${experiment.variants[index][0]}`);
  const out = 1 - experiment.coverage * inside;
  if (out > 1e-9) parts.push(`${percent(out)} are not in it`);
  return `${listed(parts)}${experiment.condition ? ', of the users who meet the condition' : ''}.`;
}

/**
 * A bar of the hash's range from 0 to 1, each variant's part in its colour with its name. The numbers stand beside it
 * in a table, so the bar itself is one image with a sentence. `marker` is a hash value to point at.
 */
export function splitBar(experiment, { marker = null, caption = null, of = null } = {}) {
  const owned = of ?? ranges(experiment.variants, experiment.coverage);
  const parts = [];
  let end = 0;
  owned.forEach(([from, to], index) => {
    if (from - end > 1e-9) parts.push(part(from - end, null, -1));
    if (to - from > 1e-9) parts.push(part(to - from, experiment.variants[index][0], index));
    end = Math.max(end, to);
  });
  if (1 - end > 1e-9) parts.push(part(1 - end, null, -1));
  const bar = h('div', { class: 'split-bar', 'aria-hidden': 'true' }, parts);
  if (marker !== null) {
    const pointer = h('span', { class: 'split-marker' });
    pointer.style.setProperty('inset-inline-start', `${marker * 100}%`);
    bar.append(pointer);
  }
  if (experiment.status !== 'running') bar.classList.add('is-stopped');
  return h('div', { class: 'split', role: 'img', 'aria-label': caption ?? splitInWords(experiment) }, bar,
    h('div', { class: 'split-scale', 'aria-hidden': 'true' }, h('span', {}, '0'), h('span', {}, '0.5'),
      h('span', {}, '1')));
}

function part(width, key, index) {
  const element = h('span', { class: index < 0 ? 'split-part rest' : `split-part tone-${index % 6}` },
    key === null ? null : h('span', { class: 'split-label' }, key));
  element.style.setProperty('flex-grow', String(width));
  return element;
}

/** The colour of a variant beside its name. */
export function swatch(index) { return h('span', { class: `swatch tone-${index % 6}`, 'aria-hidden': 'true' }); }

/** Variants with weight, share of all users and range. */
export function splitTable(experiment) {
  const inside = namespaceShare(experiment.namespace);
  const owned = ranges(experiment.variants, experiment.coverage);
  const share = shares(experiment.variants);
  return table('Variants', ['Variant', 'Weight', 'Share of all users', 'Range of hash values'],
    experiment.variants.map(([key, weight], index) => [
      [swatch(index), key], String(weight),
      experiment.status === 'running' ? percent(share[index] * experiment.coverage * inside)
        : index === 0 ? 'everybody, uncounted' : 'nobody',
      owned[index].map((bound) => bound.toFixed(4)).join(' – '),
    ]));
}
