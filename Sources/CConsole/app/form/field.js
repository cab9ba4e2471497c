// Fields: a label, a help text, a place for errors, and a control or a group of further fields.
import { h, append, uniqueID } from '../kit/dom.js';
import { button } from '../kit/ui.js';
import { chooseWidget, typeOf } from './schema.js';
import { createControl } from './controls.js';
import { createObject, createList, createInnerItems } from './object.js';
import { createChoice } from './choice.js';
import { placeOf } from './places.js';

const groups = { object: createObject, array: createList, choice: createChoice, inner: createInnerItems };

/** Values nested deeper than this are shown as JSON. */
const maximumFieldDepth = 10;

/**
 * Makes the field of one value.
 *
 * `context`:
 * - `set`: the `SchemaSet`; `schema`: the value's schema, not resolved; `name`: its name in JSON
 * - `label`: the label of the field, instead of the schema's title or the name
 * - `required`; `depth`
 * - `change(path, node, label)`: writes a value below this one; an empty path is the value itself
 * - `form`: the `FormState`; `path()`: the names and indices from the item to the value, as they are now
 * - `isPicture(schema, path)`: whether an address is one of a picture
 * - `remove()`: removes the value; missing if the value is required
 * - `isBare`: without a head; `isJSON`: always JSON; `widget`: the control for a text, instead of the schema's
 *
 * Returns `{ element, update(node), setErrors(list), focus(path) }`; errors are `{ rest, diagnostic }`, `rest` being
 * their path below this value.
 */
export function createField(context, node) {
  const { set } = context;
  const schema = set.resolve(context.schema);
  const label = context.label ?? schema.title ?? context.name;
  const id = uniqueID('value');
  const labelID = `${id}-label`;
  const helpID = `${id}-help`;
  const errorID = `${id}-error`;
  let current = node;
  let widget;
  let part;
  let errors = [];
  let typing = '';

  const labelElement = h('label', { id: labelID, for: id, class: 'label' }, label);
  const groupLabel = h('span', { id: labelID, class: 'label' }, label);
  const name = context.name !== undefined && schema.title && !context.label && schema.title !== context.name
    ? h('code', { class: 'soft' }, context.name) : null;
  const removal = context.remove ? button(`Remove ${label}`,
    { icon: 'close', iconOnly: true, kind: 'quiet remove', on: context.remove }) : null;
  const head = h('div', { class: 'field-head' });
  const help = h('p', { class: 'help', id: helpID });
  const error = h('div', { class: 'error', id: errorID, hidden: true });
  const element = h('div', {});

  const describe = () => {
    const shown = [...(typing ? [{ message: typing }] : []), ...errors.map(({ diagnostic }) => diagnostic)];
    error.replaceChildren(...shown.map(({ message, hint, below }) => h('p', {},
      below ? [h('code', {}, below), ' '] : null, capitalised(message), hint && !hint.startsWith('the schema describes')
        ? ` (${hint})` : null)));
    error.hidden = shown.length === 0;
    element.classList.toggle('has-error', shown.length > 0);
    const control = part?.control;
    const target = part?.isGroup ? element : control;
    if (!target) return;
    const ids = [help.textContent ? helpID : null, shown.length > 0 ? errorID : null].filter(Boolean);
    if (ids.length > 0) target.setAttribute('aria-describedby', ids.join(' '));
      else target.removeAttribute('aria-describedby');
    if (control && !part.isGroup && control.tagName !== 'BUTTON') {
      if (shown.length > 0) control.setAttribute('aria-invalid', 'true'); else control.removeAttribute('aria-invalid');
    }
  };

  const widgetFor = (value) => {
    if (context.isJSON || context.depth > maximumFieldDepth) return 'json';
    // The items inside a fallback are not in the list `Items`.
    const place = context.form.inner && context.path()[0] === 'content' ? placeOf(schema, set) : undefined;
    if (place && (value === undefined || value.kind === (place.isList ? 'array' : 'object'))) return 'inner';
    const isText = value === undefined || value.kind === 'string';
    return context.widget && isText ? context.widget : chooseWidget(schema, value, context.name);
  };
  const build = () => {
    widget = widgetFor(current);
    const own = {
      ...context, id, label, labelID, schema, problem(text) { typing = text; describe(); },
      current: () => current, change: context.change,
      withdraw: (value) => context.form.withdraw(context.path(), value, label),
      note: (control, value) => context.form.note(control, value, context.path, () => labelElement.textContent),
    };
    part = groups[widget]?.(own, current)
      ?? createControl(widget, { ...own, change: (value) => context.change([], value, label) });
    element.replaceChildren();
    element.className = part.isGroup ? 'group' : 'field';
    if (part.isGroup) { element.setAttribute('role', 'group'); element.setAttribute('aria-labelledby', labelID); }
    else { element.removeAttribute('role'); element.removeAttribute('aria-labelledby'); }
    head.replaceChildren();
    append(head, part.isGroup ? groupLabel : labelElement, name, h('span', { class: 'spacer' }), removal);
    help.textContent = [schema.description, limits(schema, widget), context.isJSON ? ''
      : mismatch(schema, widget, current)].filter(Boolean).join(' ');
    const shownHelp = context.isBare || !help.textContent ? null : help;
    // The errors stand below a control, as everywhere in the console, and above a group, which may be long.
    append(element, context.isBare ? null : head, part.isGroup ? [shownHelp, error, part.element]
      : [part.element, shownHelp, error]);
    if (context.isBare && !part.isGroup) part.control.setAttribute('aria-label', label);
    part.update(current);
    const { restore } = part;
    const text = restore && context.form.takeText(context.path(), current);
    if (text !== undefined) context.form.restoreLater(() => restore(text));
    describe();
  };
  build();
  element.addEventListener('input', () => { if (!part.isGroup) context.form.type(context.path()); });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!part.isGroup && !element.contains(/** @type {Node} */ (relatedTarget))) context.form.leave(context.path());
  });

  const showErrors = () => { errors = part.setErrors ? part.setErrors(all) : all.map(withPlace); describe(); };
  let all = [];
  return {
    element,
    get label() { return label; },
    get isOpen() { return part.isGroup; },
    update(value) {
      current = value;
      const next = widgetFor(value);
      // A text that has become long keeps its control while somebody types.
      const keeps = next === widget || ['text', 'long-text'].every((each) => [next, widget].includes(each))
        || (element.contains(document.activeElement) && document.hasFocus() && !part.isGroup);
      if (keeps) part.update(value);
      else {
        const hadFocus = element.contains(document.activeElement);
        build();
        showErrors();
        if (hadFocus) this.focus([]);
      }
    },
    setErrors(list) { all = list; showErrors(); },
    rename(text) {
      labelElement.textContent = text;
      groupLabel.textContent = text;
      if (context.isBare) part.control?.setAttribute('aria-label', text);
    },
    focus(path) {
      if (path.length > 0 && part.focus) return part.focus(path);
      const target = part.control ?? element.querySelector('input, select, textarea, button, [tabindex]');
      target?.focus();
      target?.scrollIntoView({ block: 'nearest' });
      return target;
    },
  };
}

/** The names in quotes in the message of a missing member. */
export function missingNames({ code, message }) {
  return code === 'missing-member' ? [...message.matchAll(/"([^"]+)"/g)].map((match) => match[1]) : [];
}

/** An error at a place below a field that the field shows itself. */
export function withPlace({ rest, diagnostic }) {
  return { rest, diagnostic: rest.length > 0 ? { ...diagnostic, below: '/' + rest.join('/') } : diagnostic };
}

function capitalised(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

/** The bounds of a value in words, so that people know them before they type. */
function limits(schema, widget) {
  if (widget === 'integer' || widget === 'number') {
    const what = widget === 'integer' ? 'A whole number' : 'A number';
    const low = schema.minimum ?? schema.exclusiveMinimum;
    const high = schema.maximum ?? schema.exclusiveMaximum;
    const lowWord = schema.minimum !== undefined ? 'from' : 'above';
    const highWord = schema.maximum !== undefined ? 'to' : 'below';
    const step = schema.multipleOf !== undefined ? `, in steps of ${schema.multipleOf}` : '';
    if (low === undefined && high === undefined) return step ? `${what}${step}.` : '';
    return `${what}${low !== undefined ? ` ${lowWord} ${low}` : ''}${high !== undefined
      ? ` ${low === undefined && highWord === 'to' ? 'up to' : highWord} ${high}` : ''}${step}.`;
  }
  const { minLength, maxLength, minItems, maxItems } = schema;
  if (['text', 'long-text', 'uri', 'colour'].includes(widget)) return span(minLength > 0 ? minLength : undefined,
    maxLength, 'character');
  if (widget === 'array') return span(minItems, maxItems, schema.uniqueItems ? 'different entry' : 'entry');
  return '';
}

function span(low, high, noun) {
  const many = (count) => (count === 1 ? noun : noun.endsWith('entry') ? noun.replace('entry', 'entries') : `${noun}s`);
  if (low !== undefined && low === high) return `Exactly ${low} ${many(low)}.`;
  if (low !== undefined && high !== undefined) return `${low} to ${high} ${many(high)}.`;
  if (low !== undefined) return `At least ${low} ${many(low)}.`;
  return high !== undefined ? `At most ${high} ${many(high)}.` : '';
}

function mismatch(schema, widget, node) {
  if (widget !== 'json') return '';
  const type = typeOf(schema);
  if (node !== undefined && type !== undefined && chooseWidget(schema, undefined) !== 'json') {
    return `The schema wants ${{ object: 'an object', array: 'a list', integer: 'a whole number', string: 'a text',
      boolean: 'true or false' }[type] ?? `a ${type}`}; the value is another kind, shown as JSON.`;
  }
  return 'Written as JSON.';
}
