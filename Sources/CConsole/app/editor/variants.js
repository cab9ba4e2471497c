// The choice of the variant to edit, and its changes in words.
import { h, fill } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { button } from '../kit/ui.js';
import { member } from '../kit/json.js';
import { shares } from '../experiments/assignment.js';
import { count, percent } from '../pages/text.js';
import { variantsOf } from './variant-items.js';
import { select } from './controls.js';

/**
 * The choice of the variant. `onChoose(name)` with an empty name for the definition; `onJSON(variant)` and
 * `onOwn(variant)` edit the variant's text and give it items of its own.
 * Returns `{ element, update(scope, root, live) }`; `live` is the published root.
 */
export function variantChooser({ onChoose, onJSON, onOwn }) {
  const element = h('div', { class: 'variants' });
  let shown;
  return {
    element,
    update(scope, root, live) {
      const variants = variantsOf(root);
      element.hidden = variants.length === 0;
      if (variants.length === 0) return;
      const words = describe(scope);
      const { experiment } = scope.variant ?? {};
      const isLive = live !== undefined && variantsOf(live).some((one) => one.experiment === experiment);
      const state = JSON.stringify([scope.name, words, isLive, variants.map(({ name, node }) => [name, weightOf(node)])]);
      if (state === shown) return;
      shown = state;
      const isFocused = element.contains(document.activeElement);
      const experiments = [...new Set(variants.map((variant) => variant.experiment))];
      const options = [['', 'All users (the definition)'], ...experiments.map((label) => ({
        label, options: variants.filter((variant) => variant.experiment === label).map(({ name, key }) => [name, key]),
      }))];
      const choice = select('Variant', options, scope.name, onChoose);
      fill(element, choice, scope.variant ? h('div', { class: 'variant-note' },
        h('p', {}, shareWords(variants, scope.variant), words),
        scope.problems > 0 ? h('p', { class: 'message warn' },
          `${count(scope.problems, 'change')} of this variant ${scope.problems === 1 ? 'does' : 'do'} not apply. `
            + 'The server says why, in its JSON.') : null,
        h('div', { class: 'toolbar' },
          button('Edit as JSON', { on: () => onJSON(scope.variant) }),
          scope.kind === 'changes' && words !== same
            ? button('Give it items of its own', { on: () => onOwn(scope.variant),
            title: 'The variant then no longer follows the definition' }) : null,
          isLive ? h('a', { href: href(`/experiments/${encodeURIComponent(experiment)}`) }, 'Experiment') : null))
            : null);
      if (isFocused && !element.contains(document.activeElement)) element.querySelector('select').focus();
    },
  };
}

/** The weight of a variant; 1 is the default. */
function weightOf(node) { return Number(member(node, 'weight')?.text ?? 1); }

/** The share of a variant among the users of its experiment. */
function shareWords(variants, { name, experiment }) {
  const all = variants.filter((variant) => variant.experiment === experiment);
  const share = shares(all.map(({ key, node }) => [key, weightOf(node)]))[all.findIndex((one) => one.name === name)];
  return `${percent(share, Number.isInteger(share * 100) ? 0 : 1)} of the users in ${experiment} get it. `;
}

const same = 'This variant shows the definition as it is. What you change here, only its users get.';

/** What a variant changes, in words. */
export function describe(scope) {
  if (!scope.variant) return '';
  if (scope.kind === 'own') return 'This variant has items of its own. Changes of the definition do not reach it.';
  const items = scope.sections().flatMap((section) => section.items);
  const number = (mark) => items.filter(({ marks }) => marks?.includes(mark)).length;
  const parts = [['moved', 'moves'], ['changed', 'changes'], ['replaced', 'replaces'], ['inserted', 'adds']]
    .map(([mark, verb]) => [verb, number(mark)]).concat([['removes', scope.removed.length]])
    .filter(([, amount]) => amount > 0).map(([verb, amount]) => `${verb} ${count(amount, 'item')}`);
  if (parts.length === 0) return same;
  return `Against the definition, this variant ${new Intl.ListFormat('en').format(parts)}.`;
}
