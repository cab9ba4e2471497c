import { h } from '../kit/dom.js';
import { button, say } from '../kit/ui.js';

/**
 * A button that copies a text and confirms it.
 * @param {string} text
 * @param {{ label?: string, what?: string, [attribute: string]: any }} look
 */
export function copyButton(text, { label = 'Copy', what = 'The text', ...rest } = {}) {
  return button(label, { ...rest, on: async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} is copied.`);
    } catch {
      // The clipboard is available only to secure origins.
      say('The browser does not let the console copy. Select the text and copy it.');
    }
  } });
}

/** A text in a fixed pitch with a button that copies it. */
export function codeView(text, label) {
  return h('div', { class: 'code-view' },
    h('div', { class: 'code-tools' }, copyButton(text, { what: label })),
    h('pre', { tabindex: '0', role: 'region', 'aria-label': label }, h('code', {}, text)));
}

/** A body for reading: JSON is indented, other text is unchanged. */
export function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}
