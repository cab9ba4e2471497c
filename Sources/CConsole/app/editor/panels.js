// The panels of the editor, and the way between them by keyboard.
import { pointer } from '../kit/json.js';

/**
 * Makes F6 go round the panels: returns `go(step)`, which leads to the next panel (1) or the previous one (-1).
 *
 * `board` has the panels in their order, `focus` has a function for each by its name, in the same order, and
 * `show(name)` shows one where only one is in sight.
 */
export function panels({ board, show, focus }) {
  const names = Object.keys(focus);
  return (step) => {
    const current = [...board.children].findIndex((panel) => panel.contains(document.activeElement));
    const start = current < 0 && step < 0 ? 0 : current;
    const name = names[(start + step + names.length) % names.length];
    show(name);
    focus[name]();
  };
}

/** The field of a form to begin with: the first one that is marked, or the first of the content, which is what people see. */
export function firstField(form) {
  const fields = 'input, textarea, select';
  const first = form.querySelector('[data-unwritten]') ?? form.querySelector('[aria-invalid="true"]')
    ?? form.querySelector(`.content :is(${fields})`) ?? form.querySelector(`${fields}, button`);
  for (let details = first?.closest('details'); details; details = details.parentElement.closest('details')) {
    details.open = true;
  }
  // As after Tab: what is typed replaces the text.
  if (first?.matches('input:not([type="checkbox"], [type="color"])')) first.select();
  return first;
}

/**
 * Goes to the field of a member of an item's content, where the form is in sight; returns whether it is. `form` is that of
 * the item, with its `path`.
 */
export function focusMember(holder, form, path) {
  if (!form || !holder.checkVisibility()) return false;
  form.focus(pointer([...form.path, 'content', ...path]));
  const field = document.activeElement;
  if (!holder.contains(field)) return false;
  // As after Tab: what is typed replaces the text.
  if (field.matches('input[type="text"]')) /** @type {HTMLInputElement} */ (field).select();
  return true;
}
