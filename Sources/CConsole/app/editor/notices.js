// The messages above an editor: whose draft it is, what is scheduled, what others have published.
import { h } from '../kit/dom.js';
import { button } from '../kit/ui.js';

/**
 * The messages. `onClose()` gives the focus back when one that has it goes. Returns `{ element, notice(name, kind, words,
 * buttons), drop(name) }`; a new one takes the place of one with its name.
 */
export function notices(onClose) {
  const element = h('div', { class: 'messages' });
  /** @type {Map<string, HTMLElement>} */
  const shown = new Map();

  function notice(name, kind, words, buttons = []) {
    drop(name);
    const message = h('div', { class: `message ${kind}` }, h('p', {}, words), h('div', { class: 'toolbar' }, buttons,
      button('Close message', { icon: 'close', iconOnly: true, kind: 'quiet', on: () => { drop(name); onClose(); } })));
    shown.set(name, message);
    element.append(message);
  }

  function drop(name) {
    const message = shown.get(name);
    const hadFocus = message?.contains(document.activeElement);
    message?.remove();
    shown.delete(name);
    if (hadFocus) onClose();
  }

  return { element, notice, drop };
}
