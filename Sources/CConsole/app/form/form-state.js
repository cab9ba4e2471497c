// The state that all fields of a form share: the texts that are not in the document.
import { equal, pointer } from '../kit/json.js';

/**
 * The texts of a form that are not values, so that the document does not have them.
 *
 * `kept` is the result of `texts()` of an earlier form of the same item. The form calls `onText()` when the texts
 * change, `onTexts(texts)` with all of them in `tell`, and `onLeave(pointer)` when the user leaves a field.
 * `withdraw(path, node, label)` takes back what was typed in one. `inner` has `open(path)` and `add(path)` for the items inside the item; a form without it shows them as JSON.
 */
export class FormState {
  #notes = new Map();
  #kept;
  #restores = [];
  /** Whether the last report was that there are no texts. */
  #isEmpty = false;

  /** @param {{ kept?: any[], withdraw: any, onText: any, onTexts: any, onLeave: any, onType?: any, inner?: any }} options */
  constructor({ kept = [], withdraw, onText, onTexts, onLeave, onType = () => {}, inner }) {
    this.inner = inner;
    this.onTexts = onTexts;
    this.#kept = [...kept];
    this.withdraw = withdraw;
    this.onText = onText;
    this.onLeave = onLeave;
    this.onType = onType;
  }

  /** The text that was typed into the field of a path, if the document still has the value from before. */
  takeText(path, node) {
    const place = pointer(path);
    const index = this.#kept.findIndex((entry) => entry.pointer === place && equal(entry.node, node));
    return index < 0 ? undefined : this.#kept.splice(index, 1)[0].text;
  }

  /** Defers putting a text back until the form is complete: a text that has become a value edits the document. */
  restoreLater(restore) { this.#restores.push(restore); }

  /** Puts the texts back. */
  restore() { for (const restore of this.#restores.splice(0)) restore(); }

  /** The members below a path that have a kept text. The document may not have them. */
  membersBelow(path) {
    const start = `${pointer(path)}/`;
    return this.#kept.filter((entry) => entry.pointer.startsWith(start)).map((entry) => entry.pointer.slice(start.length)
      .split('/')[0].replaceAll('~1', '/').replaceAll('~0', '~'));
  }

  /**
   * Notes a control whose text is not a value. Without `value`, the text is one. `path()` and `label()` return the
   * current path and label.
   */
  note(control, value, path, label) {
    if (value) this.#notes.set(control, { ...value, path, label }); else if (!this.#notes.delete(control)) return;
    this.onText();
  }

  /**
   * The texts of the controls in `root`: `[{ pointer, label, text, node }]`. The text of an incomplete date is
   * undefined, as the browser does not reveal it.
   */
  texts(root) {
    return [...this.#notes].filter(([control]) => root.contains(control)).map(([control, { node, path, label }]) => ({
      pointer: pointer(path()), label: label(), node, text: control.validity.badInput ? undefined : control.value,
    }));
  }

  /** Reports the texts of the controls in `root`; undefined while the form is not complete. */
  tell(root) {
    if (!root) return;
    this.restore();
    const now = this.texts(root);
    if (this.#isEmpty && now.length === 0) return;
    this.#isEmpty = now.length === 0;
    this.onTexts(now);
  }

  /** Reports that the user types in the field of a path. */
  type(path) { this.onType(pointer(path)); }

  /** Reports that the user has left the field of a path. */
  leave(path) { this.onLeave(pointer(path)); }
}
