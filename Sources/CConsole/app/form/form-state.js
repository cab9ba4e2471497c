// What a form knows of its fields as a whole: texts that are no values, and fields that were left.
import { equal, pointer } from '../kit/json.js';

/**
 * `kept` are the texts that are no values of an earlier form of the item, as `texts()` returned them. `onText()` is
 * called when they change, `onLeave(pointer)` when a field is left, `withdraw(path, node, label)` takes the typing in a
 * field back.
 */
export class FormState {
  #notes = new Map();
  #kept;

  constructor({ kept = [], withdraw, onText, onLeave }) {
    this.#kept = [...kept];
    this.withdraw = withdraw;
    this.onText = onText;
    this.onLeave = onLeave;
  }

  /** The text that was typed into the field of a path, if the document still has the value from before. */
  takeText(path, node) {
    const place = pointer(path);
    const index = this.#kept.findIndex((entry) => entry.pointer === place && isSame(entry.node, node));
    return index < 0 ? undefined : this.#kept.splice(index, 1)[0].text;
  }

  /** The members below a path into which something was typed, although they may not be there. */
  membersBelow(path) {
    const start = `${pointer(path)}/`;
    return this.#kept.filter((entry) => entry.pointer.startsWith(start)).map((entry) => entry.pointer.slice(start.length)
      .split('/')[0].replaceAll('~1', '/').replaceAll('~0', '~'));
  }

  /** Notes a control whose text is no value; without `value`, it is one. `path()` and `label()` are those of now. */
  note(control, value, path, label) {
    if (value) this.#notes.set(control, { ...value, path, label }); else if (!this.#notes.delete(control)) return;
    this.onText();
  }

  /** The texts that are no values, of controls within an element: `[{ pointer, label, text, node }]`. */
  texts(root) {
    return [...this.#notes].filter(([control]) => root.contains(control)).map(([control, { node, path, label }]) =>
      ({ pointer: pointer(path()), label: label(), text: control.value, node }));
  }

  /** Tells of a field that was left. */
  leave(path) { this.onLeave(pointer(path)); }
}

function isSame(one, other) { return one === other || (one !== undefined && other !== undefined && equal(one, other)); }
