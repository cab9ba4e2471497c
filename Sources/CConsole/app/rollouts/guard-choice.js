// The choice of who gets a publication: everybody at once, or more and more users.
import { h, fill } from '../kit/dom.js';
import { put } from '../kit/api.js';
import { button, errorMessage, field, setError } from '../kit/ui.js';
import { sentence, shareWords } from './rollout-words.js';

const usualSteps = '1, 10, 50, 100';
/** The pause in typing after which the server estimates, in milliseconds. */
const estimatePause = 300;

/**
 * The choice, for the definition `text` of the screen at `path`. `value()` is the query of the publication: `{}`, or
 * `{ guard }`; undefined if what was typed is no guard.
 * @param {{ path: `/admin/screens/${string}`, text: string }} publication
 */
export function guardChoice({ path, text }) {
  const everybody = h('input', { type: 'radio', name: 'audience', id: 'audience-everybody', checked: true });
  const guarded = h('input', { type: 'radio', name: 'audience', id: 'audience-guarded' });
  const input = h('input', { type: 'text', value: usualSteps, autocomplete: 'off', spellcheck: 'false' });
  const steps = field('Steps in per cent, or the name of a guard', input, {
    help: 'Each step gives the version to more users, when nothing has broken.' });
  const estimate = h('div', { class: 'guard-estimate', role: 'status' });
  const details = h('div', { class: 'guard-details', hidden: true }, steps, estimate);
  const element = h('fieldset', { class: 'guard-choice' }, h('legend', {}, 'Who gets it'),
    h('div', { class: 'check' }, everybody, h('label', { for: everybody.id }, 'For everybody at once')),
    h('div', { class: 'check' }, guarded, h('label', { for: guarded.id }, 'Guarded')), details);
  let supersedes = false;
  let timer;
  let asked = 0;
  /** @type {() => void} */
  let listener = () => {};

  /** The guard as the server reads it: no spaces, no signs of per cent. */
  const rule = () => input.value.replaceAll(/[\s%]+/g, '');

  async function ask() {
    asked += 1;
    const mine = asked;
    if (!rule()) { setError(steps, 'Enter the steps, such as 1, 10, 50, 100.'); fill(estimate); return; }
    try {
      const { json } = await put(path, { body: text,
        query: { dryRun: true, allowReassignment: true, guard: rule(), supersede: supersedes || undefined } });
      if (mine !== asked) return;
      setError(steps, '');
      show(json.estimate);
    } catch (error) {
      if (mine !== asked || error.name === 'AbortError') return;
      fill(estimate);
      if (error.type === 'bad-parameter' || error.type === 'unknown-guard') setError(steps, sentence(`${error.message}.`));
      else fill(estimate, errorMessage(error));
    }
  }

  /** How fast the guard would notice harm, with a better first step if there is one. */
  function show(found) {
    if (!found) { fill(estimate); return; }
    const { proposal, steps: estimated } = found;
    const share = proposal?.step;
    fill(estimate, h('p', {}, sentence(`${found.text}.`)),
      share !== undefined && share > (estimated[0]?.step ?? 0)
        ? button(`Begin with ${shareWords(share)}`, { kind: 'small', on: () => beginWith(share, estimated) }) : null);
  }

  function beginWith(share, estimated) {
    input.value = [share, ...estimated.map(({ step }) => step).filter((step) => step > share)].join(', ');
    input.focus();
    ask();
  }

  for (const control of [everybody, guarded]) control.addEventListener('change', () => {
    details.hidden = !guarded.checked;
    listener();
    if (guarded.checked) ask();
  });
  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, estimatePause); });

  return {
    element,
    get isGuarded() { return guarded.checked && !element.hidden; },
    onChange(callback) { listener = callback; },
    /** Whether the publication ends the open rollout of the screen. */
    set supersedes(value) { supersedes = value; },
    value() {
      if (!this.isGuarded) return {};
      if (rule()) return { guard: rule() };
      setError(steps, 'Enter the steps, such as 1, 10, 50, 100.');
      input.focus();
      return undefined;
    },
    /** Shows what the server refuses of the guard; returns whether that is it. */
    refuse(error) {
      if (!['bad-parameter', 'unknown-guard'].includes(error.type)) return false;
      setError(steps, sentence(`${error.message}.`));
      input.focus();
      return true;
    },
  };
}
