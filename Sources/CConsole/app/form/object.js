// Objects: a field for each member that is set or required; the others are offered by name.
import { h, fill } from '../kit/dom.js';
import { button, disable, say } from '../kit/ui.js';
import { member } from '../kit/json.js';
import { chooseWidget, emptyNode, insertMember, memberOrder, scalarNode } from './schema.js';
import { createField, missingNames, withPlace } from './field.js';
import { placeOf } from './places.js';

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
