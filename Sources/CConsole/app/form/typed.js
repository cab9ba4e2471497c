// Controls in which people type, and how their texts become values.
import { equal, parse, stringify, textOf } from '../kit/json.js';
import { isNumber, numberAdvice } from '../kit/numbers.js';

/** The advice for a text that is no value, such as “8,500” in a field for a number. */
class NotAValue {
  constructor(problem) { this.problem = problem; }
}

const string = (value) => ({ kind: 'string', value });
const readText = (node) => textOf(node) ?? '';

/** How the text of each kind of control becomes a node, and back. */
export const codecs = {
  text: { read: readText, write: (text) => string(text) },
  // An address, a time or a colour is never empty: an empty field removes the member.
  filled: { read: readText, write: (text) => (text === '' ? undefined : string(text)) },
  number: {
    read: (node) => node?.text ?? '',
    write(text) {
      if (text.trim() === '') return undefined;
      return isNumber(text) ? { kind: 'number', text: text.trim() }
        : new NotAValue(`This is not a number, so it is not saved. ${numberAdvice(text)}`);
    },
  },
  json: {
    read: (node) => (node === undefined ? '' : stringify(node, { indent: true })),
    write(text) {
      if (text.trim() === '') return undefined;
      try {
        return parse(text);
      } catch (error) {
        // Where the schema says nothing, a price is typed as JSON.
        const advice = numberAdvice(text, '');
        return new NotAValue(`This is not JSON, so it is not saved: ${error.message}.${advice && ` ${advice}`}`);
      }
    },
  },
};

/** The longest value that a message repeats, in characters. */
const longestRepeated = 40;

/**
 * Makes a control one for typing. `after(node)` is called after each change of the value.
 *
 * What is typed is written at once while it is a value. Once it is none, the document gets back the value from before
 * the field was entered: the start of “8,500” is a number, and nobody wants to sell for it. Such a text is noted in the
 * form, which keeps it and names its field.
 *
 * `context` has `id`, `required`, `current()`, `change(node)`, `withdraw(node)` (a `change` that takes the typing back),
 * `problem(text)` (shows what is wrong) and `note(control, value)` (tells the form of a text that is no value, and of
 * the value that the document has; without a value, the text is one again).
 *
 * The event `settle` takes over what was typed, as leaving the control does.
 * Returns `{ element, control, update(node), write(text), restore(text) }`.
 * @param {any} context
 * @param {any} codec
 * @param {any} control
 * @param {(node: any) => void} [after]
 */
export function typed(context, codec, control, after = () => {}) {
  control.id = context.id;
  control.autocomplete = 'off';
  if (context.required) control.setAttribute('aria-required', 'true');
  /** The value in the document. */
  let shown;
  /** The value from before the field was entered. */
  let entered;
  let isTyped = false;
  /** Whether the document lacks the text: it is no value, or it is empty and the field was not left yet. */
  let isPending = false;
  /** Whether another value came while somebody typed. */
  let isWaiting = false;
  /** Whether the field says what is wrong with its text: not before it was left, then until the text is a value. */
  let isMarked = false;

  const mark = (problem, isLeft = true) => {
    const isInvalid = problem !== '';
    isMarked = isInvalid && (isLeft || isMarked);
    control.toggleAttribute('data-unwritten', isInvalid);
    const kept = codec.read(entered);
    context.problem(!isMarked ? '' : kept !== '' && kept.length <= longestRepeated
      ? `${problem} The draft keeps ${kept}.` : problem);
    context.note(control, isInvalid ? { node: entered } : undefined);
  };
  const show = (node) => {
    shown = entered = node;
    isWaiting = isTyped = isPending = false;
    const text = codec.read(node);
    if (control.value !== text) control.value = text;
    mark('');
    if (control.tagName === 'TEXTAREA') resize(control);
    after(node);
  };
  const put = (node, write) => {
    if (equal(node, shown)) return;
    shown = node;
    isWaiting = false;
    after(node);
    write(node);
  };
  const take = (isLeft) => {
    if (control.tagName === 'TEXTAREA') resize(control);
    const node = codec.write(control.value);
    // An empty field is on its way to another text until it is left.
    const isEmpty = node === undefined && entered !== undefined && (context.required || !isLeft);
    const problem = node instanceof NotAValue ? node.problem
      : isEmpty && isLeft ? 'This cannot be empty, so it is not saved.' : '';
    isPending = problem !== '' || isEmpty;
    // The document first: what is noted of the text is what the document has.
    if (isPending) put(entered, context.withdraw);
    mark(problem, isLeft);
    if (!isPending) put(node, context.change);
  };

  control.addEventListener('focus', () => { if (!isPending) entered = shown; });
  control.addEventListener('input', () => { isTyped = true; take(false); });
  // Enter, and the editor before it saves.
  for (const event of ['change', 'settle']) control.addEventListener(event, () => {
    if (!isTyped) return;
    take(true);
    if (!isPending) entered = shown;
  });
  control.addEventListener('blur', () => {
    if (isTyped) take(true);
    isTyped = false;
    if (isWaiting && !isPending) show(context.current());
  });
  control.addEventListener('keydown', (event) => {
    // A text that the document does not have is no step of it: undo takes it back here.
    if (!isPending || event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    show(shown);
  });
  return {
    element: control, control,
    write: (text) => { control.value = text; take(true); },
    restore: (text) => { control.value = text; take(true); },
    update(node) {
      if (equal(node, shown)) { shown = node; return; }
      if (control === document.activeElement && document.hasFocus()) {
        // Keep a text that is no value. Replace a complete one, and keep the caret.
        if (isPending || control.value !== codec.read(shown)) { shown = entered = node; isWaiting = true; return; }
        const { selectionStart, selectionEnd } = control;
        show(node);
        if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
        return;
      }
      show(node);
    },
  };
}

/** Fits the height of a text area to its text in browsers that cannot do it. */
function resize(area) {
  if (CSS.supports('field-sizing', 'content')) return;
  area.rows = Math.min(24,
    Math.max(2, area.value.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 44), 0)));
}
