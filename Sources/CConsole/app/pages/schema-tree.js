import { h } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { listed } from './text.js';

const deepest = 12;

/** A JSON Schema for reading: each member with its type, whether it is required, and its other constraints. */
export function schemaTree(schema) {
  if (schema === true) return h('p', {}, 'Any content is allowed.');
  if (schema === false) return h('p', {}, 'No content is allowed.');
  return h('div', { class: 'schema-tree panel' },
    membersOf(schema, schema, 0, new Set()) ?? h('p', {}, inWords(schema, schema)),
    schema.additionalProperties === false ? h('p', { class: 'soft later' }, 'Other members are an error.') : null);
}

// A reference within the document, followed; one to another view type stays, and is shown as a link.
function resolve(schema, root) {
  const reference = schema?.$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#')) return { schema, reference };
  let found = root;
  for (const token of reference.slice(1).split('/').slice(1)) {
    found = found?.[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (found === undefined) return { schema, reference };
  // The siblings of a reference apply as well.
  const { $ref, ...beside } = schema;
  return { schema: typeof found === 'object' ? { ...found, ...beside } : found, reference };
}

function membersOf(schema, root, depth, seen) {
  const properties = Object.entries(schema?.properties ?? {});
  if (properties.length === 0 || depth > deepest) return null;
  const required = new Set(schema.required ?? []);
  return h('ul', { class: 'schema-members' }, properties.map(([name, value]) =>
    memberOf(name, value, root, depth, seen, required.has(name))));
}

function memberOf(name, value, root, depth, seen, isRequired) {
  const { schema, reference } = resolve(value, root);
  const isCircular = reference && seen.has(reference);
  const inside = new Set(seen);
  if (reference) inside.add(reference);
  const other = typeof reference === 'string' && !reference.startsWith('#') ? /([^/]+)\.json$/.exec(reference)?.[1]
    : null;
  const element = schema?.items && typeof schema.items === 'object' ? resolve(schema.items, root).schema : null;
  const choices = (schema?.oneOf ?? schema?.anyOf ?? null);
  return h('li', {},
    h('div', { class: 'schema-line' }, h('code', { class: 'schema-name' }, name),
      h('span', { class: isRequired ? 'badge warn' : 'badge' }, isRequired ? 'required' : 'optional'),
      h('span', { class: 'soft' }, inWords(schema, root)),
      other ? h('a', { href: href(`/view-types/${encodeURIComponent(other)}`) }, other) : null),
    schema?.description ? h('div', {}, schema.description) : null,
    isCircular ? h('div', { class: 'soft' }, 'as above') : [
      membersOf(schema, root, depth + 1, inside),
      element ? [element.description ? h('div', { class: 'soft' }, `Each: ${element.description}`) : null,
        membersOf(element, root, depth + 1, inside),
        element.oneOf || element.anyOf ? choicesOf(element, root, depth, inside) : null] : null,
      choices ? choicesOf(schema, root, depth, inside) : null,
    ]);
}

function choicesOf(schema, root, depth, seen) {
  const list = schema.oneOf ?? schema.anyOf;
  return h('div', {}, h('div', { class: 'soft' }, schema.oneOf ? 'Exactly one of:' : 'At least one of:'),
    h('ol', { class: 'schema-choices' }, list.map((one) => {
      const { schema: choice } = resolve(one, root);
      return h('li', {}, membersOf(choice, root, depth + 1, seen)
        ?? (choice?.required ? `has ${listed(choice.required)}` : inWords(choice, root)));
    })));
}

/** The constraints of a schema, in words. */
export function inWords(schema, root = schema) {
  if (schema === true || schema === undefined) return 'anything';
  if (schema === false) return 'nothing';
  const words = [];
  const type = Array.isArray(schema.type) ? listed(schema.type, 'or') : schema.type;
  if (type === 'array' && schema.items && typeof schema.items === 'object') {
    const each = resolve(schema.items, root).schema;
    words.push(each.enum ? `list of values, each ${inWords({ enum: each.enum })}`
      : `list of ${each.type ? `${each.type}s` : 'values'}`);
  } else if (type) words.push(schema.format ? `${type} (${schema.format})` : type);
  if (schema.enum) words.push(`one of ${listed(schema.enum.map((value) => JSON.stringify(value)), 'or')}`);
  if (schema.const !== undefined) words.push(`always ${JSON.stringify(schema.const)}`);
  if (schema.pattern) words.push(`matches ${schema.pattern}`);
  const bounds = [
    ['minimum', 'at least'], ['exclusiveMinimum', 'more than'], ['maximum', 'at most'],
      ['exclusiveMaximum', 'less than'],
    ['multipleOf', 'a multiple of'], ['minItems', 'elements: at least'], ['maxItems', 'elements: at most'],
    ['minLength', 'characters: at least'], ['maxLength', 'characters: at most'],
  ];
  for (const [key, text] of bounds) if (schema[key] !== undefined) words.push(`${text} ${schema[key]}`);
  if (schema.uniqueItems) words.push('each only once');
  if (schema.oneOf || schema.anyOf) words.push('a choice');
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`);
  return words.join(', ') || 'anything';
}
