import { h } from '../kit/dom.js';
import { button, dialog, errorMessage, field, setError } from '../kit/ui.js';

/**
 * Asks for the reason of a change, then makes it. `help` is the text below the reason; without it, none is asked for.
 * `apply` gets the reason; if it throws, the error is shown and the dialog stays. Resolves to what `apply` resolves to,
 * or undefined if the change was not made.
 */
export function askReason({ title, content = null, action, kind = 'primary', placeholder = '', apply,
  help = 'The reason for the change. The history and the audit keep it.' }) {
  const input = h('input', { type: 'text', maxlength: '300', autocomplete: 'off', placeholder, class: 'wide-input',
    autofocus: true });
  let go;
  const problem = h('div', {});
  return dialog({
    title,
    content: (close) => h('form', { on: { submit: (event) => { event.preventDefault(); submit(close); } } },
      content, help ? field('Message', input, { help }) : null,
      problem, h('button', { type: 'submit', hidden: true })),
    actions: (close) => {
      go = button(action, { kind, on: () => submit(close) });
      return [button('Cancel', { on: () => close() }), go];
    },
  });
  async function submit(close) {
    if (go.disabled) return;
    go.disabled = true;
    problem.replaceChildren();
    try {
      close(await apply(input.value));
    } catch (error) {
      problem.replaceChildren(errorMessage(error));
    } finally {
      go.disabled = false;
    }
  }
}

/**
 * Asks for the name of what is added. `check` says what is wrong with a name, or returns an empty text. Resolves to the
 * name, or undefined.
 */
export function askName({ title, action, placeholder, help, check }) {
  const input = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autofocus: true, placeholder });
  const name = field('Name', input, { help });
  const go = (close) => {
    const text = input.value.trim();
    const wrong = check(text);
    setError(name, wrong);
    if (wrong) input.focus(); else close(text);
  };
  return dialog({ title,
    content: (close) => h('form', { on: { submit: (event) => { event.preventDefault(); go(close); } } }, name),
    actions: (close) => [button('Cancel', { on: () => close() }),
      button(action, { kind: 'primary', on: () => go(close) })] });
}
