// The document in the editor, with undo. It does not access the page or the server.
import { at, equal, parse, pointer, stringify, set } from '../kit/json.js';
import { sectionsAt, entryOf, fillIDs, flat, isTarget, itemID, rearranged, withItems } from './layout.js';

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
  /**
   * The document, the keys of its items, and what is derived from them.
   * @type {{ root: any, keys: any[], sectionKeys: any[], inner?: Map<any, any>, sections?: any[], settings?: any[],
   *   byKey?: Map<any, any> }}
   */
  #state;
  #lastKey = 0;

  /** `places(item)` are the places for items inside an item (`itemPlaces`). */
  constructor(source, places = (_) => []) {
    super();
    this.places = places;
    this.#state = this.#adopt(this.#read(source));
  }

  get root() { return this.#state.root; }
  get text() { return stringify(this.root, { indent: true }); }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  /** What the next undo reverts, in words. */
  get undoLabel() { return this.#past.at(-1)?.label; }
  get redoLabel() { return this.#future.at(-1)?.label; }

  /** The sections, with the entries of their items (`entryOf`). */
  sections() {
    this.#state.sections ??= this.#entriesOf(this.#state);
    return this.#state.sections;
  }

  /**
   * @param {{ root: any, keys: any[], inner?: Map<any, any> }} state
   * @returns {any[]}
   */
  #entriesOf({ root, keys, inner }) {
    const keyOf = (id, path) => inner.get(pointer(path));
    return sectionsAt(root).map((section, number) => ({
      ...section,
      items: section.items.map((node, index) => entryOf({
        key: keys[number][index], id: itemID(node), node, path: [...section.path, 'items', index],
      }, this.places, keyOf)),
    }));
  }

  /**
   * What has settings: the screen and its sections, each as `{ key, id, title, settings, node, path }`. `id` names it
   * in messages, and `settings` in the address of the page.
   */
  settings() {
    const { root, sectionKeys } = this.#state;
    this.#state.settings ??= [
      {
        key: 'screen', id: 'the screen’s settings', title: 'Screen settings', settings: 'screen', node: root, path: [],
      },
      ...sectionsAt(root).filter(({ id }) => id !== null).map(({ id, path }, number) => ({
        key: sectionKeys[number], id: `the section ${id}`, title: id ? `Section ${id}` : 'Section without id',
        settings: `section ${id}`, node: at(root, path), path,
      })),
    ];
    return this.#state.settings;
  }

  /** The entry of a key, of an item or of settings; undefined if it is not in the document. */
  entry(key) {
    this.#state.byKey ??= new Map([...this.sections().flatMap(({ items }) => flat(items)), ...this.settings()]
      .map((entry) => [entry.key, entry]));
    return this.#state.byKey.get(key);
  }

  /**
   * Moves items, in the order of the document, before another item or to the end of a list. `target` is the number of a
   * section, or a place inside an item, `{ parent, at }`. `also` changes the rest of the document in the same step.
   */
  move(keys, target, before, label, also) {
    const moving = new Set(keys);
    if (moving.has(before)) throw new Error('an item cannot be moved before itself');
    const moved = this.sections().flatMap(({ items }) => flat(items).filter(({ key }) => moving.has(key)));
    return this.#arrange(label, (list) => {
      const rest = list.items.filter(({ key }) => !moving.has(key));
      if (isTarget(list, target)) rest.splice(place(rest, before), 0, ...moved);
      return rest;
    }, also);
  }

  /** Inserts items; returns their keys. `target` and `also` are those of `move`. */
  insert(nodes, target, before, label, also) {
    const added = nodes.map((node) => ({ node, key: this.#newKey() }));
    this.#arrange(label, (list) => {
      if (!isTarget(list, target)) return list.items;
      const items = [...list.items];
      items.splice(place(items, before), 0, ...added);
      return items;
    }, also);
    return added.map(({ key }) => key);
  }

  /** Removes items. `also` changes the rest of the document in the same step. */
  remove(keys, label, also) {
    const gone = new Set(keys);
    return this.#arrange(label, ({ items }) => items.filter(({ key }) => !gone.has(key)), also);
  }

  /**
   * Changes a member of an item or of settings; undefined removes it. Edits of the same place shortly after each other
   * are one step.
   * `also(root)` is applied to the document as it was before the step, so that what follows from typing an id follows
   * from the id before and the one after, and never from those between. `withdraws` says that the edit takes back what
   * was typed into a field: the steps of the typing go, too.
   * @param {string} key
   * @param {(string | number)[]} path
   * @param {import('../kit/json.js').Node | undefined} node
   * @param {string} label
   * @param {{ also?: (root: any) => any, withdraws?: boolean }} options
   */
  edit(key, path, node, label, { also, withdraws = false } = {}) {
    const group = `${key} ${path.join('/')}`;
    const start = also ? this.#stepStart(group, Infinity) : undefined;
    const entry = this.entry(key);
    if (!entry) return false;
    let root = set(this.root, [...entry.path, ...path], node);
    if (also && start) root = set(also(start.root), entry.path, set(entry.node, path, node));
    const { keys, sectionKeys } = this.#state;
    return this.#commit({ root, keys, sectionKeys }, label, group, also ? Infinity : typingPause, withdraws);
  }

  /**
   * Changes the document by a function of its root. An item keeps its key while it keeps its id.
   * @param {string} label
   * @param {(root: any) => any} edit
   * @param {{ group?: string, pause?: number, withdraws?: boolean }} options
   */
  change(label, edit, { group, pause = typingPause, withdraws = false } = {}) {
    const root = edit(this.root);
    if (root === this.root) return false;
    return this.#commit(this.#adopt(root, this.#state), label, group, pause, withdraws);
  }

  /** Replaces the document, as a step that can be undone. */
  replace(source, label) {
    const root = this.#read(source);
    if (stringify(root) === stringify(this.root)) return false;
    return this.#commit(this.#adopt(root, this.#state), label);
  }

  /** Replaces the document and forgets the steps: this page had no edits. */
  reset(source) {
    this.#state = this.#adopt(this.#read(source), this.#state);
    this.#past = [];
    this.#future = [];
    this.#changed('replace');
  }

  undo() { return this.#step(this.#past, this.#future, 'undo'); }
  redo() { return this.#step(this.#future, this.#past, 'redo'); }

  // State

  #read(source) { return fillIDs(typeof source === 'string' ? parse(source) : source, this.places); }

  #arrange(label, edit, also) {
    const sections = sectionsAt(this.root);
    const entries = new Set();
    const lists = rearranged(this.sections(), (list) => {
      const result = edit(list);
      for (const entry of result) entries.add(entry);
      return result;
    });
    let root = withItems(this.root, sections, lists.map((list, number) => {
      const before = sections[number].items;
      const unchanged = list.length === before.length && list.every(({ node }, index) => node === before[index]);
      return unchanged ? before : list.map(({ node }) => node);
    }));
    if (root === this.root) return false;
    if (also) root = also(root);
    const { sectionKeys } = this.#state;
    const known = new Map([...entries].map(({ node, key }) => [node, key]));
    return this.#commit({ root, keys: lists.map((list) => list.map(({ key }) => key)), sectionKeys, known }, label);
  }

  /** @param {{ root: any, keys: any[], sectionKeys: any[], inner?: Map<any, any>, known?: Map<any, any> }} next */
  #commit({ known, ...own }, label, group, pause = typingPause, withdraws = false) {
    const state = own.inner ? own : { ...own, inner: this.#innerKeys(own, this.#state, known) };
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

  /** Gives keys to items and sections: by id the keys of the previous state, or new ones. */
  #adopt(root, before) {
    const known = new Map();
    const knownSections = new Map();
    const note = (map, id, key) => map.set(id, [...(map.get(id) ?? []), key]);
    if (before) {
      sectionsAt(before.root).forEach(({ id, items }, number) => {
        note(knownSections, id, before.sectionKeys[number]);
        items.forEach((node, index) => note(known, itemID(node), before.keys[number][index]));
      });
    }
    const sections = sectionsAt(root);
    const keys = sections.map(({ items }) =>
      items.map((node) => known.get(itemID(node))?.shift() ?? this.#newKey()));
    const sectionKeys = sections.map(({ id }) => knownSections.get(id)?.shift() ?? this.#newKey());
    const state = { root, keys, sectionKeys };
    return { ...state, inner: this.#innerKeys(state, before) };
  }

  /**
   * The keys of the items inside others, by their pointers. An item keeps its key while it is the same node (`known`
   * has the keys of new ones), at the same place with the same id, while it keeps its id, or else its place.
   */
  #innerKeys({ root, keys }, before, known = new Map()) {
    const inner = new Map();
    const items = sectionsAt(root).flatMap((section, number) => section.items.flatMap((node, index) => {
      if (this.places(node).length === 0) return [];
      const top = { key: keys[number][index], id: itemID(node), node, path: [...section.path, 'items', index] };
      return flat([entryOf(top, this.places, () => undefined)]).slice(1);
    }));
    if (items.length === 0) return inner;
    const used = new Set(keys.flat());
    const old = before ? this.#entriesOf(before).flatMap((section) => flat(section.items)) : [];
    const index = (name) => {
      const result = new Map();
      for (const entry of old) {
        const value = name(entry);
        result.set(value, [...(result.get(value) ?? []), entry.key]);
      }
      return result;
    };
    const nodes = index(({ node }) => node);
    for (const [node, key] of known) nodes.set(node, [key]);
    const both = ({ id, path }) => `${pointer(path)} ${id}`;
    /** @type {[(item: any) => any, Map<any, any[]>][]} */
    const steps = [[({ node }) => node, nodes], [both, index(both)], [({ id }) => id, index(({ id }) => id)],
      [({ path }) => pointer(path), index(({ path }) => pointer(path))]];
    for (const [name, candidates] of steps) {
      for (const item of items) {
        const place = pointer(item.path);
        if (inner.has(place)) continue;
        const key = candidates.get(name(item))?.find((one) => !used.has(one));
        if (key === undefined) continue;
        used.add(key);
        inner.set(place, key);
      }
    }
    for (const item of items) if (!inner.has(pointer(item.path))) inner.set(pointer(item.path), this.#newKey());
    return inner;
  }

  /** A key that no item or section has or had, because undo may bring an item back. */
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
