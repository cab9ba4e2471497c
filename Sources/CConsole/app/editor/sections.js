// Sections: adding, moving and deleting them.
import { h } from '../kit/dom.js';
import { nameRule } from '../kit/api.js';
import { button, confirm, dialog, field, setError } from '../kit/ui.js';
import { member, set, textOf } from '../kit/json.js';
import { string, object, array, elements } from './layout.js';

const optional = (value) => (value === '' ? undefined : string(value));

/** Asks for the id, header and footer of a new section. Resolves to the new root. */
export function sectionDialog({ root }) {
  const sections = elements(member(root, 'sections'));
  const taken = new Set(sections.map((section) => textOf(member(section, 'id'))));
  const id = h('input', { spellcheck: 'false', autocomplete: 'off' });
  const header = h('input');
  const footer = h('textarea');
  const idField = field('Id', id,
    { help: 'Letters, digits, “.”, “_” and “-”. Apps and variants name the section by it.' });
  return dialog({
    title: 'Add a section',
    content: [idField, field('Header', header, { help: 'Shown above the items. May be empty.' }),
      field('Footer', footer, { help: 'Shown below the items. May be empty.' })],
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button('Add section', { kind: 'primary', on: () => {
        const problem = !nameRule.test(id.value)
          ? 'An id begins with a letter or digit, and has letters, digits, “.”, “_” and “-”.'
          : taken.has(id.value) ? 'Another section has this id.' : '';
        setError(idField, problem);
        if (problem) { id.focus(); return; }
        const texts = { id: string(id.value), header: optional(header.value), footer: optional(footer.value) };
        close(set(root, ['sections'], array([...sections, object({ ...texts, items: array([]) })])));
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
