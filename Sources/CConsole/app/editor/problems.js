// The server's errors in the draft: a summary with links to the items.
import { h, fill } from '../kit/dom.js';
import { at, tokens, pointer, equal, parse, stringify } from '../kit/json.js';
import { missingNames } from '../form/field.js';
import { entriesOf, locate, scopeOf } from './scope.js';
import { count } from '../pages/text.js';
import { base } from '../kit/router.js';

/** Errors that prevent the publication of a draft, but not its preview. */
const gate = new Set(['drops-item', 'left-empty']);

/**
 * Errors of a saved document, by item. They stay with their items when the items move. An empty field of an item that
 * was just added shows its error after the user has left the field or has tried to save, and so does a field in which the
 * user types.
 */
export class Findings {
  /** The errors to show. */
  errors = [];
  byKey = new Map();
  /** All errors, as `{ error, place, empty }`: `empty` are the pointers to what is missing or empty. */
  #found = [];
  /** The fields that were left, by the items that were just added. */
  #fresh = new Map();
  /** The field in which the user types: `{ key, place, known }`, `known` being the codes of the errors that it had before. */
  #typed;

  set(errors, scope) {
    const nodes = new Map(entriesOf(scope).map(({ key, node }) => [key, node]));
    this.#found = errors.map((error) => {
      const place = locate(scope, tokens(error.pointer));
      return { error, place, empty: place ? emptyPlaces(error, place.path, nodes.get(place.key)) : [] };
    });
    this.#show();
  }

  /** Hides the errors about empty fields of an item that was just added, each until its field was left. */
  begin(key) { this.#fresh.set(key, new Set()); }

  /** How a form reports visits of its fields. `own.key` is the key of its item; `changed()` shows the errors again. */
  visits(own, changed) {
    return {
      onType: (place) => this.#type(own.key, place),
      onLeave: (place) => { if (this.#leave(own.key, place)) changed(); },
    };
  }

  /** Notes that the user types in a field: a new error of it is hidden until the field is left. */
  #type(key, place) {
    if (this.#typed?.key === key && this.#typed.place === place) return;
    const known = (this.byKey.get(key) ?? []).filter(({ path }) => isAt(pointer(path), place)).map(({ error }) => error.code);
    this.#typed = { key, place, known: new Set(known) };
  }

  /** Notes that a field of an item was left; returns whether that changes what is shown. */
  #leave(key, place) {
    const wasTyped = this.#typed?.key === key && this.#typed.place === place;
    if (wasTyped) this.#typed = undefined;
    const left = this.#fresh.get(key);
    if (left && !left.has(place)) left.add(place);
    else if (!wasTyped) return false;
    return this.#show();
  }

  /** Shows all errors, except in an item that is still being filled in; returns whether that changes what is shown. */
  settle(exceptKey) {
    this.#typed = undefined;
    for (const key of this.#fresh.keys()) if (key !== exceptKey) this.#fresh.delete(key);
    return this.#show();
  }

  /** Shows all errors at their places in another scope: the user has left the items that were just added. */
  relocate(scope) {
    this.#fresh.clear();
    this.#typed = undefined;
    this.set(this.#found.map(({ error }) => error), scope);
  }

  /** Follows an item to its new key: within a variant, the id is the key. */
  rename(from, to) {
    const left = this.#fresh.get(from);
    this.#fresh.delete(from);
    if (left) this.#fresh.set(to, left);
    if (this.#typed?.key === from) this.#typed.key = to;
    for (const { place } of this.#found) if (place?.key === from) place.key = to;
    this.#show();
  }

  #show() {
    const shown = this.#found.filter(({ error, place, empty }) => {
      if (place && this.#isTyped(place) && !this.#typed.known.has(error.code)) return false;
      const left = place && this.#fresh.get(place.key);
      return !left || empty.length === 0
        || empty.some((one) => [...left].some((other) => isAt(other, one)));
    });
    const isSame = shown.length === this.errors.length && shown.every(({ error }, index) => error === this.errors[index]);
    this.errors = shown.map(({ error }) => error);
    this.places = shown.map(({ place }) => place);
    this.byKey = new Map();
    for (const { error, place } of shown) {
      if (place) this.byKey.set(place.key, [...(this.byKey.get(place.key) ?? []), { error, path: place.path }]);
    }
    return !isSame;
  }

  #isTyped({ key, path }) { return this.#typed?.key === key && isAt(pointer(path), this.#typed.place); }

  /** The errors of an item, with pointers to its current place. */
  of(key, path) {
    return (this.byKey.get(key) ?? []).map((found) => ({ ...found.error, pointer: pointer([...path, ...found.path]) }));
  }

  /** Why the draft cannot be shown; empty if it can. The server draws a placeholder for an item with errors. */
  get blocking() {
    const number = this.#severe.filter(({ pointer: place }) => !inItem.test(place)).length;
    return number === 0 ? ''
      : `The draft can be shown once ${number === 1 ? 'an error outside of its items is'
        : `${number} errors outside of its items are`} fixed.`;
  }

  /** How many items the preview shows as placeholders. */
  get placeholders() {
    return new Set(this.#severe.map(({ pointer: place }) => inItem.exec(place)?.[0]).filter(Boolean)).size;
  }

  get #severe() { return this.#found.map(({ error }) => error).filter(({ code }) => !gate.has(code)); }
}

/** The pointer of an item of the definition, at the start of another one. */
const inItem = /^(\/sections\/\d+)?\/items\/\d+(?=\/|$)/;

/** Whether a pointer is that of a place, or below it. */
function isAt(one, place) { return one === place || one.startsWith(`${place}/`); }

/** The pointers within an item to what an error misses; empty if it is about something that is there. */
function emptyPlaces(error, path, node) {
  const names = missingNames(error);
  const places = names.length > 0 ? names.map((name) => [...path, name]) : [path];
  return places.every((place) => isEmpty(at(node, place))) ? places.map(pointer) : [];
}

function isEmpty(node) {
  return node === undefined || node.value === '' || (node.members ?? node.elements)?.length === 0;
}

/**
 * The summary. `onOpen(key)` shows an item of the scope; `onElsewhere(error)` what lies outside of it. `model` names
 * the items of the definition while a variant is shown.
 */
export function summaryOf(findings, scope, { model, onOpen, onElsewhere }) {
  const { errors } = findings;
  if (errors.length === 0) return null;
  const entries = new Map(entriesOf(scope).map((entry) => [entry.key, entry]));
  const definition = scope.kind === 'definition' ? undefined : scopeOf(model, '');
  const name = (error) => {
    const place = definition && locate(definition, tokens(error.pointer));
    return (place && model.entry(place.key)?.id) || error.pointer || 'the definition';
  };
  const listed = errors.slice(0, 20);
  // On a phone, the list would push the items out of sight.
  const isOpen = errors.length <= 3 && innerWidth > 700;
  return h('details', { class: 'message error problems', open: isOpen },
    h('summary', {}, h('strong', {}, `${count(errors.length, 'error')} in this draft.`),
      ' It is saved, but cannot be published yet.'),
    h('ul', { class: 'diagnostics' }, listed.map((error, index) => {
      const key = findings.places[index]?.key;
      const entry = entries.get(key);
      return h('li', {}, h('button',
        { type: 'button', class: 'link', on: { click: () => (entry ? onOpen(key) : onElsewhere(error)) } },
        entry ? entry.title ?? (entry.id || 'item without id') : name(error)), ': ', error.message,
      error.hint ? h('span', { class: 'hint' }, ` (${error.hint})`) : null);
    }), errors.length > listed.length ? h('li', {}, `and ${errors.length - listed.length} more`) : null));
}

/** Replaces the summary in a holder. */
export function showSummary(holder, findings, scope, handlers) {
  const old = holder.querySelector('details');
  // Editing an item does not change the summary.
  const state = JSON.stringify([findings.errors, scope.name, findings.places?.map((place) => place?.key)]);
  if (holder.dataset.state === state) return;
  holder.dataset.state = state;
  const next = summaryOf(findings, scope, handlers);
  if (next && old) next.open = old.open;
  const isFocused = holder.contains(document.activeElement);
  fill(holder, next);
  if (isFocused) holder.querySelector('summary')?.focus();
}

// Texts of fields that are no values, such as “8,500” for a number. The draft keeps the values from before; the texts
// stay in this tab, also when the page is loaded again, and nothing is published before they are corrected.

/**
 * The texts of a screen's editor: `{ scope, key, id, pointer, label, text, node }`. `key` and `id` name the item
 * or the settings, `node` is the value in the draft.
 */
export class UnwrittenTexts {
  #entries;

  constructor(model, route) {
    this.model = model;
    this.name = `marquee-unwritten ${base}/screens/${route}`;
    this.#entries = this.#stored();
  }

  /** The texts in the form of an item. */
  of(scope, key) { return this.#entries.filter((entry) => entry.scope === scope && entry.key === key); }

  /** Replaces the texts in the form of an item. */
  set(scope, key, texts) {
    this.#entries = [...this.#entries.filter((entry) => entry.scope !== scope || entry.key !== key),
      ...texts.map((text) => ({ ...text, scope, key }))];
    this.store();
  }

  /** The texts that still have their fields. */
  get all() { return this.#entries.filter((entry) => this.#item(entry)); }

  /** Follows an item to its new id: within a variant, the id is the key. */
  rename(from, to) {
    for (const entry of this.#entries) {
      const list = entriesOf(scopeOf(this.model, entry.scope));
      if (entry.id === from && list.every(({ key }) => key !== entry.key)) {
        entry.key = list.find(({ id }) => id === to)?.key;
      }
    }
    this.store();
  }

  /** The item of a text; undefined if the item, or the value from before, is not there any more. */
  #item({ scope, key, pointer, node }) {
    const item = entriesOf(scopeOf(this.model, scope)).find((one) => one.key === key);
    if (!item) return undefined;
    const now = at(item.node, tokens(pointer));
    return equal(now, node) ? item : undefined;
  }

  // Keys live as long as the page, ids as long as the draft.

  /** Stores the texts in the tab, with the current ids of their items. */
  store() {
    for (const entry of this.#entries) entry.id = this.#item(entry)?.id ?? entry.id;
    const kept = this.all.map(({ key, node, ...entry }) => ({ ...entry, node: node && stringify(node) }));
    if (kept.length > 0) sessionStorage.setItem(this.name, JSON.stringify(kept));
    else sessionStorage.removeItem(this.name);
  }

  #stored() {
    const kept = JSON.parse(sessionStorage.getItem(this.name) ?? '[]');
    return kept.flatMap(({ node, ...entry }) => {
      const item = entriesOf(scopeOf(this.model, entry.scope)).find(({ id }) => id === entry.id);
      return item ? [{ ...entry, key: item.key, node: node === undefined ? undefined : parse(node) }] : [];
    });
  }
}
