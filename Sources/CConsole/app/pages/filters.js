import { h } from '../kit/dom.js';
import { button, field } from '../kit/ui.js';
import { setQuery } from '../kit/router.js';

/**
 * A bar of filters whose values are in the address. `specification` is a list of
 * `{ name, label, kind: 'search' | 'choice' | 'check', options, hint, help }`; `options` are texts or
 * `[value, text]`. `changed` gets the values by name after each change. Returns `{ element, values, set }`.
 */
export function filterBar(specification, query, changed) {
  const controls = new Map();
  let timer;
  const values = () => Object.fromEntries(specification.map(({ name, kind }) => {
    const control = controls.get(name);
    return [name, kind === 'check' ? (control.checked ? '1' : '') : control.value.trim()];
  }));
  const update = () => {
    clearTimeout(timer);
    setQuery(values());
    reset.hidden = !Object.values(values()).some(Boolean);
    changed(values());
  };
  const set = (changes) => {
    for (const [name, value] of Object.entries(changes)) {
      const control = controls.get(name);
      if (control.type === 'checkbox') control.checked = Boolean(value); else control.value = value;
    }
    update();
  };
  const reset = button('Clear filters', { kind: 'quiet', on: () => {
    set(Object.fromEntries(specification.map(({ name }) => [name, ''])));
    controls.values().next().value.focus();
  } });
  const parts = specification.map(({ name, label, kind, options = [], hint }) => {
    const value = query.get(name) ?? '';
    if (kind === 'check') {
      const control = h('input', { type: 'checkbox', checked: value === '1', on: { change: update } });
      controls.set(name, control);
      return h('label', { class: 'check' }, control, label);
    }
    const control = kind === 'choice'
      ? h('select', { value, on: { change: update } }, options.map((option) => {
        const [key, text] = Array.isArray(option) ? option : [option, option];
        return h('option', { value: key, selected: key === value }, text);
      }))
      : h('input', { type: 'search', value, placeholder: hint, autocomplete: 'off', spellcheck: 'false',
        on: { input: () => { clearTimeout(timer); timer = setTimeout(update, 200); } } });
    controls.set(name, control);
    return field(label, control);
  });
  reset.hidden = !Object.values(values()).some(Boolean);
  const element = h('form', { class: 'filters', role: 'search', 'aria-label': 'Filters', on: { submit: (event) => {
    event.preventDefault();
    update();
  } } }, parts, reset);
  return { element, values, set };
}
