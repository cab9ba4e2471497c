// The form of one item: its id, its content by the schema of its view type, and its fallback.
import { h, append, fill, uniqueID } from '../kit/dom.js';
import { button, confirm, diagnostic, field, setError } from '../kit/ui.js';
import { member, set as setNode, tokens } from '../kit/json.js';
import { SchemaSet, emptyNode, insertMember } from './schema.js';
import { createField } from './field.js';
import { FormState } from './form-state.js';
import { isPicture } from './pictures.js';

const itemOrder = ['id', 'viewType', 'content', 'requires', 'fallback'];
/** How many fallbacks may follow each other (the server's limit). */
const maximumFallbacks = 8;

/**
 * Makes the form of an item.
 *
 * `item` is its node, `path` its pointer tokens within the definition, `schemas` a map from view types to their JSON
 * Schemas, `images` one to the members that their previews draw as images (`imagesOf`), `errors` the server's
 * diagnostics in the item. Each edit calls `onEdit(path, node, label, options)` with a
 * path relative to the item; undefined removes a member. With `withdraws`, it takes the typing in a field back.
 * `texts` are what `onTexts(texts)` got last: the texts of fields that are no values. `onLeave(pointer)` is called when a
 * field is left. `inner` has `open(path)` and `add(path)`, which show and add an item inside the item.
 *
 * Returns `{ element, setErrors(errors), update(item), focus(pointer) }`. A control in which somebody types is left alone.
 */
export function itemForm({
  route, item, path, schemas, images, errors = [], texts, onEdit, onRemove, onTexts = () => {}, onLeave = () => {}, onType,
  inner,
}) {
  const set = new SchemaSet(schemas);
  let current = item;
  let shown = [];
  const nameOf = () => member(current, 'id')?.value ?? member(current, 'viewType')?.value ?? 'item';
  const summary = h('div', { class: 'message error form-summary', hidden: true });
  const edit = (relative, node, label, options) => {
    // The edit is applied here at once: a second one may come before the editor calls `update`.
    current = setNode(current, relative, node);
    onEdit(relative, node, label ? `${label} of ${nameOf()}` : `Edit ${nameOf()}`, options);
    part.update(current);
    // A row that moves takes its text along.
    form.tell(element);
  };
  const form = new FormState({
    kept: texts, withdraw: (relative, node, label) => edit(relative, node, label, { withdraws: true }),
    onText: () => form.tell(element), onTexts, onLeave, onType, inner,
  });
  let element;
  const part = createPart({ set, form, images, depth: 0, path: () => [], change: edit }, item);
  const identity = createIdentity();
  element = h('div', { class: 'item-form', dataset: { route } }, summary, identity.element, part.element,
    h('div', { class: 'form-foot' }, button('Delete item', { kind: 'danger', on: () => onRemove?.() })));

  function createIdentity() {
    const input = h('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      dir: 'ltr', value: idText() });
    const warning = h('p', { class: 'help rename', hidden: true });
    const holder = field('Id', input, { help: 'Unique in the screen. Without one, the server makes one.' });
    holder.insertBefore(warning, holder.querySelector('.error'));
    holder.classList.add('identity');
    input.addEventListener('input', () => {
      warning.hidden = input.value === idText() || idText() === '';
      warning.textContent = `Variants may name “${idText()}” too: look at them after you have renamed it. `
        + 'Tests of apps that name it have to follow.';
    });
    // Write the id when it is complete, because it identifies the rows of the list.
    for (const event of ['change', 'settle']) input.addEventListener(event, () => {
      const text = input.value.trim();
      warning.hidden = true;
      if (text === idText()) return;
      const old = idText();
      const value = text === '' ? undefined : { kind: 'string', value: text };
      if (member(current, 'id') !== undefined || value === undefined) change(['id'], value);
      else {
        current = insertMember(current, 'id', value, itemOrder);
        onEdit([], current, `Name ${text}`);
      }
      function change(relative, node) {
        current = setNode(current, relative, node);
        onEdit(relative, node, node === undefined ? `Remove the id ${old}` : `Rename ${old} to ${text}`);
      }
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      input.dispatchEvent(new Event('change'));
    });
    input.addEventListener('blur', () => { if (input.value.trim() === idText()) input.value = idText(); });
    return {
      element: holder,
      update() {
        if (input === document.activeElement || input.value === idText()) return;
        input.value = idText();
        warning.hidden = true;
      },
      setError: (text) => setError(holder, text),
      focus: () => input.focus(),
    };
  }
  function idText() { return member(current, 'id')?.value ?? ''; }

  function setErrors(list) {
    shown = list.map((each) => ({ rest: tokens(each.pointer ?? '').slice(path.length), diagnostic: each }));
    identity.setError(shown.filter(({ rest }) =>
      rest.length === 1 && rest[0] === 'id').map(({ diagnostic: { message } }) => message).join(' '));
    part.setErrors(shown.filter(({ rest }) => !(rest.length === 1 && rest[0] === 'id')));
    summary.hidden = shown.length < 2;
    fill(summary, shown.length < 2 ? null : [h('p', {}, h('strong', {}, `${shown.length} errors in this item`)),
      h('ul', { class: 'diagnostics' }, shown.map(({ rest, diagnostic: { message } }) => h('li', {},
        h('button', { type: 'button', class: 'error-link', on: { click: () => focus(rest) } }, message))))]);
  }

  function focus(rest) {
    if (rest.length === 1 && rest[0] === 'id') identity.focus(); else part.focus(rest);
  }

  setErrors(errors);
  form.tell(element);
  return {
    element, setErrors,
    update(next) {
      current = next;
      identity.update();
      part.update(next);
      form.tell(element);
    },
    /** Moves the focus to the control of a JSON Pointer within the definition. */
    focus(pointerText) { focus(tokens(pointerText).slice(path.length)); },
  };
}

/**
 * The content, `requires` and `fallback` of an item or of a fallback. `context` has `set`, `form`, `depth` (0 for the
 * item), `path()` and `change(path, node, label)`, relative to the item.
 */
function createPart({ set, form, images, depth, path, change }, item) {
  let current = item;
  let viewType = member(item, 'viewType')?.value;
  let content = createContent();
  const write = (name) => (path, value, label) => {
    if (member(current, name) !== undefined) change([name, ...path], value, label);
    else if (value !== undefined) change([],
      insertMember(current, name, path.length === 0 ? value : setNode({ kind: 'object', members: [] }, path, value),
        itemOrder), label);
  };

  const requires = createField({
    set, form, name: 'requires', label: 'Condition', depth: 0, isJSON: true, path: () => [...path(), 'requires'],
      change: (path, value, label) => write('requires')(path, value, label),
    schema: { description: 'Apps get the item only when the attributes of the request meet this condition, written as '
      + 'JSON: {"country": {"$in": ["KR", "JP"]}}, for example. Without one, all apps get it.' },
  }, member(item, 'requires'));
  const fallback = createFallback();
  const delivery = h('details', { class: 'delivery', open: isDelivered(item) ? true : null },
    h('summary', {}, h('span', { class: 'label' }, 'Delivery'), ' ', h('span', { class: 'soft summary-text' })),
      requires.element, fallback.element);
  const holder = h('div', { class: 'content-holder' });
  const element = h('div', { class: 'part' }, holder, delivery);
  show();

  function isDelivered(node) {
    return member(node, 'requires') !== undefined || member(node, 'fallback') !== undefined;
  }

  function createContent() {
    const schema = set.viewType(viewType);
    return createField({
      set, form, schema: schema ?? {}, name: 'content', label: schema?.title ?? viewType ?? 'Content', required: true,
      depth: 0, path: () => [...path(), 'content'],
      // The path in the content: a fallback has its own.
      isPicture: (own, place) => isPicture(own, place.slice(place.indexOf('content') + 1), viewType ?? '',
        images?.get(viewType)),
      change: (path, value, label) => write('content')(path, value, label),
    }, member(current, 'content'));
  }

  function show() {
    fill(holder, viewType !== undefined && set.viewType(viewType) === undefined
      ? h('div', { class: 'message warn' }, h('p', {},
        `The server has no view type “${viewType}”. Add it under View types, or choose another item.`)) : null,
    content.element);
    content.element.classList.add('content');
    content.element.setAttribute('data-view-type', viewType ?? '');
  }

  function describe() {
    const words = [];
    if (member(current, 'requires') !== undefined) words.push('under a condition');
    const stand = member(current, 'fallback');
    if (stand !== undefined) words.push(stand.kind === 'string' ? 'left out where unknown' : 'with a fallback');
    delivery.querySelector('.summary-text').textContent = words.length > 0 ? words.join(', ') : 'to all apps';
  }
  describe();

  function createFallback() {
    const choices = [['none', 'None: the item is left out'], ['drop', 'drop: the item is left out on purpose'],
      ['item', 'Another item']];
    const id = uniqueID('fallback');
    const select = h('select', { id, on: { change: () => choose(select.value) } });
    const help = h('p', { class: 'help', id: `${id}-help` },
      'What stands in for the item in an app that cannot show it, because it does not know the view type, or because '
        + 'the content is more than it can read.');
    const error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
    select.setAttribute('aria-describedby', `${id}-help ${id}-error`);
    const types = h('select', { 'aria-label': 'View type of the fallback', on: { change: () => begin(types.value) } });
    const body = h('div', { class: 'branch' });
    const element = h('div', { class: 'field' },
      h('div', { class: 'field-head' }, h('label', { class: 'label', for: id }, depth === 0 ? 'Fallback'
        : 'Fallback of the fallback')),
      select, help, error, body);
    let inner;
    // “Another item” is chosen, and its view type is not.
    let pending = form.takeText([...path(), 'fallback'], member(item, 'fallback')) !== undefined;

    const kind = (node) => (node === undefined ? (pending ? 'item' : 'none') : node.kind === 'string' ? 'drop'
      : 'item');
    function choose(next) {
      const node = member(current, 'fallback');
      pending = next === 'item';
      if (next === 'item') {
        // The view type comes first: nothing is written before it is chosen.
        if (node?.kind === 'string') write('fallback')([], undefined, 'Remove fallback');
        update(current);
        types.focus();
        return;
      }
      write('fallback')([], next === 'drop' ? { kind: 'string', value: 'drop' } : undefined, next === 'drop'
        ? 'Set fallback' : 'Remove fallback');
      update(current);
    }
    async function begin(name) {
      if (name === '') return;
      const node = member(current, 'fallback');
      if (node !== undefined && member(node, 'viewType')?.value !== name
        && (member(node, 'content')?.members?.length ?? 0) > 0
        && !await confirm({ title: 'Change the view type?',
          text: 'The content of this fallback is replaced by an empty one of the new view type. You can undo it.',
            action: 'Change it' })) {
        types.value = member(node, 'viewType')?.value ?? '';
        return;
      }
      write('fallback')([], newItem(name, set), 'Set fallback');
      inner?.focus(['content']);
    }
    function update(next) {
      const node = member(next, 'fallback');
      if (node !== undefined) pending = false;
      const now = kind(node);
      types.toggleAttribute('data-unwritten', pending);
      form.note(select, pending ? { node: undefined } : undefined, () => [...path(), 'fallback'],
        () => element.querySelector('label').textContent);
      if (select.childElementCount === 0) append(select,
        choices.map(([value, label]) => h('option', { value }, label)));
      select.value = now;
      if (depth + 1 >= maximumFallbacks) select.querySelector('[value="item"]').disabled = true;
      if (now !== 'item') { body.replaceChildren(); inner = undefined; return; }
      const name = member(node, 'viewType')?.value ?? '';
      if (inner && node !== undefined && body.dataset.viewType === name) { inner.update(node); return; }
      body.dataset.viewType = name;
      fill(types, name === '' ? h('option', { value: '' }, 'Choose a view type') : null,
        [...new Set([...set.documents.keys(), ...(name ? [name] : [])])].map((each) =>
          h('option', { value: each }, each)));
      types.value = name;
      inner = node === undefined ? undefined : createPart({
        set, form, images, depth: depth + 1, path: () => [...path(), 'fallback'], change: (relative, value, label) =>
          change(['fallback', ...relative], value, label ? `${label} of the fallback` : label),
      }, node);
      // The select stays in place, so that it keeps the focus.
      if (body.firstChild !== types) fill(body, types, inner?.element);
      else { body.lastChild !== types && body.lastChild.remove(); if (inner) body.append(inner.element); }
    }
    return {
      element, update,
      setErrors(list) {
        const own = inner ? list.filter(({ rest }) => rest.length === 0) : list;
        error.textContent = own.map(({ diagnostic: each }) => each.message).join(' ');
        error.hidden = own.length === 0;
        if (own.length > 0) select.setAttribute('aria-invalid', 'true'); else select.removeAttribute('aria-invalid');
        inner?.setErrors(list.filter(({ rest }) => rest.length > 0));
      },
      focus(path) { if (inner && path.length > 0) inner.focus(path); else select.focus(); },
    };
  }
  fallback.update(item);

  const own = h('ul', { class: 'diagnostics' });
  const ownHolder = h('div', { class: 'message error', hidden: true }, own);
  element.prepend(ownHolder);

  return {
    element,
    update(next) {
      current = next;
      if (member(next, 'viewType')?.value !== viewType) {
        viewType = member(next, 'viewType')?.value;
        content = createContent();
        show();
      } else content.update(member(next, 'content'));
      requires.update(member(next, 'requires'));
      fallback.update(next);
      describe();
    },
    setErrors(list) {
      const below = (name) => list.filter(({ rest }) => rest[0] === name).map(({ rest, diagnostic: each }) =>
        ({ rest: rest.slice(1), diagnostic: each }));
      content.setErrors(below('content'));
      requires.setErrors(below('requires'));
      fallback.setErrors(below('fallback'));
      const others = list.filter(({ rest }) => !['content', 'requires', 'fallback'].includes(rest[0]));
      fill(own, others.map(({ diagnostic: each }) => diagnostic(each)));
      ownHolder.hidden = others.length === 0;
      if (list.some(({ rest }) => rest[0] === 'requires' || rest[0] === 'fallback')) delivery.open = true;
    },
    focus([name, ...rest]) {
      if (name === 'requires' || name === 'fallback') delivery.open = true;
      if (name === 'requires') requires.focus(rest);
      else if (name === 'fallback') fallback.focus(rest);
      else content.focus(rest);
    },
  };
}

/** A new item of a view type: only the members that its schema requires, empty where something must be typed. */
export function newItem(viewType, set, id) {
  const schema = set.viewType(viewType);
  const content = (schema !== undefined && emptyNode(schema, set)) || { kind: 'object', members: [] };
  const members = [{ name: 'viewType', value: { kind: 'string', value: viewType } },
    { name: 'content', value: content }];
  if (id) members.unshift({ name: 'id', value: { kind: 'string', value: id } });
  return { kind: 'object', members };
}
