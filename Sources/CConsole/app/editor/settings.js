// Settings of the screen or of a section.
import { h } from '../kit/dom.js';
import { get, nameRule } from '../kit/api.js';
import { button, confirm, dialog, field, setError } from '../kit/ui.js';
import { member, set, textOf } from '../kit/json.js';
import { string, object, array, elements } from './layout.js';

const optional = (value) => (value === '' ? undefined : string(value));

/** Asks for the screen's name and wire format; resolves to the new root, or undefined. */
export async function settingsDialog({ route, root }) {
  const { json } = await get('/formats');
  const name = h('input', { value: textOf(member(root, 'screenName')) ?? '', placeholder: route });
  const current = textOf(member(root, 'format')) ?? '';
  const format = h('select', { value: current }, h('option', { value: '' }, 'viewItems, the default'),
    json.formats.map((entry) => h('option', { value: entry.name, selected: entry.name === current }, entry.name)));
  return dialog({
    title: 'Screen settings', keeps: true,
    content: [
      field('Screen name', name,
        { help: `What wire formats send as the name. Left empty, it is the route, ${route}.` }),
      field('Wire format', format, { help: 'The shape in which requests that name no format get the screen.' }),
    ],
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button('Apply', { kind: 'primary', on: () =>
        close(set(set(root, ['screenName'], optional(name.value.trim())), ['format'], optional(format.value))) }),
    ],
  });
}

/** Asks for a section's id, header and footer; with no `index`, for a new section. Resolves to the new root. */
export function sectionDialog({ root, index }) {
  const sections = elements(member(root, 'sections'));
  const node = sections[index] ?? object({ items: array([]) });
  const others = sections.filter((_, number) => number !== index);
  const taken = new Set(others.map((section) => textOf(member(section, 'id'))));
  const id = h('input', { value: textOf(member(node, 'id')) ?? '', spellcheck: 'false', autocomplete: 'off' });
  const header = h('input', { value: textOf(member(node, 'header')) ?? '' });
  const footer = h('textarea', { value: textOf(member(node, 'footer')) ?? '' });
  const idField = field('Id', id,
    { help: 'Letters, digits, “.”, “_” and “-”. Apps and variants name the section by it.' });
  return dialog({
    title: index === undefined ? 'Add a section' : 'Edit the section',
    content: [idField, field('Header', header, { help: 'Shown above the items. May be empty.' }),
      field('Footer', footer, { help: 'Shown below the items. May be empty.' })],
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button(index === undefined ? 'Add section' : 'Apply', { kind: 'primary', on: () => {
        const problem = !nameRule.test(id.value)
          ? 'An id begins with a letter or digit, and has letters, digits, “.”, “_” and “-”.'
          : taken.has(id.value) ? 'Another section has this id.' : '';
        setError(idField, problem);
        if (problem) { id.focus(); return; }
        let next = node;
        for (const [name, value] of [['footer', footer.value], ['header', header.value], ['id', id.value]]) {
          next = member(next, name) ? set(next, [name], optional(value))
            : value === '' ? next : { kind: 'object', members: [{ name, value: string(value) }, ...next.members] };
        }
        const list = [...sections];
        list[index ?? list.length] = next;
        close(set(root, ['sections'], array(list)));
      } }),
    ],
  });
}

/** The root with a section moved by one place. */
export function movedSection(root, index, by) {
  const list = [...elements(member(root, 'sections'))];
  const [section] = list.splice(index, 1);
  list.splice(index + by, 0, section);
  return set(root, ['sections'], array(list));
}

/** The root without a section; asks first if it has items. */
export async function removedSection(root, index) {
  const section = member(root, 'sections').elements[index];
  const number = elements(member(section, 'items')).length;
  if (number > 0 && !await confirm({
    title: 'Delete the section', text: `Its ${number} items are deleted with it. Undo brings them back.`,
      action: 'Delete', kind: 'danger',
  })) return undefined;
  return set(root, ['sections', index], undefined);
}
