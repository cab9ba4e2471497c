// The server's errors in the draft: a summary with links to the items.
import { h, fill } from '../kit/dom.js';
import { tokens, pointer } from '../kit/json.js';
import { locate, scopeOf } from './scope.js';
import { count } from './controls.js';

/** Errors that prevent the publication of a draft, but not its preview. */
const gate = new Set(['drops-item', 'left-empty']);

/** Errors of a saved document, by item. They stay with their items when the items move. */
export class Findings {
  errors = [];
  byKey = new Map();

  set(errors, scope) {
    this.errors = errors;
    this.byKey = new Map();
    this.places = errors.map((error) => {
      const place = locate(scope, tokens(error.pointer));
      if (place) this.byKey.set(place.key, [...(this.byKey.get(place.key) ?? []), { error, path: place.path }]);
      return place;
    });
  }

  /** The errors of an item, with pointers to its current place. */
  of(key, path) {
    return (this.byKey.get(key) ?? []).map((found) => ({ ...found.error, pointer: pointer([...path, ...found.path]) }));
  }

  /** Why the draft cannot be shown; empty if it can. */
  get blocking() {
    const number = this.errors.filter(({ code }) => !gate.has(code)).length;
    return number === 0 ? ''
      : `The draft can be shown once its ${number === 1 ? 'error is' : `${number} errors are`} fixed.`;
  }
}

/**
 * The summary. `onOpen(key)` shows an item of the scope; `onElsewhere(error)` what lies outside of it. `model` names
 * the items of the definition while a variant is shown.
 */
export function summaryOf(findings, scope, { model, onOpen, onElsewhere }) {
  const { errors } = findings;
  if (errors.length === 0) return null;
  const entries = new Map(scope.sections().flatMap(({ items }) => items.map((item) => [item.key, item])));
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
        entry ? entry.id || 'item without id' : name(error)), ': ', error.message,
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
