// The scope of the list and the form: the definition, or one of its variants. Both have the same methods, so that the
// page does not ask which it is.
import { member, set, textOf } from '../kit/json.js';
import { sectionsAt, itemID, withItems } from './layout.js';
import * as variants from './variant-model.js';

/** The error of an edit that a variant of changes cannot express. */
export class Inexpressible extends Error {}

/** The scope of a name: the variant, or the definition if there is none of that name. */
export function scopeOf(model, name) {
  const variant = name ? variants.variantsOf(model.root).find((entry) => entry.name === name) : undefined;
  if (!variant) return new DefinitionScope(model);
  return variant.kind === 'own' ? new OwnScope(model, variant) : new ChangesScope(model, variant);
}

class DefinitionScope {
  kind = 'definition';
  name = '';
  path = [];
  removed = [];
  problems = 0;

  constructor(model) { this.model = model; }

  sections() { return this.model.sections(); }

  move(keys, section, before, label) { return this.model.move(keys, section, before, label); }

  insert(nodes, section, before, label) {
    const ids = nodes.map(itemID);
    return this.model.insert(nodes, section, before, label, (root) => variants.addToOrders(root, ids));
  }

  remove(keys, label) {
    const ids = keys.map((key) => this.model.entry(key)?.id);
    const before = this.model.root;
    return this.model.remove(keys, label, (root) => variants.dropFromVariants(root, before, ids));
  }

  edit(key, path, node, label, { withdraws } = {}) {
    // Variants name items by id, so they are updated when an id changes.
    const isRename = path.length === 1 && path[0] === 'id';
    const rename = (root) => {
      const old = itemIn(root, this.model.entry(key).path);
      const id = textOf(node) ?? '';
      return old && id && old !== id ? variants.renameInVariants(root, old, id) : root;
    };
    return this.model.edit(key, path, node, label, { also: isRename ? rename : undefined, withdraws });
  }
}

const itemIn = (root, path) => itemID(path.reduce(member, root));

/** Entries with their id as key: within a variant, items have no key of their own. */
function entries(sections) {
  const seen = new Map();
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const count = (seen.get(item.id) ?? 0) + 1;
      seen.set(item.id, count);
      return { ...item, key: count === 1 ? `variant ${item.id}` : `variant ${item.id} ${count}` };
    }),
  }));
}

class VariantScope {
  removed = [];
  problems = 0;

  constructor(model, variant) {
    this.model = model;
    this.variant = variant;
    this.name = variant.name;
    this.path = variant.path;
  }

  ids(keys) {
    const all = this.sections().flatMap(({ items }) => items);
    return keys.map((key) => all.find((item) => item.key === key)?.id).filter((id) => id !== undefined);
  }

  change(label, root, options) {
    if (!root) throw new Inexpressible();
    return this.model.change(label, () => root, options);
  }
}

/** A variant that has `items` or `sections` of its own. */
class OwnScope extends VariantScope {
  kind = 'own';

  sections() {
    return this.cache ??= entries(sectionsAt(this.model.root, this.path).map((section) => ({
      ...section,
      items: section.items.map((node, index) =>
        ({ id: itemID(node), node, path: [...section.path, 'items', index], marks: [] })),
    })));
  }

  rewrite(label, lists) {
    const sections = sectionsAt(this.model.root, this.path);
    return this.change(label, withItems(this.model.root, sections, lists.map((list) => list.map(({ node }) => node))));
  }

  move(keys, section, before, label) {
    const sections = this.sections();
    const moved = sections.flatMap(({ items }) => items.filter(({ key }) => keys.includes(key)));
    return this.rewrite(label, sections.map(({ items }, number) => {
      const rest = items.filter(({ key }) => !keys.includes(key));
      if (number === section) rest.splice(index(rest, before), 0, ...moved);
      return rest;
    }));
  }

  insert(nodes, section, before, label) {
    this.rewrite(label, this.sections().map(({ items }, number) => {
      const list = [...items];
      if (number === section) list.splice(index(list, before), 0, ...nodes.map((node) => ({ node })));
      return list;
    }));
    return nodes.map((node) => `variant ${itemID(node)}`);
  }

  remove(keys, label) {
    return this.rewrite(label, this.sections().map(({ items }) => items.filter(({ key }) => !keys.includes(key))));
  }

  edit(key, path, node, label, { withdraws } = {}) {
    const entry = this.sections().flatMap(({ items }) => items).find((item) => item.key === key);
    if (!entry) return false;
    return this.change(label, set(this.model.root, [...entry.path, ...path], node),
      { group: `${this.name} ${key} ${path.join('/')}`, withdraws });
  }
}

/** A variant that changes the definition. */
class ChangesScope extends VariantScope {
  kind = 'changes';

  sections() {
    if (this.cache) return this.cache;
    const result = variants.resolve(this.model.root, this.variant);
    this.removed = result.removed;
    this.problems = result.problems;
    this.cache = entries(result.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => ({
        ...item, path: item.origin >= 0 ? [...this.path, 'changes', item.origin, 'item'] : this.path,
      })),
    })));
    return this.cache;
  }

  idOf(key) { return key === undefined || key === null ? undefined : this.ids([key])[0]; }

  move(keys, section, before, label) {
    return this.change(label,
      variants.moveInVariant(this.model.root, this.variant, this.ids(keys), section, this.idOf(before)));
  }

  insert(nodes, section, before, label) {
    this.change(label, variants.insertInVariant(this.model.root, this.variant, nodes, section, this.idOf(before)));
    return nodes.map((node) => `variant ${itemID(node)}`);
  }

  remove(keys, label) {
    return this.change(label, variants.removeInVariant(this.model.root, this.variant, this.ids(keys)));
  }

  edit(key, path, node, label, { withdraws } = {}) {
    const entry = this.sections().flatMap(({ items }) => items).find((item) => item.key === key);
    if (!entry) return false;
    const next = set(entry.node, path, node);
    return this.change(label, variants.editInVariant(this.model.root, this.variant, entry.id, next),
      { group: `${this.name} ${key} ${path.join('/')}`, withdraws });
  }

  revert(key, label) {
    return this.change(label, variants.revertInVariant(this.model.root, this.variant, this.idOf(key)));
  }

  restore(change, label) {
    return this.change(label, variants.restoreInVariant(this.model.root, this.variant, change));
  }
}

function index(list, before) {
  const found = list.findIndex(({ key }) => key === before);
  return found < 0 ? list.length : found;
}

/**
 * The place of a diagnostic: `{ key, path }`, the item and the tokens within it; undefined if it lies in none of the
 * scope. A diagnostic of a variant's change belongs to the item that the change is about.
 */
export function locate(scope, tokens) {
  for (const { items } of scope.sections()) {
    for (const { key, id, path, origin } of items) {
      if (path.length > scope.path.length && startsWith(tokens, path)) return { key, path: tokens.slice(path.length) };
      const place = changePlace(scope, tokens);
      if (place === undefined || origin === place.number) continue;
      if (place.id === id) return { key, path: place.rest[0] === 'content' ? place.rest : [] };
    }
  }
  return undefined;
}

function changePlace(scope, tokens) {
  if (scope.kind !== 'changes' || !startsWith(tokens, [...scope.path, 'changes'])) return undefined;
  const number = Number(tokens[scope.path.length + 1]);
  const change = member(member(scope.variant.node, 'changes'), number);
  return { number, id: textOf(member(change, 'id')), rest: tokens.slice(scope.path.length + 2) };
}

function startsWith(tokens, path) {
  return tokens.length >= path.length && path.every((token, position) => String(token) === String(tokens[position]));
}

/** A snapshot of a scope, to find the places of errors in it after later edits. */
export function frozen(scope) {
  const sections = scope.sections();
  return { kind: scope.kind, path: scope.path, variant: scope.variant, sections: () => sections };
}
