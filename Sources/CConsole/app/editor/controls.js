// Small parts of the editor.
import { h } from '../kit/dom.js';
import { say } from '../kit/ui.js';

/** Disables a button for a reason that may change, or enables it again without one. */
export function setDisabled(control, reason, title = '') {
  if (!control.dataset.reasoned) {
    control.dataset.reasoned = 'true';
    control.addEventListener('click', (event) => {
      if (control.getAttribute('aria-disabled') !== 'true') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      say(control.getAttribute('aria-description'));
    }, { capture: true });
  }
  const set = (name, value) => {
    if (!value) control.removeAttribute(name);
    else if (control.getAttribute(name) !== value) control.setAttribute(name, value);
  };
  set('aria-disabled', reason ? 'true' : '');
  set('aria-description', reason);
  set('title', reason || title);
  return control;
}

/**
 * A select with a label beside it. `options` are `[value, label]`, or `{ label, options }` for a group.
 * @param {string} label
 * @param {any[]} options
 * @param {string} value
 * @param {(value: string) => any} on
 * @param {{ hideLabel?: boolean }} look
 */
export function select(label, options, value, on, { hideLabel = false } = {}) {
  /** @param {any[]} choice */
  const option = ([name, words]) => h('option', { value: name, selected: name === value }, words);
  const control = h('select', { on: { change: () => on(control.value) }, 'aria-label': hideLabel ? label : null },
    options.map((entry) =>
      (Array.isArray(entry) ? option(entry) : h('optgroup', { label: entry.label }, entry.options.map(option)))));
  control.value = value;
  return hideLabel ? control : h('label', { class: 'inline-field' }, h('span', {}, label), control);
}
