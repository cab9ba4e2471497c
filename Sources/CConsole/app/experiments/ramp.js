import { h, fill } from '../kit/dom.js';
import { can, patch } from '../kit/api.js';
import { setQuery } from '../kit/router.js';
import { button, errorMessage, field, say, setError, table, refusal, needs } from '../kit/ui.js';
import { numberProblem, readNumber } from '../kit/numbers.js';
import { transitions } from './assignment.js';
import { askReason } from '../pages/message.js';
import { splitBar, splitInWords, swatch } from './split.js';
import { listed, percent } from '../pages/text.js';

/**
 * Coverage and weights, with the effect on the users before anything is applied. `apply` gets the changes, and
 * `{ message, allowsReassignment }`. The proposal is in the address, so that it can be sent to somebody.
 */
export function rampForm(first, query, apply) {
  let current = first;
  let asked = 0;
  let timer;
  const readOnly = refusal('edit', 'Trying a change');
  const slider = h('input', { type: 'range', min: '0', max: '100', step: '1', 'aria-label': 'Coverage',
    disabled: readOnly !== null });
  const number = h('input', { type: 'text', class: 'short', inputmode: 'decimal',
    disabled: readOnly !== null });
  const coverage = field('Coverage in per cent', number,
    { help: 'The share of users in the experiment. Raising it never moves anybody from one variant to another.' });
  const weights = h('div', { class: 'form-grid' });
  const effect = h('div', { class: 'effect', 'aria-live': 'polite' });
  const allow = h('input', { type: 'checkbox' });
  const allowed = h('label', { class: 'check', hidden: true }, allow,
    'Move these users to another variant anyway');
  const submit = needs('publish', 'Applying a change', button('Apply', { kind: 'primary', on: confirmApply }));
  const reset = button('Reset', { kind: 'quiet',
    on: () => { setInputs(current); changed(); (readOnly ? reset : number).focus(); } });
  coverage.insertBefore(slider, number.nextSibling);
  slider.addEventListener('input', () => { number.value = slider.value; changed(); });
  number.addEventListener('input', () => {
    if (Number.isFinite(readNumber(number.value))) slider.value = number.value;
    changed();
  });
  allow.addEventListener('change', showButtons);
  let inputs = [];
  let state = { shares: null };

  setInputs(fromQuery() ?? current);
  changed({ inURL: false });
  return {
    element: h('div', { class: 'ramp' }, readOnly ? h('p', { class: 'message warn' }, readOnly) : null,
      h('div', { class: 'ramp-inputs' }, coverage, weights), effect, allowed,
      h('div', { class: 'toolbar' }, submit, reset)),
    /** Another version is current. Keep the proposal if there is one. */
    update(next) {
      const proposal = isDirty() ? proposed() : null;
      current = next;
      setInputs(proposal && sameKeys(proposal, next) ? { ...next, ...proposal } : next);
      changed();
    },
  };

  function sameKeys(one, other) {
    return one.variants.map(([key]) => key).join('\n') === other.variants.map(([key]) => key).join('\n');
  }

  function fromQuery() {
    const text = query.get('coverage');
    const list = query.get('weights');
    if (text === null && list === null) return null;
    const numbers = list?.split(',').map(Number) ?? [];
    return {
      coverage: text === null ? current.coverage : Number(text),
      variants: current.variants.map(([key, weight], index) =>
        [key, Number.isFinite(numbers[index]) ? numbers[index] : weight]),
    };
  }

  function setInputs({ coverage: share, variants }) {
    number.value = String(Number((share * 100).toFixed(4)));
    slider.value = number.value;
    inputs = variants.map(([key, weight], index) => {
      const control = h('input', { type: 'text', class: 'short', value: String(weight), inputmode: 'decimal',
        disabled: readOnly !== null, on: { input: () => changed() } });
      return { key, control, field: field([swatch(index), `Weight of ${key}`], control) };
    });
    fill(weights, inputs.map((input) => input.field));
  }

  function proposed() {
    return {
      coverage: (readNumber(number.value) ?? NaN) / 100,
      variants: inputs.map(({ key, control }) => [key, readNumber(control.value) ?? NaN]),
    };
  }

  function changes() {
    const next = proposed();
    const result = {};
    if (Math.abs(next.coverage - current.coverage) > 1e-9) result.coverage = Number(next.coverage.toFixed(6));
    const moved = next.variants.filter(([, weight], index) => weight !== current.variants[index][1]);
    // A definition may omit weights. Then write all of them, because one weight means nothing without the others.
    if (moved.length > 0) result.weights = Object.fromEntries(next.variants);
    return result;
  }

  function isDirty() { return Object.keys(changes()).length > 0; }

  function isValid() {
    const next = proposed();
    const isShare = next.coverage >= 0 && next.coverage <= 1;
    setError(coverage, isShare ? '' : numberProblem(number.value) || 'Enter a number from 0 to 100.');
    let areWeights = true;
    next.variants.forEach(([, weight], index) => {
      const isGood = Number.isFinite(weight) && weight >= 0;
      areWeights &&= isGood;
      setError(inputs[index].field, isGood ? ''
        : numberProblem(inputs[index].control.value) || 'Enter a number that is 0 or more.');
    });
    return isShare && areWeights;
  }

  function changed({ inURL = true } = {}) {
    clearTimeout(timer);
    asked += 1;
    state = { shares: null };
    allow.checked = false;
    const good = isValid();
    if (inURL) {
      const dirty = good && isDirty();
      setQuery({ coverage: dirty ? proposed().coverage : '', weights: dirty
        ? proposed().variants.map(([, weight]) => weight).join(',') : '' });
    }
    showButtons();
    if (!good) { fill(effect, h('p', { class: 'soft' }, 'Correct the numbers above to see the effect.')); return; }
    if (!isDirty()) { fill(effect, h('p', { class: 'soft' },
      'Move the slider or change a weight. Who would enter, leave or move is shown here before anything is applied.'));
      return; }
    if (!can('edit')) return;
    const mine = asked;
    timer = setTimeout(() => tryOut(mine), 200);
  }

  async function tryOut(mine) {
    let answer;
    try {
      answer = (await patch(`/admin/experiments/${encodeURIComponent(current.key)}`, {
        json: changes(), type: 'application/merge-patch+json', query: { dryRun: 'true', allowReassignment: 'true' },
      })).json;
    } catch (error) {
      if (mine === asked) fill(effect, errorMessage(error));
      return;
    }
    // A late response belongs to another proposal.
    if (mine !== asked) return;
    state = { shares: answer.shares };
    showEffect(answer.shares);
    showButtons();
  }

  function showEffect(total) {
    const next = { ...current, ...proposed() };
    const steps = transitions(current, next);
    /** @type {[number, string, number][]} */
    const rows = [];
    for (const { from, to, share } of steps) {
      if (from === to || share === 0) continue;
      if (from === null) rows.push([0, `enter ${to}`, share]);
      else if (to === null) rows.push([1, `leave ${from}`, share]);
      else rows.push([2, `move from ${from} to ${to}`, share]);
    }
    rows.sort((one, other) => one[0] - other[0]);
    const stays = 1 - total.entering - total.leaving - total.moving;
    const says = [
      [total.entering, 'enter'], [total.leaving, 'leave'], [total.moving, 'move to another variant'],
    ].filter(([share]) => share > 0)
      .map(([share, verb], index) => `${percent(share)}${index === 0 ? ' of users' : ''} ${verb}`);
    fill(effect,
      h('p', {}, h('strong', {}, says.length > 0 ? `${listed(says)}. ` : 'Nobody enters, leaves or moves. '),
        splitInWords(next)),
      splitBar(next),
      table('Effect on the users', ['Users', 'Share of all users'], [
        ...rows.map(([, text, share]) => [text, percent(share)]), ['see the same as before', percent(stays)]]),
      total.conditionChanged ? h('p', { class: 'soft' },
        'The condition differs too. The shares hold among users for whom both conditions give the same result.') : null,
      total.moving > 0 ? h('div', { class: 'message warn' }, h('p', {}, h('strong', {}, 'This reassigns users. '),
        `${percent(total.moving)} of all users would see another variant than before, and the measurements would ` +
          `mix both. Marquee refuses such a change unless you allow it. Better: stop this experiment and start ` +
          `another one with a new key.`)) : null);
  }

  function showButtons() {
    const moves = state.shares?.moving > 0;
    allowed.hidden = !moves;
    reset.hidden = !isDirty();
    if (refusal('publish', '')) return;
    const reason = !isDirty() ? 'There is no change to apply.' : !state.shares
      ? 'The effect of the change is not known yet.'
      : moves && !allow.checked ? 'The change would move users between variants. Allow it first.' : null;
    // The reason changes while somebody types, so set it here: `disable` keeps its first one.
    submit.title = reason ?? '';
    for (const [name, value] of [['aria-disabled', 'true'], ['aria-description', reason]]) {
      if (reason) submit.setAttribute(name, value); else submit.removeAttribute(name);
    }
  }

  async function confirmApply() {
    if (submit.getAttribute('aria-disabled') === 'true') { say(submit.title); return; }
    const allowsReassignment = allow.checked;
    const total = state.shares;
    // Apply exactly what the dialog shows, even if somebody publishes while it is open.
    const [body, etag] = [changes(), current.etag];
    await askReason({
      title: `Apply to ${current.key}`, action: 'Apply', placeholder: 'Raise to 50 % of users',
      content: h('p', {}, `${splitInWords({ ...current, ...proposed() })} ${percent(total.entering)} enter, ` +
        `${percent(total.leaving)} leave, ${percent(total.moving)} move. This publishes a new version of ` +
        `${current.route}.`),
      apply: (message) => apply(body, { message, allowsReassignment, etag }),
    });
  }
}
