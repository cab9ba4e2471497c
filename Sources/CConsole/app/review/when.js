// The choice of when to publish.
import { h } from '../kit/dom.js';
import { field, setError } from '../kit/ui.js';
import { localText } from '../form/controls.js';

/** A choice of now or a time, with the time zone in words and the time in UTC. */
export function whenToPublish() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const soon = new Date(Date.now() + 3_600_000);
  soon.setMinutes(0, 0, 0);
  const input = h('input', { type: 'datetime-local', value: localText(soon), min: localText(new Date()) });
  const said = h('p', { class: 'help' });
  const place = field('Time', input, { help: `In your time zone, ${zone}.` });
  place.append(said);
  const now = h('input', { type: 'radio', name: 'when', id: 'when-now', checked: true });
  const later = h('input', { type: 'radio', name: 'when', id: 'when-later' });
  /** @type {(action: string) => void} */
  let listener = () => {};
  const update = () => {
    place.hidden = !later.checked;
    setError(place, '');
    const date = new Date(input.value);
    said.textContent = Number.isNaN(date.getTime()) ? ''
      : `${date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })}, which is `
        + `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    listener(later.checked ? 'Schedule' : 'Publish');
  };
  for (const control of [now, later]) control.addEventListener('change', update);
  input.addEventListener('input', update);
  const element = h('fieldset', { class: 'publish-when' }, h('legend', {}, 'When'),
    h('div', { class: 'check' }, now, h('label', { for: now.id }, 'Now')),
    h('div', { class: 'check' }, later, h('label', { for: later.id }, 'At a time')), place);
  update();
  return {
    element,
    onChange(callback) { listener = callback; update(); },
    /** Undefined for now, a time as text, or null if the time is missing or has passed. */
    value() {
      if (!later.checked) return undefined;
      const date = new Date(input.value);
      if (Number.isNaN(date.getTime()) || date <= new Date()) {
        setError(place, Number.isNaN(date.getTime()) ? 'Enter a date and a time.'
          : 'This time has passed. Choose a later one, or publish now.');
        input.focus();
        return null;
      }
      return date.toISOString();
    },
  };
}
