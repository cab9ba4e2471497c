// Lists: entries that can be added, moved, duplicated and removed.
import { h } from '../kit/dom.js';
import { button, menuButton, say } from '../kit/ui.js';
import { equal } from '../kit/json.js';
import { emptyNode, firstNode } from './schema.js';
import { createField, withPlace } from './field.js';
import { titleOf } from './title.js';

/** A list. Each entry keeps its field when it moves, with what is open or incomplete in it. */
export function createList(context, initial) {
  const { set, schema, depth, label } = context;
  const entrySchema = set.resolve(schema.items);
  const noun = entrySchema.title ?? 'Entry';
  let node = initial;
  let rows = [];
  const list = h('ol', { class: 'entries' });
  const none = h('p', { class: 'soft none' }, 'No entries.');
  const add = button(`Add ${noun.toLowerCase()}`,
    { icon: 'plus', kind: 'offer', 'aria-label': `Add ${noun.toLowerCase()} to ${label}`, on: () => {
    const value = emptyNode(entrySchema, set) ?? firstNode(entrySchema);
    context.change([], { kind: 'array', elements: [...elements(), value] }, `Add to ${label}`);
    const row = rows.at(-1);
    if (row?.details) row.details.open = true;
    row?.field.focus([]);
    say(`Added ${noun.toLowerCase()} ${rows.length} to ${label}.`);
  } });
  const element = h('div', { class: 'list' }, none, list, h('div', { class: 'offers' }, add));
  const elements = () => node?.elements ?? [];
  const nameOf = (index) => `${noun} ${index + 1}`;

  function move(row, to) {
    const from = rows.indexOf(row);
    const target = Math.max(0, Math.min(rows.length - 1, to));
    if (target === from) return;
    const next = [...elements()];
    next.splice(target, 0, ...next.splice(from, 1));
    rows.splice(target, 0, ...rows.splice(from, 1));
    context.change([], { kind: 'array', elements: next }, `Move in ${label}`);
    row.menu.querySelector('button').focus();
    say(`Moved ${noun.toLowerCase()} from place ${from + 1} to ${target + 1} of ${rows.length}.`);
  }

  function change(next, words) {
    context.change([], { kind: 'array', elements: next }, words);
  }

  function drop(row) {
    const index = rows.indexOf(row);
    change(elements().filter((_, place) => place !== index), `Remove from ${label}`);
    say(`Removed ${noun.toLowerCase()} ${index + 1} from ${label}.`);
    (rows[Math.min(index, rows.length - 1)]?.menu.querySelector('button') ?? add).focus();
  }

  function createRow(value, place) {
    const row = { value };
    // The row is made before it is in the list.
    const index = () => (rows.includes(row) ? rows.indexOf(row) : place);
    row.menu = menuButton('Move or remove', () => [
      { label: 'To top', on: () => move(row, 0), disabled: index() === 0 ? 'This is the first one.' : '' },
      { label: 'Up', on: () => move(row, index() - 1), disabled: index() === 0 ? 'This is the first one.' : '' },
      { label: 'Down', on: () => move(row, index() + 1), disabled: index() === rows.length - 1
        ? 'This is the last one.' : '' },
      { label: 'To bottom', on: () => move(row, rows.length - 1), disabled: index() === rows.length - 1
        ? 'This is the last one.' : '' },
      { label: 'Duplicate', on: () => {
        const place = index();
        const next = [...elements()];
        next.splice(place + 1, 0, next[place]);
        change(next, `Duplicate in ${label}`);
        rows[place + 1]?.menu.querySelector('button').focus();
        say(`Duplicated ${noun.toLowerCase()} ${place + 1}.`);
      } },
      { label: 'Remove', on: () => drop(row) },
    ]);
    row.field = createField({
      set, schema: schema.items, label: nameOf(place), required: true, depth: depth + 1, isBare: true,
      form: context.form, path: () => [...context.path(), index()], isPicture: context.isPicture,
      change: (path, next, words) => {
        if (next === undefined && path.length === 0) return;
        context.change([index(), ...path], next, `${label}: ${words}`);
      },
    }, value);
    row.isGroup = row.field.isOpen;
    row.title = h('span', { class: 'label' });
    if (row.isGroup) {
      row.summary = h('span', { class: 'soft summary-text', dir: 'auto' });
      row.details = h('details', { open: elements().length <= 3 || null },
        h('summary', {}, row.title, ' ', row.summary), row.field.element);
    }
    row.element = h('li', { class: row.isGroup ? 'entry' : 'simple' }, row.isGroup ? row.details : row.field.element,
      row.menu);
    return row;
  }

  function update(value) {
    node = value;
    const values = elements();
    // After an undo, find entries again by their value, and the rest by position.
    const free = [...rows];
    const take = (row) => free.splice(free.indexOf(row), 1)[0];
    const next = values.map((each, index) => {
      const same = free.includes(rows[index]) && equal(rows[index].value, each) ? rows[index] : undefined;
      return same ? take(same) : undefined;
    });
    values.forEach((each, index) => {
      if (next[index]) return;
      const same = values.length === rows.length && values.filter((other, place) => !next[place]).length === 1
        ? undefined : free.find((row) => equal(row.value, each));
      if (same) next[index] = take(same);
    });
    values.forEach((each, index) => { next[index] ??= free.length > 0 && free.includes(rows[index]) ? take(rows[index])
      : undefined; });
    for (const row of free) {
      const hadFocus = row.element.contains(document.activeElement);
      row.element.remove();
      if (hadFocus) add.focus();
    }
    rows = next;
    values.forEach((each, index) => { rows[index] ??= createRow(each, index); });
    let last = null;
    rows.forEach((row, index) => {
      row.value = values[index];
      row.field.update(values[index]);
      row.field.rename(`${nameOf(index)} of ${label}`);
      row.title.textContent = nameOf(index);
      if (row.summary) row.summary.textContent = titleOf(values[index], set, schema.items) || firstText(values[index]);
      const trigger = row.menu.querySelector('button');
      trigger.setAttribute('aria-label', `Move or remove ${nameOf(index)}`);
      trigger.title = `Move or remove ${nameOf(index)}`;
      const following = last ? last.nextSibling : list.firstChild;
      if (following !== row.element) list.insertBefore(row.element, following);
      last = row.element;
    });
    none.hidden = rows.length > 0;
    list.hidden = rows.length === 0;
  }

  return {
    element, isGroup: true, update,
    setErrors(errors) {
      const own = [];
      const byRow = new Map();
      for (const error of errors) {
        const row = error.rest.length > 0 ? rows[Number(error.rest[0])] : undefined;
        if (!row) { own.push(withPlace(error)); continue; }
        byRow.set(row, [...(byRow.get(row) ?? []), { ...error, rest: error.rest.slice(1) }]);
      }
      for (const row of rows) {
        row.field.setErrors(byRow.get(row) ?? []);
        row.element.classList.toggle('has-error', byRow.has(row));
        if (byRow.has(row) && row.details) row.details.open = true;
      }
      return own;
    },
    focus([index, ...rest]) {
      const row = rows[Number(index)];
      if (!row) return add.focus();
      if (row.details) row.details.open = true;
      return row.field.focus(rest);
    },
  };
}

/** The first text of a value, as a name for an entry. */
function firstText(node) {
  if (node?.kind === 'string') return node.value;
  if (node?.kind === 'number') return node.text;
  for (const part of node?.members?.map((entry) => entry.value) ?? node?.elements ?? []) {
    const text = firstText(part);
    if (text) return text;
  }
  return '';
}
