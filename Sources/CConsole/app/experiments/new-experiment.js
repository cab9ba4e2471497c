// The dialog that adds an experiment to the draft of a screen.
import { h, fill, append } from '../kit/dom.js';
import { get, nameRule } from '../kit/api.js';
import { from, member, set, tokens } from '../kit/json.js';
import { numberProblem, readNumber } from '../kit/numbers.js';
import { button, dialog, errorMessage, field, setError } from '../kit/ui.js';
import { percent } from '../pages/text.js';
import { shares } from './assignment.js';
import { draftOf, errorsOf, saveDraft } from './screen-draft.js';
import { splitBar } from './split.js';

/** The most variants that the server takes. */
const maximumVariants = 64;

/**
 * Asks for an experiment and saves it in the draft of a screen. Resolves to `{ route, name, variant }`, `variant` being
 * the name of the second variant in the editor, or to undefined.
 */
export async function newExperiment() {
  const [screens, drafts] = await Promise.all([get('/screens'), get('/admin/drafts')]);
  const routes = [...new Set([...screens.json.screens, ...drafts.json.drafts].map(({ route }) => route))].sort();
  const input = (properties) => h('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', ...properties });
  const name = input({ autofocus: true, placeholder: 'price-first' });
  const screen = input({ list: 'experiment-screens', placeholder: routes[0] ?? 'home' });
  const nameField = field('Name', name, { help: 'The results are kept under this name.' });
  const screenField = field('Screen', screen, { help: 'The route of the screen whose users are split.' });
  const rows = h('div', { class: 'variant-rows' });
  const add = button('Add variant', { icon: 'plus', on: () => addVariant().key.focus() });
  const split = h('div', {});
  const said = h('p', { class: 'soft', 'aria-live': 'polite' });
  const problem = h('div', {});
  const audience = audienceRows();
  let variants = [];
  /** Whether the shares are those of the dialog, so that another variant changes them. */
  let isEven = true;
  let create;
  addVariant('control');
  addVariant();

  return dialog({
    title: 'New experiment', keeps: true,
    content: (close) => h('form', { id: 'new-experiment', novalidate: true,
      on: { input: ({ target }) => setError(target.closest('.field'), ''),
        submit: (event) => { event.preventDefault(); submit(close); } } },
    problem, nameField, screenField, h('datalist', { id: 'experiment-screens' }, routes.map((value) =>
      h('option', { value }))),
    h('fieldset', {}, h('legend', {}, 'Variants, with their shares in per cent'), rows,
      h('div', { class: 'toolbar section-tools' }, add), split, said),
    audience.element,
    h('p', { class: 'soft' }, 'This makes a draft. Choose a variant in it, change what its users get, then publish.')),
    actions: (close) => {
      create = button('Create', { kind: 'primary', type: 'submit', form: 'new-experiment' });
      return [button('Cancel', { on: () => close() }), create];
    },
  });

  function addVariant(value = '') {
    const row = { key: input({ value }), share: input({ inputmode: 'decimal' }) };
    row.share.addEventListener('input', () => { isEven = false; showSplit(); });
    row.key.addEventListener('input', showSplit);
    row.keyField = field('Variant', row.key);
    row.shareField = field('Share', row.share);
    variants.push(row);
    showRows();
    return row;
  }

  function removeVariant(index) {
    variants.splice(index, 1);
    showRows();
    (variants[index] ?? variants.at(-1)).key.focus();
  }

  function showRows() {
    if (isEven) {
      const even = Math.floor(100 / variants.length);
      variants.forEach(({ share }, index) => { share.value = String(index < 100 % variants.length ? even + 1 : even); });
    }
    fill(rows, variants.map((row, index) => {
      row.keyField.querySelector('label').textContent = `Variant ${index + 1}`;
      row.shareField.querySelector('label').textContent = `Share of variant ${index + 1}`;
      return h('div', { class: 'variant-row' }, row.keyField, row.shareField, variants.length > 2
        ? button(`Remove variant ${index + 1}`, { icon: 'close', iconOnly: true, kind: 'quiet',
          on: () => removeVariant(index) }) : null);
    }));
    add.hidden = variants.length === maximumVariants;
    showSplit();
  }

  /** The sum of the shares, and what the server makes of them. */
  function showSplit() {
    const numbers = variants.map(({ share }) => numberOf(share));
    const sum = numbers.reduce((total, number) => total + number, 0);
    fill(split);
    if (!(sum > 0)) { said.textContent = 'Each share is a number, and one is above 0.'; return; }
    const list = variants.map(({ key }, index) => [key.value.trim() || `variant ${index + 1}`, numbers[index]]);
    const parts = shares(list);
    const words = list.map(([key], index) => `${key} ${percent(parts[index])}`).join(', ');
    append(split, splitBar({ variants: list, coverage: 1, status: 'running' }, { caption: words }));
    const total = Number(sum.toFixed(6));
    said.textContent = total === 100 ? 'The shares add up to 100 %.'
      : `The shares add up to ${total} %, so users are split in proportion: ${words}.`;
  }

  /** Marks what is missing or no number; the rest is the server's to decide. */
  function isComplete() {
    const named = (control, noun) => (control.value.trim() === '' ? `Give the ${noun} a name.`
      : nameRule.test(control.value.trim()) ? ''
        : 'A name begins with a letter or digit, and has letters, digits, “.”, “_” and “-”.');
    const checks = [[nameField, named(name, 'experiment')],
      [screenField, !screen.value.trim() ? 'Choose a screen.' : routes.includes(screen.value.trim()) ? ''
        : `There is no screen “${screen.value.trim()}”. Choose one of the list.`],
      ...variants.flatMap((row) => [[row.keyField, named(row.key, 'variant')],
        [row.shareField, row.share.value.trim() ? numberProblem(row.share.value) : 'Enter a number, such as 50.']])];
    for (const [place, text] of checks) setError(place, text);
    const missing = audience.firstError();
    const first = checks.find(([, text]) => text)?.[0] ?? missing;
    first?.querySelector('input').focus();
    return !first;
  }

  async function submit(close) {
    if (create.disabled) return;
    fill(problem);
    if (!isComplete()) return;
    create.disabled = true;
    try {
      const made = await save();
      if (made) close(made);
    } catch (error) {
      fill(problem, errorMessage(error));
      problem.scrollIntoView({ block: 'nearest' });
    } finally {
      create.disabled = false;
    }
  }

  /** Saves the draft; undefined if the server refuses the experiment, which is then shown at its fields. */
  async function save() {
    const route = screen.value.trim();
    const draft = await draftOf(route);
    if (draft.isScheduled) {
      setError(screenField, 'Its draft is scheduled, and saving the experiment would cancel that. Cancel the schedule first.');
      screen.focus();
      return undefined;
    }
    const key = name.value.trim();
    const condition = audience.condition();
    const added = withExperiment(draft.root, from({ key, ...condition && { condition }, variants: variants.map((row) =>
      ({ key: row.key.value.trim(), weight: numberOf(row.share) })) }));
    const errors = await errorsOf(route, added.root, draft);
    const own = errors.filter(({ pointer }) => added.path.every((token, index) => tokens(pointer)[index] === token));
    if (own.length > 0) { showErrors(own, added.path.length); return undefined; }
    await saveDraft(route, added.root, draft);
    const second = variants[1].key.value.trim();
    return { route, name: key, variant: added.isOne ? second : `${key}:${second}` };
  }

  function showErrors(errors, depth) {
    const general = errors.filter(({ pointer, message, hint }) => {
      const [place, index, part] = tokens(pointer).slice(depth);
      const row = variants[Number(index)];
      const target = place === 'key' ? nameField
        : place === 'variants' && row ? (part === 'weight' ? row.shareField : row.keyField) : undefined;
      if (target) setError(target, hint ? `${message} (${hint})` : message);
      return !target;
    });
    if (general.length > 0) fill(problem, h('div', { class: 'message error', role: 'alert' },
      general.map(({ message, hint }) => h('p', {}, hint ? `${message} (${hint})` : message))));
    document.querySelector('#new-experiment [aria-invalid="true"]')?.focus();
  }
}

const numberOf = ({ value }) => readNumber(value) ?? NaN;

/** The definition with another experiment, and its path in it. */
function withExperiment(root, experiment) {
  const list = member(root, 'experiments');
  const single = member(root, 'experiment');
  if (list?.kind === 'array' && list.elements.length > 0) {
    return { root: set(root, ['experiments'], { kind: 'array', elements: [...list.elements, experiment] }),
      path: ['experiments', String(list.elements.length)], isOne: false };
  }
  if (single === undefined) return { root: set(root, ['experiment'], experiment), path: ['experiment'], isOne: true };
  return { root: set(set(root, ['experiment'], undefined), ['experiments'],
    { kind: 'array', elements: [single, experiment] }), path: ['experiments', '1'], isOne: false };
}

// Who takes part in an experiment: rows of attribute, comparison and value instead of a condition in JSON.

const splitList = (text) => text.split(',').map((each) => each.trim()).filter(Boolean);
/**
 * The comparisons: `[key, words, the condition for a text]`.
 * @type {[string, string, (text: string) => any][]}
 */
const comparisons = [
  ['eq', 'is', (text) => text], ['ne', 'is not', (text) => ({ $ne: text })],
  ['in', 'is one of', (text) => ({ $in: splitList(text) })], ['nin', 'is none of', (text) => ({ $nin: splitList(text) })],
  ['vgte', 'is this version or later', (text) => ({ $vgte: text })],
  ['vlt', 'is an earlier version than', (text) => ({ $vlt: text })],
  ['group', 'is in the group', (text) => ({ $inGroup: text })],
  ['known', 'is sent', () => ({ $exists: true })], ['unknown', 'is not sent', () => ({ $exists: false })],
];
const helps = { in: 'Separate them by commas.', nin: 'Separate them by commas.', vgte: 'Such as 2.11.0.', vlt: 'Such as 2.11.0.',
  group: 'The name of a file in screens/_groups/.' };

/**
 * The rows. Returns `{ element, firstError(), condition() }`: `firstError` marks what is missing and returns the first
 * field of it, and `condition` is the experiment's condition, undefined for everybody.
 */
export function audienceRows() {
  const rows = [];
  const list = h('div', {});
  const said = h('p', { class: 'soft' });
  const add = button('Add condition', { icon: 'plus', on: () => { addRow().attribute.focus(); } });
  const element = h('fieldset', { class: 'audience' }, h('legend', {}, 'Audience'), said, list,
    h('div', { class: 'toolbar' }, add));
  show();

  function addRow() {
    const row = {
      attribute: h('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', placeholder: 'country' }),
      comparison: h('select', { on: { change: () => show() } }, comparisons.map(([key, words]) =>
        h('option', { value: key }, words))),
      value: h('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', placeholder: 'KR' }),
    };
    rows.push({ ...row, attributeField: field('Attribute', row.attribute), comparisonField: field('Condition', row.comparison),
      valueField: field('Value', row.value, { help: ' ' }) });
    show();
    return row;
  }

  function show() {
    said.textContent = rows.length === 0 ? 'Everybody takes part.'
      : rows.length === 1 ? 'Only users of whom this holds take part.' : 'Only users of whom all of this holds take part.';
    fill(list, rows.map((row, index) => {
      row.attributeField.querySelector('label').textContent = `Attribute ${index + 1}`;
      row.comparisonField.querySelector('label').textContent = `Condition ${index + 1}`;
      row.valueField.querySelector('label').textContent = `Value ${index + 1}`;
      row.valueField.querySelector('.help').textContent = helps[row.comparison.value] ?? '';
      row.valueField.hidden = !takesValue(row);
      return h('div', { class: 'audience-row' }, row.attributeField, row.comparisonField, row.valueField,
        button(`Remove condition ${index + 1}`, { icon: 'close', iconOnly: true, kind: 'quiet', on: () => {
          rows.splice(index, 1);
          show();
          (rows[index]?.attribute ?? rows.at(-1)?.attribute ?? add).focus();
        } }));
    }));
  }

  const takesValue = ({ comparison }) => !['known', 'unknown'].includes(comparison.value);

  function conditionOf({ attribute, comparison, value }) {
    const [, , make] = comparisons.find(([key]) => key === comparison.value);
    return { [attribute.value.trim()]: make(value.value.trim()) };
  }

  return {
    element,
    firstError() {
      const checks = rows.flatMap((row) => [
        [row.attributeField, row.attribute.value.trim() ? '' : 'Name an attribute of the request, such as country.'],
        [row.valueField, !takesValue(row) || splitList(row.value.value).length > 0 ? '' : 'Enter a value.']]);
      for (const [place, text] of checks) setError(place, text);
      return checks.find(([, text]) => text)?.[0];
    },
    condition() {
      const names = rows.map(({ attribute }) => attribute.value.trim());
      if (rows.length === 0) return undefined;
      return new Set(names).size === names.length ? Object.assign({}, ...rows.map(conditionOf))
        : { $and: rows.map(conditionOf) };
    },
  };
}
