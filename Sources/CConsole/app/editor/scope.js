// The scope of the list and the form: the definition, or one of its variants. Both have the same methods, so that the
// page does not ask which it is.
import { member, set, textOf } from '../kit/json.js';
import { entryOf, flat, isTarget, itemID, rearranged, sectionsAt, withItems } from './layout.js';
import {
  editInVariant, editInside, insertInVariant, moveInVariant, moveInside, removeInVariant, restoreInVariant,
  revertInVariant,
} from './variant-edits.js';
import { resolve, variantsOf } from './variant-items.js';
import { addToOrders, dropFromVariants, renameInVariants, updateOrders } from './variant-updates.js';

/** The error of an edit that a variant of changes cannot express. */
export class Inexpressible extends Error {}

/** All items of a scope, each before those inside it. */
export const itemsOf = (scope) => scope.sections().flatMap(({ items }) => flat(items));

/** The items of a scope, and its settings. */
export const entriesOf = (scope) => [...itemsOf(scope), ...scope.settings()];

/** The scope of a name: the variant, or the definition if there is none of that name. */
export function scopeOf(model, name) {
  const variant = name ? variantsOf(model.root).find((entry) => entry.name === name) : undefined;
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
  settings() { return this.model.settings(); }

  move(keys, target, before, label) {
    const old = topIDs(this.model.root);
    return this.model.move(keys, target, before, label, (root) => updateOrders(root, old));
  }

  insert(nodes, target, before, label) {
    const ids = typeof target === 'number' ? nodes.map(itemID) : [];
    return this.model.insert(nodes, target, before, label, (root) => addToOrders(root, ids));
  }

  remove(keys, label) {
    const ids = flat(keys.map((key) => this.model.entry(key)).filter(Boolean)).map(({ id }) => id);
    const before = this.model.root;
    return this.model.remove(keys, label, (root) => dropFromVariants(root, before, ids));
  }

  edit(key, path, node, label, { withdraws = false } = {}) {
    // Variants name items by id, so they are updated when an id changes.
    const isRename = path.length === 1 && path[0] === 'id';
    const rename = (root) => {
      const old = itemIn(root, this.model.entry(key).path);
      const id = textOf(node) ?? '';
      return old && id && old !== id ? renameInVariants(root, old, id) : root;
    };
    return this.model.edit(key, path, node, label, { also: isRename ? rename : undefined, withdraws });
  }
}

const itemIn = (root, path) => itemID(path.reduce(member, root));

/** The ids of the items that are inside no other. */
const topIDs = (root) => sectionsAt(root).flatMap(({ items }) => items.map(itemID));

/** Entries with their id as key: within a variant, items have no key of their own. */
function entries(sections, places) {
  const seen = new Map();
  const keyOf = (id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? `variant ${id}` : `variant ${id} ${count}`;
  };
  return sections.map((section) => ({
    ...section, items: section.items.map((item) => entryOf({ ...item, key: keyOf(item.id) }, places, keyOf)),
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

  /** Settings belong to the definition. */
  settings() { return this.model.settings(); }

  ids(keys) {
    const all = itemsOf(this);
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
  cache;

  sections() {
    return this.cache ??= entries(sectionsAt(this.model.root, this.path).map((section) => ({
      ...section,
      items: section.items.map((node, index) =>
        ({ id: itemID(node), node, path: [...section.path, 'items', index], marks: [] })),
    })), this.model.places);
  }

  rewrite(label, edit) {
    const sections = sectionsAt(this.model.root, this.path);
    const lists = rearranged(this.sections(), edit);
    return this.change(label, withItems(this.model.root, sections, lists.map((list) => list.map(({ node }) => node))));
  }

  move(keys, target, before, label) { return this.rewrite(label, moving(itemsOf(this), keys, target, before)); }

  insert(nodes, target, before, label) {
    this.rewrite(label, inserting(nodes, target, before));
    return nodes.map((node) => `variant ${itemID(node)}`);
  }

  remove(keys, label) { return this.rewrite(label, removing(keys)); }

  edit(key, path, node, label, { withdraws = false } = {}) {
    const entry = itemsOf(this).find((item) => item.key === key);
    if (!entry) return false;
    return this.change(label, set(this.model.root, [...entry.path, ...path], node),
      { group: `${this.name} ${key} ${path.join('/')}`, withdraws });
  }
}

/** A variant that changes the definition. */
class ChangesScope extends VariantScope {
  kind = 'changes';
  cache;

  sections() {
    if (this.cache) return this.cache;
    const result = resolve(this.model.root, this.variant);
    this.removed = result.removed;
    this.problems = result.problems;
    this.cache = entries(result.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => ({
        ...item, path: item.origin >= 0 ? [...this.path, 'changes', item.origin, 'item'] : this.path,
      })),
    })), this.model.places);
    for (const item of itemsOf(this)) {
      if (item.parent !== undefined && result.inside.has(item.id)) item.marks = result.inside.get(item.id);
    }
    return this.cache;
  }

  /** The item at the top around the item of a key, or that item; undefined if there is none. */
  topOf(key) {
    return this.sections().flatMap(({ items }) => items).find((item) => flat([item]).some((one) => one.key === key));
  }

  /**
   * Changes lists inside one item at the top: the variant's change is then one of that item's content. Throws
   * `Inexpressible` if the keys are not all inside the same one.
   */
  rewriteInside(label, keys, edit) {
    const tops = new Set(keys.map((key) => this.topOf(key)));
    const [top] = tops;
    if (tops.size !== 1 || !top) throw new Inexpressible();
    const [[next]] = rearranged([{ items: [top] }], (list) => (list.parent === undefined ? list.items : edit(list)));
    return this.change(label, editInVariant(this.model.root, this.variant, top.id, next.node));
  }

  isAtTop(keys) { return keys.every((key) => this.topOf(key)?.key === key); }

  idOf(key) { return key === undefined || key === null ? undefined : this.ids([key])[0]; }

  move(keys, target, before, label) {
    if (typeof target !== 'number') {
      if (keys.some((key) => this.isAtTop([key]))) throw new Inexpressible();
      const moved = moveInside(this.model.root, this.variant, this.ids(keys),
        { into: this.idOf(target.parent), at: target.at }, this.idOf(before));
      if (moved) return this.change(label, moved);
      return this.rewriteInside(label, [...keys, target.parent], moving(itemsOf(this), keys, target, before));
    }
    if (!this.isAtTop(keys)) throw new Inexpressible();
    return this.change(label,
      moveInVariant(this.model.root, this.variant, this.ids(keys), target, this.idOf(before)));
  }

  insert(nodes, target, before, label) {
    if (typeof target !== 'number') this.rewriteInside(label, [target.parent], inserting(nodes, target, before));
    else this.change(label, insertInVariant(this.model.root, this.variant, nodes, target, this.idOf(before)));
    return nodes.map((node) => `variant ${itemID(node)}`);
  }

  remove(keys, label) {
    if (!this.isAtTop(keys)) {
      if (keys.some((key) => this.isAtTop([key]))) throw new Inexpressible();
      return this.rewriteInside(label, keys, removing(keys));
    }
    return this.change(label, removeInVariant(this.model.root, this.variant, this.ids(keys)));
  }

  edit(key, path, node, label, { withdraws = false } = {}) {
    const top = this.topOf(key);
    if (!top) return false;
    const entry = flat([top]).find((item) => item.key === key);
    const next = set(top.node, [...entry.path.slice(top.path.length), ...path], node);
    const { root } = this.model;
    const inside = top === entry ? undefined
      : editInside(root, this.variant, entry.id, set(entry.node, path, node));
    return this.change(label, inside ?? editInVariant(root, this.variant, top.id, next),
      { group: `${this.name} ${key} ${path.join('/')}`, withdraws });
  }

  revert(key, label) {
    return this.change(label, revertInVariant(this.model.root, this.variant, this.idOf(key)));
  }

  restore(change, label) {
    return this.change(label, restoreInVariant(this.model.root, this.variant, change));
  }
}

// Edits of lists, for `rearranged`.

function moving(items, keys, target, before) {
  const moved = items.filter(({ key }) => keys.includes(key));
  return (list) => {
    const rest = list.items.filter(({ key }) => !keys.includes(key));
    if (isTarget(list, target)) rest.splice(index(rest, before), 0, ...moved);
    return rest;
  };
}

function inserting(nodes, target, before) {
  return (list) => {
    if (!isTarget(list, target)) return list.items;
    const items = [...list.items];
    items.splice(index(items, before), 0, ...nodes.map((node) => ({ node })));
    return items;
  };
}

const removing = (keys) => ({ items }) => items.filter(({ key }) => !keys.includes(key));

function index(list, before) {
  const found = list.findIndex(({ key }) => key === before);
  return found < 0 ? list.length : found;
}

/** The members of a definition and of a section that their settings show. */
const settingNames = {
  screen: ['screenName', 'format', 'pages', 'values'], section: ['id', 'header', 'footer', 'values'],
};

/**
 * The place of a diagnostic: `{ key, path }`, the item or settings and the tokens within; undefined if it lies in none
 * of the scope. A diagnostic of a variant's change belongs to the item that the change is about.
 */
export function locate(scope, tokens) {
  const change = changePlace(scope, tokens);
  for (const { items } of scope.sections()) {
    for (const item of items) {
      const { path, origin } = item;
      if (path.length > scope.path.length && startsWith(tokens, path)) {
        // An item inside another one comes after it, and has the longer path.
        const inner = flat([item]).findLast((one) => startsWith(tokens, one.path));
        return { key: inner.key, path: tokens.slice(inner.path.length) };
      }
      if (change === undefined || origin === change.number) continue;
      const named = flat([item]).find(({ id }) => id === change.id);
      if (named) return { key: named.key, path: change.rest[0] === 'content' ? change.rest : [] };
    }
  }
  const own = scope.settings().find(({ path }) => {
    const names = settingNames[path.length === 0 ? 'screen' : 'section'];
    return startsWith(tokens, path) && (tokens.length === path.length || names.includes(tokens[path.length]));
  });
  return own && { key: own.key, path: tokens.slice(own.path.length) };
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
  const settings = scope.settings();
  return {
    kind: scope.kind, path: scope.path, variant: scope.variant, sections: () => sections, settings: () => settings,
  };
}
