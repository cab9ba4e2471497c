import { h, uniqueID } from '../kit/dom.js';
import { needs } from './access.js';

/** A switch (role switch) with its name and a description. `on` gets the wanted state. */
export function switchControl(name, { key, isOn, description, on, scope, action }) {
  const id = uniqueID('switch');
  const control = needs(scope, action, h('button',
    { type: 'button', role: 'switch', class: 'switch', 'aria-checked': String(isOn),
    'aria-labelledby': `${id}-name`, 'aria-describedby': description ? `${id}-text` : null, dataset: { focus: key },
    on: { click: () => on(!isOn) } }, h('span', { class: 'switch-knob', 'aria-hidden': 'true' })));
  return h('div', { class: 'switch-row' }, control,
    h('div', {}, h('div', { class: 'switch-name', id: `${id}-name` }, name),
      description ? h('div', { class: 'soft', id: `${id}-text` }, description) : null));
}
