// The dialog that adds an item: all view types, each with its description and a picture.
import { h, uniqueID } from '../kit/dom.js';
import { address } from '../kit/api.js';
import { button, dialog, disable, field, setError } from '../kit/ui.js';
import { deviceFrame } from '../pages/device-frame.js';
import { SchemaSet } from './schema.js';
import { newItem } from './item-form.js';

/**
 * Asks for a view type. `schemas` is a map from names to JSON Schemas, `takenIDs` a set of the ids that the
 * screen has, `types` are the view types to choose from (all, if undefined). Resolves to the node of a new item, or to
 * undefined.
 * @param {{ schemas: Map<string, any>, takenIDs: Set<string>, types?: string[] }} options
 */
export function chooseItem({ schemas, takenIDs, types }) {
  const names = [...schemas.keys()].filter((name) => types?.includes(name) ?? true)
    .sort((a, b) => a.localeCompare(b, 'en'));
  const set = new SchemaSet(schemas);
  if (names.length === 0) return dialog({ title: 'Add an item',
    content: h('p', {}, types ? 'The server has none of the view types that can stand here.'
      : 'The server has no view types yet. Add one under View types first.') });
  let chosen;
  const group = uniqueID('view-type');
  const cards = new Map(names.map((name) => [name, card(name, set.resolve(schemas.get(name)))]));
  const none = h('p', { class: 'soft', hidden: true },
    'No view type has these words in its name, title or description.');
  const count = h('span', { class: 'visually-hidden', role: 'status' });
  const search = h('input', { type: 'search', autofocus: true, 'aria-label': 'Search view types',
    placeholder: 'Search view types', on: { input: filter } });
  const id = h('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', dir: 'ltr',
    on: { input: check } });
  const idField = field('Id (optional)', id,
    { help: 'Unique in the screen, such as summer-offer. Without one, the server makes one when it publishes.' });
  let add;
  let finish;

  function card(name, schema) {
    const radio = h('input', { type: 'radio', name: group, value: name,
      on: { change: () => { chosen = name; check(); } } });
    const frame = deviceFrame(320, { loading: 'lazy', tabindex: '-1', title: `Preview of ${name}`,
      src: address(`/previews/${encodeURIComponent(name)}/sample`, { width: 320 }) });
    // A label around the frame would read the frame's title as part of the name.
    const describedBy = uniqueID('about');
    radio.id = uniqueID('choice');
    radio.setAttribute('aria-describedby', describedBy);
    const element = h('div', { class: 'view-type-card' },
      h('div', { class: 'picture' }, frame),
      h('div', { class: 'about' },
        h('div', { class: 'check' }, radio, h('label', { for: radio.id },
          h('span', { class: 'label' }, schema.title ?? name),
          schema.title && schema.title !== name ? [' ', h('code', { class: 'soft' }, name)] : null)),
        h('p', { class: 'help', id: describedBy }, schema.description ?? 'Its schema has no description.')));
    // The whole card is a target for the pointer; the keyboard uses the radio button.
    element.addEventListener('click', (event) => {
      if (event.target.closest('label, input')) return;
      radio.checked = true;
      chosen = name;
      radio.focus();
      check();
    });
    element.addEventListener('dblclick', submit);
    return { element, radio, words: `${name} ${schema.title ?? ''} ${schema.description ?? ''}`.toLowerCase() };
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { element, words: text } of cards.values()) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) found += 1;
    }
    none.hidden = found > 0;
    count.textContent = found === 1 ? '1 view type' : `${found} view types`;
  }

  function problem() {
    const text = id.value.trim();
    return text !== '' && takenIDs.has(text) ? `The screen has an item “${text}” already. Choose another id.` : '';
  }

  function check() {
    setError(idField, problem());
    if (chosen) { add.removeAttribute('aria-disabled'); add.removeAttribute('aria-description'); add.title = ''; }
  }

  function submit() {
    if (!chosen) return;
    check();
    if (problem()) { id.focus(); return; }
    finish(newItem(chosen, set, id.value.trim()));
  }

  return dialog({
    title: 'Add an item', wide: true,
    content: () => [
      h('div', { class: 'add-item-search' }, search, count),
      h('div', { class: 'view-type-cards', role: 'radiogroup', 'aria-label': 'View type' },
        [...cards.values()].map(({ element }) => element)), none,
      h('form', { class: 'add-item-id', novalidate: true,
        on: { submit: (event) => { event.preventDefault(); submit(); } } }, idField),
    ],
    actions: (close) => {
      finish = close;
      add = disable(button('Add', { kind: 'primary', on: submit }), 'Choose a view type first.');
      return [button('Cancel', { on: () => close() }), add];
    },
  });
}
