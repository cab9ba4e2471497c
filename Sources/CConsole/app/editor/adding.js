// Adding an item: the question which one, its place, and its form.
import { say } from '../kit/ui.js';
import { chooseItem } from '../form/add-item.js';
import { takenIDs } from './layout.js';

/**
 * `page` is that of `itemActions`, with `findings` and `focusForm()`.
 *
 * Returns `{ addItem({ after, target, before }), addInside(key, at) }`. An item is added after another one, else before the
 * item `before` of the section or slot `target`, or at its end; by default after the selected item.
 */
export function adding(page, actions) {
  async function addItem({ after, target, before } = { after: page.selected, target: undefined, before: undefined }) {
    if (page.lock()) { say(page.lock()); return; }
    const list = after === undefined ? undefined : actions.listOf(after);
    const inside = list?.slot?.isList ? list.slot
      : actions.entry(target?.parent)?.slots.find(({ at }) => at === target.at);
    const node = await chooseItem({ schemas: page.schemas, takenIDs: takenIDs(page.model.root), types: inside?.types });
    if (!node) return;
    if (actions.insert([node], after, ['Add', 'Added'], after === undefined ? target : undefined,
      { first: before })) beginNew();
  }

  async function addInside(key, at) {
    if (page.lock()) { say(page.lock()); return; }
    if (await actions.addInside(key, at)) beginNew();
  }

  /** Shows the form of an item that was just added. */
  function beginNew() {
    page.findings.begin(page.selected);
    page.focusForm();
  }

  return { addItem, addInside };
}
