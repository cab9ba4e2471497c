// Objects: a field for each member that is set or required; the others are offered by name.
import { h, fill } from '../kit/dom.js';
import { button, disable, say, menuButton } from '../kit/ui.js';
import { member, equal, textOf } from '../kit/json.js';
import { chooseWidget, emptyNode, insertMember, memberOrder, scalarNode, firstNode } from './schema.js';
import { createField, missingNames, withPlace } from './field.js';
import { placeOf } from './places.js';
import { titleOf, itemTitle } from './title.js';

/** The number of optional members that are offered before the button for the rest. */
const offeredAtOnce = 12;

/** An object. Required members and those that are set have fields; the others are offered by name. */
export function createObject(context, initial) {
  const { set, schema, depth } = context;
  const order = memberOrder(schema);
  const required = new Set(schema.required ?? []);
  const extra = schema.additionalProperties ?? schema.unevaluatedProperties;
  const fields = new Map();
  /** Members whose field was opened by hand: it stays until the value exists. */
  const opened = new Set(context.form.membersBelow(context.path()));
  let node = initial;
  let showsAll = false;
  const list = h('div', { class: 'members' });
  const unknownHead = h('p', { class: 'help unknown-head', hidden: true },
    'Members that the schema does not name, as JSON:');
  const unknownList = h('div', { class: 'members unknown' });
  const offers = h('div', { class: 'offers' });
  const element = h('div', { class: 'object' }, list, unknownHead, unknownList, offers);

  const write = (name) => (path, value, label) => {
    const known = node?.kind === 'object' && member(node, name) !== undefined;
    if (known) {
      if (path.length === 0 && value === undefined) opened.add(name);
      context.change([name, ...path], value, label);
    } else if (value !== undefined) {
      context.change([], insertMember(node, name, path.length === 0 ? value : { kind: 'object', members: [] }, order),
        label);
    }
  };
  const remove = (name) => {
    opened.delete(name);
    if (member(node, name) !== undefined) context.change([name], undefined, `Remove ${name}`);
    else {
      update(node);
      // The document does not change, so no edit drops the text of the field.
      context.form.onText();
    }
    say(`Removed ${name}.`);
    const offer = [...offers.querySelectorAll('button')].find((each) => each.dataset.name === name);
    (offer ?? offers.querySelector('button') ?? list.querySelector('input, select, textarea, button'))?.focus();
  };
  const open = (name) => {
    opened.add(name);
    const part = set.resolve(schema.properties[name]);
    const isSingle = context.form.inner && placeOf(part, set)?.isList === false;
    const widget = isSingle ? 'inner' : chooseWidget(part, undefined, name);
    // A group begins with an empty value; any other field waits for input.
    if (widget === 'object' || widget === 'array') write(name)([], emptyNode(part, set)
      ?? { kind: 'object', members: [] }, `Add ${name}`);
    else if (widget === 'const') write(name)([], scalarNode(part.const), `Add ${name}`);
    else update(node);
    fields.get(name)?.focus([]);
  };

  const isDeclared = (name) => Object.hasOwn(schema.properties ?? {}, name);
  const shownNames = () => {
    const present = new Set(node?.kind === 'object' ? node.members.map(({ name }) => name) : []);
    const declared = order.filter((name) => required.has(name) || present.has(name) || opened.has(name));
    const others = [...present, ...opened].filter((name, index, names) =>
      !isDeclared(name) && names.indexOf(name) === index);
    const missing = [...required].filter((name) => !isDeclared(name) && !others.includes(name));
    return { declared, others: [...others, ...missing] };
  };

  function update(value) {
    node = value;
    const { declared, others } = shownNames();
    const wanted = new Set([...declared, ...others]);
    for (const [name, field] of fields) {
      if (wanted.has(name)) continue;
      const hadFocus = field.element.contains(document.activeElement);
      field.element.remove();
      fields.delete(name);
      if (hadFocus) { element.tabIndex = -1; element.focus(); }
    }
    place(list, declared);
    place(unknownList, others);
    unknownHead.hidden = !others.some((name) => !required.has(name)) || typeof extra === 'object';
    offer(order.filter((name) => !wanted.has(name)));
  }

  function place(parent, names) {
    let last = null;
    for (const name of names) {
      const value = member(node, name);
      let field = fields.get(name);
      if (!field) {
        const own = isDeclared(name) ? schema.properties[name] : typeof extra === 'object' ? extra : {};
        field = createField({
          set, schema: own, name, required: required.has(name), depth: depth + 1, change: write(name),
          form: context.form, path: () => [...context.path(), name], isPicture: context.isPicture,
          remove: required.has(name) && isDeclared(name) ? undefined : () => remove(name),
        }, value);
        fields.set(name, field);
      } else field.update(value);
      const next = last ? last.nextSibling : parent.firstChild;
      if (next !== field.element) parent.insertBefore(field.element, next);
      last = field.element;
    }
  }

  function offer(names) {
    const mayName = typeof extra === 'object' || (extra !== false && order.length === 0);
    const isFull = schema.maxProperties !== undefined && (node?.members?.length ?? 0) >= schema.maxProperties;
    const key = `${names.join('\n')}|${showsAll}|${isFull}`;
    if (offers.dataset.key === key && offers.childElementCount > 0) return;
    offers.dataset.key = key;
    const shown = showsAll || names.length <= offeredAtOnce + 2 ? names : names.slice(0, offeredAtOnce);
    const buttons = shown.map((name) => {
      const part = set.resolve(schema.properties[name]);
      const control = button(part.title ?? name,
        { icon: 'plus', kind: 'offer', 'aria-label': `Add ${part.title ?? name}`,
        title: part.description || null, dataset: { name }, on: () => open(name) });
      if (isFull) disable(control,
        `There can be ${schema.maxProperties} of these at most. Remove ${node.members.map((entry) =>
          entry.name).join(', ')} first.`);
      return control;
    });
    if (shown.length < names.length) {
      buttons.push(button(`${names.length - shown.length} more`, { kind: 'quiet', on: () => {
        showsAll = true;
        update(node);
        offers.querySelectorAll('button')[offeredAtOnce]?.focus();
      } }));
    }
    fill(offers, names.length > 0 ? h('span', { class: 'soft offers-label' }, 'Not set:') : null, buttons, mayName
      ? nameField() : null);
    offers.hidden = names.length === 0 && !mayName;
  }

  function nameField() {
    const input = h('input', { type: 'text', 'aria-label': 'Name of a new member', placeholder: 'name',
      spellcheck: 'false', dir: 'auto' });
    const add = () => {
      const name = input.value;
      if (name === '' || fields.has(name)) { input.focus(); return; }
      opened.add(name);
      input.value = '';
      update(node);
      fields.get(name)?.focus([]);
    };
    input.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); add(); } });
    return h('span', { class: 'pair' }, input, button('Add member', { icon: 'plus', kind: 'offer', on: add }));
  }

  return {
    element, isGroup: true, update,
    setErrors(errors) {
      const byName = new Map();
      const own = [];
      for (const error of errors) {
        const names = error.rest.length > 0 ? [error.rest[0]] : missingNames(error.diagnostic);
        const known = names.filter((name) => fields.has(name) && (error.rest.length > 0 || member(node,
          name) === undefined));
        if (known.length === 0) { own.push(withPlace(error)); continue; }
        for (const name of known) {
          const entry = error.rest.length > 0 ? { ...error, rest: error.rest.slice(1) }
            : { rest: [], diagnostic: { ...error.diagnostic, hint: undefined } };
          byName.set(name, [...(byName.get(name) ?? []), entry]);
        }
      }
      for (const [name, field] of fields) field.setErrors(byName.get(name) ?? []);
      return own;
    },
    focus([name, ...rest]) {
      const field = fields.get(name);
      return field ? field.focus(rest) : element.querySelector('input, select, textarea, button')?.focus();
    },
  };
}

// Lists: entries that can be added, moved, duplicated and removed.

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

// Items inside an item: the form shows their names. Each has its own form, and its own row in the list `Items`.

/** The items at a place. `context.form.inner` opens them and adds one. */
export function createInnerItems(context, initial) {
  const { set, schema, label, form } = context;
  const { isList } = placeOf(schema, set);
  const list = h('ul', { class: 'inner-items' });
  const none = h('p', { class: 'soft none' }, isList ? 'No items.' : 'No item.');
  const add = button('Add item', { icon: 'plus', kind: 'offer', 'aria-label': `Add item to ${label}`,
    on: () => form.inner.add(context.path()) });
  const element = h('div', { class: 'list' }, none, list, h('div', { class: 'offers' }, add));

  function update(node) {
    const nodes = isList ? node?.elements ?? [] : node === undefined ? [] : [node];
    fill(list, nodes.map((item, index) => h('li', {}, h('button', { type: 'button', class: 'link', on: { click: () =>
      form.inner.open(isList ? [...context.path(), index] : context.path()) } },
    itemTitle(item, set) || textOf(member(item, 'id')) || 'Item without id'), ' ',
    h('span', { class: 'mono soft' }, textOf(member(item, 'viewType')) ?? '?'))));
    none.hidden = nodes.length > 0;
    list.hidden = nodes.length === 0;
    add.hidden = !isList && nodes.length > 0;
  }
  update(initial);
  return { element, isGroup: true, update, focus: () => add.focus() };
}
