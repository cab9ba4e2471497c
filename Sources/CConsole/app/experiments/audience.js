// Who takes part in an experiment: rows of attribute, comparison and value instead of a condition in JSON.
import { h, fill } from '../kit/dom.js';
import { button, field, setError } from '../kit/ui.js';

const listed = (text) => text.split(',').map((each) => each.trim()).filter(Boolean);
/**
 * The comparisons: `[key, words, the condition for a text]`.
 * @type {[string, string, (text: string) => any][]}
 */
const comparisons = [
  ['eq', 'is', (text) => text], ['ne', 'is not', (text) => ({ $ne: text })],
  ['in', 'is one of', (text) => ({ $in: listed(text) })], ['nin', 'is none of', (text) => ({ $nin: listed(text) })],
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
        [row.valueField, !takesValue(row) || listed(row.value.value).length > 0 ? '' : 'Enter a value.']]);
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
