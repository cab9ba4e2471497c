// JSON as a tree that keeps the order of members and the text of numbers, which `JSON.parse` does not: 1.0 would
// become 1, and 12345678901234567890 would lose its last digits.
//
// A node is one of
//   { kind: 'object', members: [{ name, value }] }
//   { kind: 'array', elements: [node] }
//   { kind: 'string', value } | { kind: 'number', text } | { kind: 'boolean', value } | { kind: 'null' }
// Nodes are never changed: an edit makes new ones along its path.

/**
 * A node of any kind: whoever reads a member of one kind has looked at `kind`.
 * @typedef {{
 *   kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null', members?: { name: string, value: Node }[],
 *   elements?: Node[], value?: any, text?: string,
 * }} Node
 */

export class JSONSyntaxError extends Error {
  constructor(message, offset, text) {
    const before = text.slice(0, offset).split('\n');
    super(`${message}, in line ${before.length}, column ${[...before.at(-1)].length + 1}`);
    this.name = 'JSONSyntaxError';
    this.offset = offset;
    this.line = before.length;
  }
}

/**
 * Reads a text. Throws `JSONSyntaxError`.
 * @returns {Node}
 */
export function parse(text) {
  let at = 0;
  const fail = (message) => { throw new JSONSyntaxError(message, at, text); };
  const space = () => { while (at < text.length && ' \t\r\n'.includes(text[at])) at += 1; };
  const take = (character) => {
    if (text[at] !== character) fail(`expected ${character}`);
    at += 1;
  };
  const literal = (word, node) => {
    if (!text.startsWith(word, at)) fail('expected a value');
    at += word.length;
    return node;
  };
  const number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
  const string = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y;
  const readString = () => {
    string.lastIndex = at;
    const match = string.exec(text);
    if (!match) fail('a string does not end, or has a character that needs an escape');
    at = string.lastIndex;
    return JSON.parse(match[0]);
  };
  const value = (depth) => {
    if (depth > 512) fail('the document is nested too deeply');
    space();
    switch (text[at]) {
      case '{': {
        at += 1;
        const members = [];
        space();
        if (text[at] === '}') { at += 1; return { kind: 'object', members }; }
        for (;;) {
          space();
          if (text[at] !== '"') fail('expected the name of a member');
          const name = readString();
          space();
          take(':');
          members.push({ name, value: value(depth + 1) });
          space();
          if (text[at] === ',') { at += 1; continue; }
          take('}');
          return { kind: 'object', members };
        }
      }
      case '[': {
        at += 1;
        const elements = [];
        space();
        if (text[at] === ']') { at += 1; return { kind: 'array', elements }; }
        for (;;) {
          elements.push(value(depth + 1));
          space();
          if (text[at] === ',') { at += 1; continue; }
          take(']');
          return { kind: 'array', elements };
        }
      }
      case '"': return { kind: 'string', value: readString() };
      case 't': return literal('true', { kind: 'boolean', value: true });
      case 'f': return literal('false', { kind: 'boolean', value: false });
      case 'n': return literal('null', { kind: 'null' });
      default: {
        number.lastIndex = at;
        const match = number.exec(text);
        if (!match) fail(at < text.length ? 'expected a value' : 'the text ends too early');
        at = number.lastIndex;
        return { kind: 'number', text: match[0] };
      }
    }
  };
  const node = value(0);
  space();
  if (at < text.length) fail('nothing may follow the value');
  return node;
}

/** Writes a node: compact, or with an indentation of two spaces. */
export function stringify(node, { indent = false } = {}, level = 0) {
  const pad = indent ? '\n' + '  '.repeat(level + 1) : '';
  const end = indent ? '\n' + '  '.repeat(level) : '';
  switch (node.kind) {
    case 'object':
      if (node.members.length === 0) return '{}';
      return '{' + node.members.map(({ name, value }) =>
        pad + JSON.stringify(name) + (indent ? ': ' : ':') + stringify(value, { indent }, level + 1)).join(',') + end + '}';
    case 'array':
      if (node.elements.length === 0) return '[]';
      return '[' + node.elements.map((element) => pad + stringify(element, { indent }, level + 1)).join(',') + end + ']';
    case 'string': return JSON.stringify(node.value);
    case 'number': return node.text;
    case 'boolean': return String(node.value);
    default: return 'null';
  }
}

/** The node of a value of JavaScript. */
export function from(value) { return parse(JSON.stringify(value)); }

/** The value of a node. Numbers lose their text: for reading only, never for what is sent back. */
export function toValue(node) { return JSON.parse(stringify(node)); }

/** Whether two nodes are the same, in the order of members and the text of numbers as well. */
export function equal(a, b) {
  // Versions of a document share the nodes in which they do not differ.
  if (a === b) return true;
  if (a?.kind !== b?.kind) return false;
  switch (a.kind) {
    case 'object':
      return a.members.length === b.members.length && a.members.every(({ name, value }, index) =>
        name === b.members[index].name && equal(value, b.members[index].value));
    case 'array':
      return a.elements.length === b.elements.length
        && a.elements.every((element, index) => equal(element, b.elements[index]));
    case 'number': return a.text === b.text;
    default: return a.value === b.value;
  }
}

/** The tokens of a JSON Pointer (RFC 6901). */
export function tokens(pointer) {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON Pointer of tokens. */
export function pointer(path) {
  return path.map((token) => '/' + String(token).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

/**
 * The member or element of a node; undefined if it has none.
 * @param {Node | undefined} node
 * @param {string | number} name
 * @returns {Node | undefined}
 */
export function member(node, name) {
  if (node?.kind === 'object') return node.members.find((entry) => entry.name === name)?.value;
  if (node?.kind === 'array') return node.elements[Number(name)];
  return undefined;
}

/**
 * The value of a string node; undefined for any other node.
 * @param {Node | undefined} node
 */
export function textOf(node) { return node?.kind === 'string' ? node.value : undefined; }

/**
 * The node at a path of names and indices; undefined if there is none.
 * @param {Node | undefined} node
 * @param {(string | number)[]} path
 * @returns {Node | undefined}
 */
export function at(node, path) { return path.reduce((parent, name) => member(parent, name), node); }

/**
 * A copy with the node at a path replaced. A member that is missing is added at the end of its object; undefined
 * removes a member or an element. Throws if the path leads through what is neither an object nor an array.
 */
export function set(node, path, value) {
  if (path.length === 0) return value;
  const [first, ...rest] = path;
  if (node?.kind === 'object') {
    const index = node.members.findIndex((entry) => entry.name === first);
    const old = index < 0 ? undefined : node.members[index].value;
    const next = rest.length === 0 ? value : set(old ?? { kind: 'object', members: [] }, rest, value);
    const members = [...node.members];
    if (next === undefined) { if (index >= 0) members.splice(index, 1); }
    else if (index < 0) members.push({ name: String(first), value: next });
    else members[index] = { name: members[index].name, value: next };
    return { kind: 'object', members };
  }
  if (node?.kind === 'array') {
    const elements = [...node.elements];
    const index = Number(first);
    const next = rest.length === 0 ? value : set(elements[index], rest, value);
    if (next === undefined) elements.splice(index, 1);
    else elements[index] = next;
    return { kind: 'array', elements };
  }
  throw new Error(`there is no ${first} in a ${node?.kind ?? 'missing value'}`);
}
