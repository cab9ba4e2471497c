// Reads JSON Schemas for the form: follows references, merges the parts of a schema and chooses a widget. It
// works on plain values and knows nothing of pages. It never decides whether a value is valid: only the server does.

/** What a schema refers to where another item stands. */
const itemReference = 'marquee:item';

/** The schemas of the view types, with references between them, and their preview templates. */
export class SchemaSet {
  /** `documents` is a map from the name of a view type to its schema, `templates` one to its preview template. */
  constructor(documents, templates = new Map()) {
    this.documents = documents;
    this.templates = templates;
    /** The document that each part of a schema comes from: `#/$defs/x` means a place in that one. */
    this.roots = new WeakMap();
    this.resolved = new WeakMap();
    for (const document of documents.values()) this.index(document, document);
  }

  index(part, root) {
    if (part === null || typeof part !== 'object') return;
    this.roots.set(part, root);
    for (const value of Object.values(part)) this.index(value, root);
  }

  /** The schema of a view type; undefined if the server does not have it. */
  viewType(name) { return this.documents.get(name); }

  /** The target of a reference in `from`; undefined if there is none. */
  target(reference, from) {
    const [name, fragment = ''] = reference.split('#', 2);
    const root = name === '' ? this.roots.get(from)
      : this.documents.get(name.replace(/^\.\//, '').replace(/\.json$/, ''));
    if (root === undefined || fragment === '') return root;
    const text = decodeURIComponent(fragment);
    if (!text.startsWith('/')) return anchor(root, text);
    return text.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((part, token) => (part !== null && typeof part === 'object' ? part[token] : undefined), root);
  }

  /** A schema without `$ref` and `allOf` at its top: their members are merged with its own. */
  resolve(schema, depth = 0) {
    if (schema === null || typeof schema !== 'object') return schema === false ? { not: {} } : {};
    const known = this.resolved.get(schema);
    if (known) return known;
    let result = schema;
    if (depth > 32) result = { $unresolved: true };
    else if ('$ref' in schema || 'allOf' in schema) {
      const { $ref: reference, allOf = [], ...own } = schema;
      const parts = allOf.map((part) => this.resolve(part, depth + 1));
      if (reference !== undefined) {
        const target = this.target(String(reference), schema);
        parts.unshift(reference === itemReference ? { $item: true } : target === undefined ? { $unresolved: true }
          : this.resolve(target, depth + 1));
      }
      result = [...parts, own].reduce(combine, {});
    }
    this.resolved.set(schema, result);
    return result;
  }
}

function anchor(part, name) {
  if (part === null || typeof part !== 'object') return undefined;
  if (part.$anchor === name) return part;
  for (const value of Object.values(part)) {
    const found = anchor(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The schema of values that both schemas accept. The annotations of the second, which is nearer to its use, win. */
export function combine(first, second) {
  const result = { ...first };
  for (const [name, value] of Object.entries(second)) {
    if (name === 'properties') {
      result.properties = { ...first.properties };
      for (const [member, schema] of Object.entries(value)) {
        const other = first.properties?.[member];
        result.properties[member] = other === undefined ? schema : { allOf: [other, schema] };
      }
    } else if (name === 'required') {
      result.required = [...new Set([...(first.required ?? []), ...value])];
    } else if ((name === 'oneOf' || name === 'anyOf') && first[name] !== undefined) {
      // The form cannot show two choices at one place.
      result.$unresolved = true;
    } else {
      result[name] = value;
    }
  }
  return result;
}

/** The kind of node for a type name of JSON Schema. */
const kinds = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', object: 'object',
  array: 'array', null: 'null' };

/** The type that a schema names or suggests; undefined if it allows several. */
export function typeOf(schema) {
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.type)) return schema.type.length === 1 ? schema.type[0] : undefined;
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if (['pattern', 'minLength', 'maxLength', 'format'].some((name) => name in schema)) return 'string';
  if (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum',
    'multipleOf'].some((name) => name in schema)) return 'number';
  return undefined;
}

const isScalar = (value) => value === null || typeof value !== 'object';

/** The values of a schema that lists them: `[{ value, title }]`, also of `oneOf` of constants; else undefined. */
export function listedValues(schema) {
  if (Array.isArray(schema.enum)) {
    return schema.enum.every(isScalar) ? schema.enum.map((value) => ({ value })) : undefined;
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const isListed = branches.every((branch) => branch !== null && typeof branch === 'object' && 'const' in branch
    && isScalar(branch.const) && !('properties' in branch));
  return isListed ? branches.map((branch) => ({ value: branch.const, title: branch.title })) : undefined;
}

/** Whether a pattern accepts colours and no words. It is tried, because there are many ways to write one. */
export function isColour({ pattern, format }) {
  if (format === 'color') return true;
  if (typeof pattern !== 'string') return false;
  let expression;
  try { expression = new RegExp(pattern, 'u'); } catch { return false; }
  const takes = (text) => expression.test(text);
  return (takes('#1a2b3c') || takes('1a2b3c') || takes('#1A2B3C') || takes('1A2B3C'))
    && !['', 'g1b2c3', '#g1b2c3', '#1', '1', 'red sky', 'https://a.example', '#1a2b3c4d5e6f'].some(takes);
}

const longNames = /description|body|message|paragraph|summary|markdown|html|notes?$/i;

function isLong({ maxLength, contentMediaType }, name) {
  if (contentMediaType !== undefined) return true;
  return maxLength === undefined ? longNames.test(name ?? '') : maxLength > 120;
}

/** A form is impossible only if a member is constrained by other means than its own schema. */
const beyondForms = ['$unresolved', '$dynamicRef', '$recursiveRef', 'if', 'dependentSchemas', 'unevaluatedItems'];

// Each tester ranks its widget for a schema; a negative rank means that it does not fit. The highest rank wins.
const testers = [
  { widget: 'json', rank: (schema) => (beyondForms.some((name) => name in schema) ? 100 : 0) },
  { widget: 'const', rank: (schema) => ('const' in schema && isScalar(schema.const) ? 90 : -1) },
  { widget: 'enum', rank: (schema) => (listedValues(schema) ? 85 : -1) },
  { widget: 'json', rank: (schema) => ('enum' in schema ? 82 : -1) },
  { widget: 'choice', rank: (schema) => (branches(schema) ? 70 : -1) },
  { widget: 'object', rank: (schema) => (typeOf(schema) === 'object' ? 50 : -1) },
  { widget: 'json', rank: (schema) => ('prefixItems' in schema ? 60 : -1) },
  { widget: 'array', rank: (schema) => (typeOf(schema) === 'array' && schema.items !== undefined
    && !isScalar(schema.items) ? 50 : -1) },
  { widget: 'boolean', rank: (schema) => (typeOf(schema) === 'boolean' ? 50 : -1) },
  { widget: 'integer', rank: (schema) => (typeOf(schema) === 'integer' ? 50 : -1) },
  { widget: 'number', rank: (schema) => (typeOf(schema) === 'number' ? 50 : -1) },
  { widget: 'text', rank: (schema) => (typeOf(schema) === 'string' ? 50 : -1) },
  { widget: 'long-text', rank: (schema, name) => (typeOf(schema) === 'string' && isLong(schema, name) ? 52 : -1) },
  { widget: 'uri', rank: (schema) => (typeOf(schema) === 'string' && /^(uri|iri)(-reference)?$/.test(schema.format)
    ? 56 : -1) },
  { widget: 'route', rank: (schema) => (schema['x-meaning'] === 'route' ? 56 : -1) },
  { widget: 'date-time', rank: (schema) => (typeOf(schema) === 'string' && schema.format === 'date-time' ? 56 : -1) },
  { widget: 'date', rank: (schema) => (typeOf(schema) === 'string' && schema.format === 'date' ? 56 : -1) },
  { widget: 'colour', rank: (schema) => (typeOf(schema) === 'string' && isColour(schema) ? 57 : -1) },
];

const takes = {
  json: null, const: null, enum: null, choice: null, object: 'object', array: 'array', boolean: 'boolean',
    integer: 'number',
  number: 'number', text: 'string', 'long-text': 'string', uri: 'string', route: 'string', 'date-time': 'string', date: 'string',
    colour: 'string',
};

/**
 * The widget for a value. `schema` is resolved; `name` is the member's. A value of another kind than the widget's is
 * shown as JSON, so that it can be seen and put right.
 */
export function chooseWidget(schema, node, name = '') {
  let best = testers[0];
  let rank = -1;
  for (const tester of testers) {
    const own = tester.rank(schema, name);
    if (own > rank) { best = tester; rank = own; }
  }
  const kind = takes[best.widget];
  if (kind !== null && node !== undefined && node.kind !== kind) return 'json';
  if (best.widget === 'text' && node?.value.match(/\n|.{80}/)) return 'long-text';
  return best.widget;
}

/** The branches of a choice, each with what the schema says beside them; undefined if there is no choice. */
export function branches(schema) {
  const { oneOf, anyOf, ...base } = schema;
  if (oneOf !== undefined && anyOf !== undefined) return undefined;
  const list = oneOf ?? anyOf;
  if (Array.isArray(list)) return list.map((branch) => ({ base, branch }));
  if (Array.isArray(schema.type) && schema.type.length > 1) {
    return schema.type.map((type) => ({ base: {}, branch: { ...schema, type } }));
  }
  return undefined;
}

/** The name of a branch of a choice. */
export function branchLabel(schema, index) {
  if (schema.title) return schema.title;
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const constant = value?.const;
    if (constant !== undefined && isScalar(constant)) return `${name}: ${constant}`;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.required?.length > 0) return `with ${schema.required.join(', ')}`;
  const type = typeOf(schema);
  const words = { string: 'Text', integer: 'Whole number', number: 'Number', boolean: 'Yes or no', object: 'Object',
    array: 'List', null: 'Null' };
  return words[type] ? (schema.format ? `${words[type]} (${schema.format})` : words[type]) : `Option ${index + 1}`;
}

/**
 * How far a value is from a branch: 0 if nothing at the surface speaks against it, Infinity for another type. It only
 * chooses which branch the form shows first; the server decides which one holds.
 */
export function distance(schema, node, set) {
  if ('const' in schema && isScalar(schema.const)) return sameScalar(node, schema.const) ? 0 : Infinity;
  if (Array.isArray(schema.enum)) return schema.enum.some((value) => sameScalar(node, value)) ? 0 : Infinity;
  const type = typeOf(schema);
  if (type !== undefined && kinds[type] !== node.kind) return Infinity;
  if (type === 'integer' && !/^-?\d+$/.test(node.text)) return Infinity;
  if (node.kind !== 'object') return 0;
  let result = 0;
  const value = (name) => node.members.find((entry) => entry.name === name)?.value;
  for (const name of schema.required ?? []) if (value(name) === undefined) result += 1;
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const present = value(name);
    if (present === undefined) continue;
    const expected = set.resolve(part);
    if (('const' in expected || 'enum' in expected) && distance(expected, present, set) > 0) result += 10;
    else if (typeOf(expected) && kinds[typeOf(expected)] !== present.kind) result += 5;
  }
  if (schema.additionalProperties === false) {
    for (const { name } of node.members) if (!(name in (schema.properties ?? {}))) result += 1;
  }
  return result;
}

/** Whether a node is a scalar of JavaScript; numbers are compared by value. */
export function sameScalar(node, value) {
  if (node === undefined) return false;
  if (value === null) return node.kind === 'null';
  if (typeof value === 'number') return node.kind === 'number' && Number(node.text) === value;
  return node.kind === typeof value && node.value === value;
}

/** The node of a scalar of JavaScript. */
export function scalarNode(value) {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  return { kind: typeof value, value };
}

/**
 * A value with only the members that a schema requires, empty where something must be typed. Undefined where there is
 * no empty value, as for numbers: the form shows such a member as missing.
 */
export function emptyNode(schema, set, depth = 0) {
  const resolved = set.resolve(schema);
  if ('const' in resolved && isScalar(resolved.const)) return scalarNode(resolved.const);
  const values = listedValues(resolved);
  if (values) return values.length === 1 ? scalarNode(values[0].value) : undefined;
  if (branches(resolved)) return undefined;
  switch (typeOf(resolved)) {
    case 'string': return { kind: 'string', value: '' };
    case 'array': return { kind: 'array', elements: [] };
    case 'object': {
      const members = [];
      const order = memberOrder(resolved);
      const required = [...(resolved.required ?? [])].sort((a, b) => rankIn(order, a) - rankIn(order, b));
      for (const name of required) {
        const value = depth < 8 ? emptyNode(resolved.properties?.[name] ?? {}, set, depth + 1) : undefined;
        if (value !== undefined) members.push({ name, value });
      }
      return { kind: 'object', members };
    }
    default: return undefined;
  }
}

/** The initial value for a schema that has no empty one: an entry of a list needs a value. */
export function firstNode(schema) {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number': return { kind: 'number', text: String(schema.minimum ?? 0) };
    case 'boolean': return { kind: 'boolean', value: false };
    case 'string': return { kind: 'string', value: '' };
    default: return Array.isArray(schema.enum) && schema.enum.length > 0 ? scalarNode(schema.enum[0])
      : { kind: 'null' };
  }
}

/** The members of an object in the order of its schema. */
export function memberOrder(schema) { return Object.keys(schema.properties ?? {}); }

function rankIn(order, name) {
  const index = order.indexOf(name);
  return index < 0 ? order.length : index;
}

/** An object with one more member, after those that precede it in the schema. The others keep their order. */
export function insertMember(node, name, value, order) {
  const members = [...(node?.members ?? [])];
  const own = rankIn(order, name);
  let index = members.length;
  while (index > 0 && rankIn(order, members[index - 1].name) > own) index -= 1;
  members.splice(index, 0, { name, value });
  return { kind: 'object', members };
}
