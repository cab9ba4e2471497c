// Writing the texts of items in their place.
import { tokens } from '../../kit/json.js';
import { isNumber } from '../../kit/numbers.js';
import { say } from '../../kit/ui.js';
import { isDrawn, shownNode, textOfShown, textsOf } from './immediate.js';

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

// Editing a text in its place in the preview.

/**
 * Lets people write in an element of the preview, until they leave it. All of the text is selected. Enter and leaving
 * keep what was written, Shift-Enter breaks the line, Tab goes on to the next text, and Escape takes everything back.
 *
 * `text` is the value, `label` names it, `onInput(text)` is called for each change, and
 * `onEnd({ isKept, isChanged, text, next })` at the end; `next` is 1 or -1 after Tab, 0 after Enter and Escape, and
 * undefined when something else has got the focus.
 * Returns `{ element, end() }`.
 */
export function editText(element, { text, label, onInput, onEnd }) {
  const page = element.ownerDocument;
  const before = element.textContent;
  const attributes = {
    contenteditable: 'plaintext-only', role: 'textbox', 'aria-label': label, 'aria-multiline': 'true', spellcheck: 'true',
  };
  const look = {
    outline: '2px solid var(--tint)', 'outline-offset': '2px', 'border-radius': '2px', 'min-inline-size': '1ch',
    'min-block-size': '1lh', cursor: 'text', 'user-select': 'text', '-webkit-user-select': 'text',
  };
  const wasPlaceholder = element.classList.contains('placeholder');
  let isOver = false;
  element.classList.remove('placeholder');
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [name, value] of Object.entries(look)) element.style.setProperty(name, value);
  const listeners = { input, keydown, focusout: () => end({ isKept: true, next: undefined }), paste };
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
  page.defaultView.focus();
  element.focus({ preventScroll: true });
  page.getSelection().selectAllChildren(element);
  return { element, end: () => end({ isKept: true, next: undefined }) };

  function input() { onInput(element.textContent); }

  function keydown(event) {
    // The Enter that takes over a syllable or a word of an input method is not the end.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') finish(event, { isKept: false, next: 0 });
    else if (event.key === 'Enter' && !event.shiftKey) finish(event, { isKept: true, next: 0 });
    else if (event.key === 'Tab') finish(event, { isKept: true, next: event.shiftKey ? -1 : 1 });
  }

  function finish(event, outcome) {
    event.preventDefault();
    event.stopPropagation();
    end(outcome);
  }

  /** A text has no markup: a browser without `plaintext-only` would paste it. */
  function paste(event) {
    event.preventDefault();
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const selection = page.getSelection();
    if (pasted === '' || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    range.deleteContents();
    range.insertNode(page.createTextNode(pasted));
    range.collapse(false);
    element.normalize();
    input();
  }

  function end({ isKept, next }) {
    if (isOver) return;
    isOver = true;
    for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
    for (const name of [...Object.keys(attributes), 'style']) element.removeAttribute(name);
    const written = element.textContent;
    if (!isKept || written === text) {
      element.textContent = before;
      element.classList.toggle('placeholder', wasPlaceholder);
    }
    onEnd({ isKept, next, isChanged: written !== text, text: written });
  }
}
