// Writing the texts of items in their place.
import { tokens } from '../../kit/json.js';
import { isNumber } from '../../kit/numbers.js';
import { say } from '../../kit/ui.js';
import { isDrawn, shownNode, textOfShown, textsOf } from './immediate.js';
import { editText } from './text-edit.js';

/**
 * Writes the texts of items into the document of the editor `page` while they are written. `refusal()` says why nothing can
 * be written; `onBegin(element)` is called before, and `onEnd({ id, element, next })` after (see `editText`). It may return
 * a `standIn` to write in instead of the element.
 *
 * Returns `{ element, write(element, item), writeNext(around, item, from, by), place(), end() }`; `element` is what somebody
 * writes in, and `place` keeps it over its text.
 */
export function textWriting({ page, actions, refusal, onBegin, onEnd }) {
  let current;
  let instead;

  /** Lets people write in the text that an element shows; returns whether it is one that they can write. */
  function write(element, item) {
    const path = tokens(element.getAttribute('data-member'));
    const node = shownNode(element, item);
    if (element.classList.contains('image') || !['string', 'number'].includes(node?.kind)) return false;
    if (refusal()) { say(refusal()); return false; }
    const isNumeric = node.kind === 'number';
    const edit = (value, options) => actions.attempt(() =>
      page.scope.edit(item.key, ['content', ...path], value, `Edit text of ${item.id}`, options));
    current?.end();
    instead = onBegin(element);
    current = editText(instead?.element ?? element, {
      text: textOfShown(node), label: `${path.at(-1) ?? 'Text'} of ${item.id}`,
      onInput: (text) => { if (!isNumeric) edit({ kind: 'string', value: text }); },
      onEnd({ isKept, isChanged, text, next }) {
        current = undefined;
        instead?.remove();
        instead = undefined;
        if (isChanged && !isNumeric && !isKept) edit(node, { withdraws: true });
        else if (isChanged && isNumeric && isKept) {
          if (isNumber(text)) edit({ kind: 'number', text: text.trim() });
          else say(`“${text}” is not a number. The draft keeps ${node.text}.`);
        }
        onEnd({ id: item.id, element, next });
      },
    });
    return true;
  }

  /** Goes to the first text of an item that can be written, or on from one by 1 or -1; returns whether there is one. */
  function writeNext(around, item, from, by) {
    if (refusal() || !isDrawn(around, item)) return false;
    const texts = textsOf(around);
    for (let index = from ? texts.indexOf(from) + by : 0; index >= 0 && index < texts.length; index += by) {
      if (write(texts[index], item)) return true;
    }
    return false;
  }

  return { get element() { return current?.element; }, write, writeNext, place: () => instead?.place(),
    end: () => current?.end() };
}
