// The document in the editor, with undo. It does not access the page or the server.
import { equal, parse, stringify, set } from '../kit/json.js';
import { sectionsAt, fillIDs, itemID, withItems } from './layout.js';

const maximumSteps = 100;
/** Edits of one field within this time are one step, in milliseconds. */
const typingPause = 1000;

/**
 * A definition as lossless JSON, edited by item key, with 100 steps of undo and redo.
 *
 * A key names an item for as long as the page lives, also while its id is being typed or is that of another item.
 * `change` events have `detail.kind`: `edit`, `undo`, `redo` or `replace`.
 */
export class DraftModel extends EventTarget {
  #past = [];
  #future = [];
  #state;
  #lastKey = 0;

  constructor(source) {
    super();
    this.#state = this.#adopt(fillIDs(typeof source === 'string' ? parse(source) : source));
  }

  get root() { return this.#state.root; }
  get text() { return stringify(this.root, { indent: true }); }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  /** What the next undo reverts, in words. */
  get undoLabel() { return this.#past.at(-1)?.label; }
  get redoLabel() { return this.#future.at(-1)?.label; }

  /** The sections, each item as `{ key, id, node, path }`. */
  sections() {
    const { root, keys } = this.#state;
    this.#state.sections ??= sectionsAt(root).map((section, number) => ({
      ...section,
      items: section.items.map((node, index) => ({
        key: keys[number][index], id: itemID(node), node, path: [...section.path, 'items', index],
      })),
    }));
    return this.#state.sections;
  }

  /** The entry of a key; undefined if it is not in the document. */
  entry(key) {
    this.#state.byKey ??= new Map(this.sections().flatMap(({ items }) => items.map((item) => [item.key, item])));
    return this.#state.byKey.get(key);
  }

  /** Moves items, in the given order, before another item or to the end of a section. */
  move(keys, section, before, label) {
    const moving = new Set(keys);
    if (moving.has(before)) throw new Error('an item cannot be moved before itself');
    const sections = this.sections();
    const moved = sections.flatMap(({ items }) => items.filter(({ key }) => moving.has(key)));
    return this.#arrange(label, sections.map(({ items }, number) => {
      const rest = items.filter(({ key }) => !moving.has(key));
      if (number === section) rest.splice(place(rest, before), 0, ...moved);
      return rest;
    }));
  }

  /** Inserts items; returns their keys. `also` changes the rest of the document in the same step. */
  insert(nodes, section, before, label, also) {
    const added = nodes.map((node) => ({ node, key: this.#newKey() }));
    this.#arrange(label, this.sections().map(({ items }, number) => {
      if (number !== section) return items;
      const list = [...items];
      list.splice(place(list, before), 0, ...added);
      return list;
    }), also);
    return added.map(({ key }) => key);
  }

  /** Removes items. `also` changes the rest of the document in the same step. */
  remove(keys, label, also) {
    const gone = new Set(keys);
    return this.#arrange(label, this.sections().map(({ items }) => items.filter(({ key }) => !gone.has(key))), also);
  }

  /**
   * Changes a member of an item; undefined removes it. Edits of the same place shortly after each other are one step.
   * `also(root)` is applied to the document as it was before the step, so that what follows from typing an id follows
   * from the id before and the one after, and never from those between. `withdraws` says that the edit takes back what
   * was typed into a field: the steps of the typing go, too.
   */
  edit(key, path, node, label, { also, withdraws = false } = {}) {
    const group = `${key} ${path.join('/')}`;
    const start = also ? this.#stepStart(group, Infinity) : undefined;
    const entry = this.entry(key);
    if (!entry) return false;
    let root = set(this.root, [...entry.path, ...path], node);
    if (also && start) root = set(also(start.root), entry.path, set(entry.node, path, node));
    return this.#commit({ root, keys: this.#state.keys }, label, group, also ? Infinity : typingPause, withdraws);
  }

  /** Changes the document by a function of its root. An item keeps its key while it keeps its id. */
  change(label, edit, { group, pause = typingPause, withdraws = false } = {}) {
    const root = edit(this.root);
    if (root === this.root) return false;
    return this.#commit(this.#adopt(root, this.#state), label, group, pause, withdraws);
  }

  /** Replaces the document, as a step that can be undone. */
  replace(source, label) {
    const root = fillIDs(typeof source === 'string' ? parse(source) : source);
    if (stringify(root) === stringify(this.root)) return false;
    return this.#commit(this.#adopt(root, this.#state), label);
  }

  /** Replaces the document and forgets the steps: this page had no edits. */
  reset(source) {
    this.#state = this.#adopt(fillIDs(typeof source === 'string' ? parse(source) : source), this.#state);
    this.#past = [];
    this.#future = [];
    this.#changed('replace');
  }

  undo() { return this.#step(this.#past, this.#future, 'undo'); }
  redo() { return this.#step(this.#future, this.#past, 'redo'); }

  // State

  #arrange(label, lists, also) {
    const sections = sectionsAt(this.root);
    let root = withItems(this.root, sections, lists.map((list, number) => {
      const before = sections[number].items;
      const unchanged = list.length === before.length && list.every(({ node }, index) => node === before[index]);
      return unchanged ? before : list.map(({ node }) => node);
    }));
    if (root === this.root) return false;
    if (also) root = also(root);
    return this.#commit({ root, keys: lists.map((list) => list.map(({ key }) => key)) }, label);
  }

  #commit(state, label, group, pause = typingPause, withdraws = false) {
    if (withdraws && this.#takeBack(state.root, group)) return true;
    const last = this.#past.at(-1);
    const now = Date.now();
    if (group && last?.group === group && now - last.at < pause && this.#future.length === 0) last.at = now;
    else {
      this.#past.push({ state: this.#state, label, group, at: now });
      if (this.#past.length > maximumSteps) this.#past.shift();
    }
    this.#future = [];
    this.#state = state;
    this.#changed('edit', label);
    return true;
  }

  /** Returns to the state before the latest edits of a group, if `root` is that state's; they leave no step. */
  #takeBack(root, group) {
    if (this.#future.length > 0) return false;
    for (let index = this.#past.length - 1; index >= 0 && this.#past[index].group === group; index -= 1) {
      if (!equal(this.#past[index].state.root, root)) continue;
      this.#state = this.#past[index].state;
      this.#past.length = index;
      this.#changed('edit');
      return true;
    }
    return false;
  }

  #stepStart(group, pause) {
    const last = this.#past.at(-1);
    const continues = last?.group === group && Date.now() - last.at < pause && this.#future.length === 0;
    return continues ? last.state : this.#state;
  }

  #step(from, to, kind) {
    const step = from.pop();
    if (!step) return undefined;
    to.push({ state: this.#state, label: step.label });
    this.#state = step.state;
    this.#changed(kind, step.label);
    return step.label;
  }

  #changed(kind, label) { this.dispatchEvent(new CustomEvent('change', { detail: { kind, label } })); }

  /** Gives keys to items: by id the keys of the previous state, or new ones. */
  #adopt(root, before) {
    const known = new Map();
    if (before) {
      sectionsAt(before.root).forEach(({ items }, number) => items.forEach((node, index) => {
        const id = itemID(node);
        known.set(id, [...(known.get(id) ?? []), before.keys[number][index]]);
      }));
    }
    const keys = sectionsAt(root).map(({ items }) =>
      items.map((node) => known.get(itemID(node))?.shift() ?? this.#newKey()));
    return { root, keys };
  }

  /** A key that no item has or had, because undo may bring an item back. */
  #newKey() {
    this.#lastKey += 1;
    return `item-${this.#lastKey}`;
  }
}

function place(list, before) {
  if (before === undefined || before === null) return list.length;
  const index = list.findIndex(({ key }) => key === before);
  return index < 0 ? list.length : index;
}
