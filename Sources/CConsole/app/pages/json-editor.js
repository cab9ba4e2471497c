// A JSON document as text, with the numbers of its lines and the errors at them.
import { h, fill } from '../kit/dom.js';
import { parse, stringify } from '../kit/json.js';
import { button, errorMessage, field, needs, refusal, say, setError } from '../kit/ui.js';
import { guard } from '../kit/router.js';

/**
 * An editor for a JSON text. `save` is called for Ctrl-S.
 *
 * Returns `{ element, input, format, set, read, show }`. `set(text)` replaces the text. `read()` parses it; it shows a syntax
 * error and returns undefined.
 * `show(error, place)` marks the lines of the server's findings and describes them in `place`, by default below the text;
 * without an error it removes them. `format` is a button that indents the text.
 * @param {string} label
 * @param {string} text
 * @param {{ help?: any, readonly?: boolean, save?: () => any }} options
 */
export function jsonEditor(label, text, { help, readonly = false, save } = {}) {
  const input = h('textarea', { class: 'mono', rows: '22', wrap: 'off', spellcheck: 'false', value: text, readonly,
    on: { input: () => { mark([]); clearTimeout(timer); timer = setTimeout(read, 600); },
      scroll: () => { lines.scrollTop = input.scrollTop; },
      keydown: (event) => {
        if (!save || !(event.ctrlKey || event.metaKey) || event.key !== 's') return;
        event.preventDefault();
        save();
      } } });
  const lines = h('div', { class: 'mono json-lines', 'aria-hidden': 'true' });
  const box = field(label, input, { help });
  const holder = h('div', { class: 'json-editor' });
  const below = h('div', {});
  const format = button('Format', { on: () => {
    const node = read();
    if (!node) return;
    set(stringify(node, { indent: true }));
    say('The JSON is formatted.');
  } });
  let timer;
  input.replaceWith(holder);
  holder.append(input, lines);
  mark([]);
  return { element: h('div', {}, box, below), input, format, read, set, show };

  /** Numbers the lines, and marks some. */
  function mark(wrong) {
    fill(lines, input.value.split('\n').map((_, index) => index + 1).join('\n'), wrong.map((line) => {
      const sign = h('span', {}, String(line));
      sign.style.setProperty('--line', String(line - 1));
      return sign;
    }));
    lines.scrollTop = input.scrollTop;
  }

  function set(next) {
    input.value = next;
    read();
  }

  function read() {
    clearTimeout(timer);
    try {
      const node = parse(input.value);
      setError(box, '');
      mark([]);
      return node;
    } catch (error) {
      setError(box, `This is not JSON: ${error.message}.`);
      mark([error.line]);
      return undefined;
    }
  }

  function show(error, place = below) {
    fill(place, error && errorMessage(error, undefined, go));
    const wrong = new Set(error?.errors?.map(({ line }) => line));
    mark([...wrong].filter(Boolean));
    if (wrong.size > 0) input.setAttribute('aria-invalid', 'true');
  }

  function go(line, column) {
    const all = input.value.split('\n');
    const start = all.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    input.focus();
    input.setSelectionRange(start + column - 1, start + (all[line - 1]?.length ?? 0));
    input.scrollTop = input.scrollHeight * (line - 4) / all.length;
  }
}

/**
 * An editor for a document of the mock, with `Save`, and `more` buttons. `save` gets the text; what it throws is shown.
 * Returns that of `jsonEditor`, with `isDirty()`, `reset(text)` for a new text of the server, and `leave()`.
 * @param {string} label
 * @param {string} text
 * @param {{ help?: any, isNew?: boolean, more?: HTMLElement[], save: (text: string) => Promise<any> }} options
 */
export function savedEditor(label, text, { help, isNew = false, more = [], save }) {
  let saved = text;
  let isSaving = false;
  const editor = jsonEditor(label, text, { help, readonly: refusal('publish', '') !== null, save: submit });
  const isDirty = () => isNew || editor.input.value !== saved;
  const leave = guard(() => (editor.input.value === saved ? '' : 'The change is not saved. Leave it?'));
  return {
    ...editor, isDirty, leave,
    reset(next) { saved = next; isNew = false; editor.set(next); editor.show(); },
    element: h('div', {}, editor.element, h('div', { class: 'toolbar' },
      needs('publish', 'Changing the mock', button('Save', { kind: 'primary', on: submit })), editor.format, more)),
  };

  async function submit() {
    if (isSaving) return;
    if (!isDirty()) { say('There is no change to save.'); return; }
    if (!editor.read()) { editor.input.focus(); return; }
    isSaving = true;
    const next = editor.input.value;
    try {
      await save(next);
      isNew = false;
      saved = next;
      editor.show();
    } catch (error) {
      editor.show(error);
    } finally {
      isSaving = false;
    }
  }
}
