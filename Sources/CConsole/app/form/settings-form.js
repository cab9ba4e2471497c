// The form of a screen's settings, or of a section's: its name, its wire format, its pages and its values.
import { h, fill, uniqueID } from '../kit/dom.js';
import { button, diagnostic, field, setError } from '../kit/ui.js';
import { at, member, set as setNode, textOf, tokens } from '../kit/json.js';
import { SchemaSet, insertMember, typeOf } from './schema.js';
import { createField, missingNames } from './field.js';
import { FormState } from './form-state.js';
import { isPicture } from './pictures.js';

const settingsOrder = {
  screen: ['screenName', 'format', 'pages', 'values', 'items', 'sections'],
  section: ['id', 'header', 'footer', 'values', 'requires', 'items'],
};
const defaultFormat = 'viewItems';
const firstPages = { kind: 'object', members: [{ name: 'size', value: { kind: 'number', text: '20' } }] };

/** The members that are texts; one that is left empty is removed. */
const textMembers = {
  screen: {
    screenName: { title: 'Screen name', description: 'What wire formats send as the name.' },
  },
  section: {
    id: { title: 'Id', description: 'Letters, digits, “.”, “_” and “-”. Apps and variants name the section by it.' },
    header: { title: 'Header', description: 'Shown above the items. May be empty.' },
    footer: { title: 'Footer', description: 'Shown below the items. May be empty.' },
  },
};

/**
 * Makes the form of settings.
 *
 * `kind` is `screen` or `section`, `node` the definition or the section, `path` its pointer tokens, `formats` a map
 * from wire formats to their documents, and `format()` returns the name of the screen's. `kept` are the texts of
 * `onTexts(texts)`, `note` is shown above the fields, and `onClose()` is called by `Close settings` and by Escape. The
 * other members, and what is returned, are those of `itemForm`.
 */
export function settingsForm({
  kind, route, node, path, format, formats, schemas, errors = [], kept, onEdit, onTexts, onLeave, onType, onClose, note,
}) {
  let current = node;
  let element;
  const order = settingsOrder[kind];
  const form = new FormState({
    kept, withdraw: (relative, value, label) => edit(relative, value, label, { withdraws: true }),
    onText: () => form.tell(element), onTexts, onLeave, onType,
  });
  const summary = h('div', { class: 'message error form-summary', hidden: true });
  const parts = new Map();
  const names = h('div', {});
  const valuesHolder = h('div', {});

  function edit(relative, value, label, options) {
    current = setNode(current, relative, value);
    onEdit(relative, value, label, options);
    update(current);
  }

  /** Writes below a member, which may be missing. */
  const write = (name) => (relative, value, label) => {
    if (member(current, name) !== undefined) edit([name, ...relative], value, label);
    else if (value !== undefined) {
      const whole = relative.length === 0 ? value : setNode({ kind: 'object', members: [] }, relative, value);
      edit([], insertMember(current, name, whole, order), label);
    }
  };

  function addText(name) {
    const { title, description } = textMembers[kind][name];
    const part = createField({
      set: new SchemaSet(schemas), form, name, label: title, depth: 0, required: name === 'id', path: () => [name],
      schema: { type: 'string', description }, widget: name === 'footer' ? 'filled-area' : 'filled',
      change: write(name),
    }, member(current, name));
    parts.set(name, part);
    names.append(part.element);
  }
  for (const name of Object.keys(textMembers[kind])) addText(name);
  if (kind === 'screen') {
    parts.set('format', formatPart());
    parts.set('pages', pagesPart());
    names.append(parts.get('format').element);
    names.querySelector('input').placeholder = route;
  }

  // The wire format

  function formatPart() {
    const select = h('select', { on: { change: () => {
      write('format')([], select.value === '' ? undefined : { kind: 'string', value: select.value }, 'Wire format');
    } } });
    const holder = field('Wire format', select,
      { help: 'The shape in which requests that name no format get the screen.' });
    return {
      element: holder,
      update(value) {
        const name = textOf(value) ?? '';
        const known = [...new Set([...formats.keys(), ...(name ? [name] : [])])];
        if (select.childElementCount !== known.length + 1) {
          fill(select, h('option', { value: '' }, `${defaultFormat}, the default`),
            known.map((one) => h('option', { value: one }, formats.has(one) ? one : `${one} (unknown)`)));
        }
        select.value = name;
      },
      setErrors: (list) => setError(holder, list.map(({ diagnostic: each }) => each.message).join(' ')),
      focus: () => select.focus(),
    };
  }

  // The pages

  function pagesPart() {
    const box = h('input', { type: 'checkbox', id: uniqueID('pages'), on: { change: () => {
      write('pages')([], box.checked ? firstPages : undefined,
        box.checked ? 'Send the screen in pages' : 'Send the screen as a whole');
      if (box.checked) size?.focus([]);
    } } });
    const help = h('p', { class: 'help', id: `${box.id}-help` },
      'For long screens: apps get the first items, and with them the address of the next page. Without pages, they get '
        + 'all items at once.');
    box.setAttribute('aria-describedby', help.id);
    const error = h('p', { class: 'error', hidden: true });
    const body = h('div', { class: 'pages-fields' });
    const element = h('div', { class: 'field pages' },
      h('div', { class: 'check' }, box, h('label', { for: box.id }, 'Send in pages')), help, error, body);
    let size;
    let parameter;
    const own = (name, label, schema, required, widget) => createField({
      set: new SchemaSet(schemas), form, name, label, required, depth: 1, widget, schema, path: () => ['pages', name],
      change: (relative, value, words) => write('pages')([name, ...relative], value, words),
    }, at(current, ['pages', name]));
    return {
      element,
      update(value) {
        box.checked = value !== undefined;
        if (value?.kind !== 'object') { fill(body); size = parameter = undefined; return; }
        if (!size) {
          size = own('size', 'Items on a page', { type: 'integer', minimum: 1, maximum: 1000,
            description: 'Items inside other items are not counted.' }, true);
          parameter = own('parameter', 'Query parameter', { type: 'string',
            description: 'Its name in the addresses of pages, which the server makes. Left empty, it is “after”.' },
          false, 'filled');
          fill(body, size.element, parameter.element);
          parameter.element.querySelector('input')?.setAttribute('placeholder', 'after');
        }
        size.update(member(value, 'size'));
        parameter.update(member(value, 'parameter'));
      },
      setErrors(list) {
        const fields = { size, parameter };
        const rests = [];
        for (const each of list) {
          const name = each.rest[0] ?? missingNames(each.diagnostic)[0];
          if (!fields[name]) rests.push(each);
        }
        for (const [name, one] of Object.entries(fields)) {
          one?.setErrors(list.filter((each) => (each.rest[0] ?? missingNames(each.diagnostic)[0]) === name)
            .map(({ rest, diagnostic: each }) => ({ rest: rest.slice(1), diagnostic: each })));
        }
        error.textContent = rests.map(({ diagnostic: each }) => each.message).join(' ');
        error.hidden = rests.length === 0;
      },
      focus: ([name]) => ((name === 'parameter' ? parameter : size) ?? { focus: () => box.focus() }).focus([]),
    };
  }

  // The values

  let shownSchema;
  let required = [];
  let values;
  /** The form of the values follows the wire format. Without a schema, it follows the values. */
  function updateValues(value) {
    const own = member(current, 'format');
    const name = kind === 'screen' ? textOf(own) ?? defaultFormat : format() ?? defaultFormat;
    const schema = formats.get(name)?.values?.[kind];
    const isShown = schema !== undefined || value !== undefined;
    const source = !isShown ? undefined : schema ?? 'none';
    if (source !== shownSchema) {
      shownSchema = source;
      const set = new SchemaSet(schemas);
      if (schema !== undefined) set.index(schema, schema);
      required = schema === undefined ? [] : set.resolve(schema).required ?? [];
      values = isShown ? createField({
        set, form, name: 'values', label: 'Values', depth: 0, required: true, path: () => ['values'],
        schema: schema === undefined ? guessed(value) : withType(schema, set), change: write('values'),
        isPicture: (schema, place) => isPicture(schema, place.slice(1), ''),
      }, value) : undefined;
      values?.element.classList.add('values');
      fill(valuesHolder, values?.element);
    } else values?.update(value);
  }

  element = h('div', { class: 'item-form settings-form', dataset: { route } }, summary,
    note ? h('p', { class: 'message' }, note) : null, names, valuesHolder, parts.get('pages')?.element,
    h('div', { class: 'form-foot' }, button('Close settings', { on: onClose })));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  });

  function update(next) {
    current = next;
    for (const [name, part] of parts) part.update(member(next, name));
    updateValues(member(next, 'values'));
    form.tell(element);
  }

  function setErrors(list) {
    const shown = list.map((each) => ({ rest: tokens(each.pointer ?? '').slice(path.length), diagnostic: each }));
    const below = (name) => shown.filter(({ rest }) => rest[0] === name)
      .map(({ rest, diagnostic: each }) => ({ rest: rest.slice(1), diagnostic: each }));
    // Where there are no values, the server reports a missing one at the screen or the section itself.
    const isMissingValue = ({ rest, diagnostic: each }) => {
      // The message is: "values" needs the member "title".
      const [owner, ...names] = missingNames(each);
      return rest.length === 0 && values !== undefined && owner === 'values' && names.length > 0
        && names.every((name) => required.includes(name));
    };
    for (const [name, part] of parts) part.setErrors(below(name));
    values?.setErrors([...below('values'), ...shown.filter(isMissingValue)]);
    const others = shown.filter((each) => !parts.has(each.rest[0]) && !isMissingValue(each)
      && !(each.rest[0] === 'values' && values));
    summary.hidden = others.length === 0;
    fill(summary, h('ul', { class: 'diagnostics' }, others.map(({ diagnostic: each }) => diagnostic(each))));
  }

  update(node);
  setErrors(errors);
  return {
    element, setErrors, update,
    /** Moves the focus to the control of a JSON Pointer within the definition. */
    focus(pointerText) {
      const [name, ...rest] = tokens(pointerText).slice(path.length);
      (name === 'values' ? values : parts.get(name))?.focus(rest);
    },
  };
}

/** Values are an object, also where their schema does not say so. */
function withType(schema, set) {
  return typeOf(set.resolve(schema)) === undefined ? { allOf: [schema], type: 'object' } : schema;
}

/** A schema for values that have none: a field for each text, number and switch, and JSON for what has parts. */
function guessed(node) {
  const kinds = { string: 'string', number: 'number', boolean: 'boolean' };
  const properties = (node?.members ?? []).map(({ name, value }) =>
    [name, kinds[value.kind] ? { type: kinds[value.kind] } : value.kind === 'object' ? guessed(value) : {}]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: {} };
}
