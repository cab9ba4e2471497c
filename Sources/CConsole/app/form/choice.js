// Choices: `oneOf`, `anyOf`, or one of several types.
import { h, append, fill } from '../kit/dom.js';
import { say } from '../kit/ui.js';
import { equal } from '../kit/json.js';
import { branches, branchLabel, distance, emptyNode, firstNode, insertMember, memberOrder, scalarNode,
  typeOf } from './schema.js';
import { createField, missingNames, withPlace } from './field.js';

/** `oneOf`, `anyOf` or several types. The shown branch is state of the form; typing never changes it. */
export function createChoice(context, initial) {
  const { set, schema, depth, label, id } = context;
  const options = branches(schema).map(({ base, branch }, index) => {
    const own = set.resolve(branch);
    return { schema: { allOf: [base, branch] }, label: branchLabel(own, index), own };
  });
  const repeated = (text) => options.filter((option) => option.label === text).length > 1;
  let node = initial;
  let chosen = choose(initial);
  let field;
  let isOwnEdit = false;
  const edit = (...all) => {
    isOwnEdit = true;
    try { context.change(...all); } finally { isOwnEdit = false; }
  };
  const select = h('select', { id, 'aria-label': `Kind of ${label}`, on: { change: () => {
    const index = Number(select.value);
    if (select.value === '' || index === chosen) return;
    chosen = index;
    const next = begin(options[index], node);
    if (next !== undefined && !equal(next, node)) edit([], next, `Choose ${options[index].label}`);
    show();
    // The texts of the fields of the other branch are gone.
    context.form.onText();
    say(`${label}: ${options[index].label}.`);
  } } });
  const body = h('div', { class: 'branch' });

  function choose(value) {
    if (value === undefined) return -1;
    const distances = options.map((option) => distance(set.resolve(option.schema), value, set));
    const best = Math.min(...distances);
    return best === Infinity ? -1 : distances.indexOf(best);
  }

  /** The value after choosing a branch: the old value if it is possible, with the constants of the branch. */
  function begin({ schema: next }, value) {
    const resolved = set.resolve(next);
    const empty = emptyNode(resolved, set);
    if (value === undefined || distance(resolved, value, set) === Infinity) return empty ?? firstNode(resolved);
    if (value.kind !== 'object') return value;
    let result = value;
    for (const [name, part] of Object.entries(resolved.properties ?? {})) {
      const own = set.resolve(part);
      if (!('const' in own) || own.const === null || typeof own.const === 'object') continue;
      const constant = scalarNode(own.const);
      const index = result.members.findIndex((entry) => entry.name === name);
      if (index >= 0) result = { kind: 'object',
        members: result.members.map((entry, place) => (place === index ? { name, value: constant } : entry)) };
      else if (resolved.required?.includes(name)) result = insertMember(result, name, constant, memberOrder(resolved));
    }
    return result;
  }

  function show() {
    fill(select, chosen < 0 ? h('option', { value: '' }, node === undefined ? 'Not set' : 'None of these') : null,
      options.map((option, index) => h('option', { value: String(index) }, repeated(option.label)
        ? `${option.label} (${index + 1})` : option.label)));
    select.value = chosen < 0 ? '' : String(chosen);
    field = undefined;
    body.replaceChildren();
    // Null has no parts to edit.
    if (chosen >= 0 && typeOf(options[chosen].own) === 'null') return;
    if (chosen < 0 && node === undefined) return;
    field = createField({
      set, schema: chosen < 0 ? {} : options[chosen].schema, label, name: context.name, required: context.required,
      depth: depth + 1, isBare: true, change: edit, form: context.form, path: context.path, isPicture: context.isPicture,
    }, node);
    append(body, field.element);
  }
  show();

  return {
    element: h('div', { class: 'choice' }, select, body), isGroup: true, control: select,
    update(value) {
      // Typing never changes the branch; undo, or another value from outside, may.
      const isForeign = !isOwnEdit && !equal(value, node);
      node = value;
      const next = isForeign ? choose(value) : chosen;
      const fits = chosen >= 0 && next >= 0 && value !== undefined
        && distance(set.resolve(options[chosen].schema), value, set) <= distance(set.resolve(options[next].schema),
          value, set);
      if (isForeign && next !== chosen && !fits) {
        const hadFocus = body.contains(document.activeElement);
        chosen = next;
        show();
        if (hadFocus) select.focus();
      } else field?.update(value);
    },
    setErrors(errors) {
      if (!field) return errors.map(withPlace);
      const own = errors.filter(({ rest, diagnostic }) => rest.length === 0 && missingNames(diagnostic).length === 0);
      field.setErrors(errors.filter((error) => !own.includes(error)));
      return own;
    },
    focus(path) { return field ? field.focus(path) : select.focus(); },
  };
}
