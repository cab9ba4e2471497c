// Texts of fields that are no values, such as “8,500” for a number. The draft keeps the values from before; the texts
// stay in this tab, also when the page is loaded again, and nothing is published before they are corrected.
import { at, equal, parse, stringify, tokens } from '../kit/json.js';
import { base } from '../kit/router.js';
import { entriesOf, scopeOf } from './scope.js';

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

