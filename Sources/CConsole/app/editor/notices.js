// The messages above an editor: whose draft it is, what is scheduled, what others have published.
import { h, fill } from '../kit/dom.js';
import { button, relativeTime, say } from '../kit/ui.js';
import { compute, routePath } from '../kit/api.js';
import { every } from '../pages/live.js';
import { count } from '../pages/text.js';

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

// Who else has the screen open.

/** The server forgets an editor six seconds after its last sign. */
const seconds = 2;
/** How long somebody counts as editing after a change, in milliseconds. */
const editing = 10_000;
/** The pause after a selection, so that walking over items sends few requests. */
const noticePause = 200;

/**
 * The id of the editors of this page. The page keeps it when it is loaded again, so that nobody sees themselves; while it
 * is shown, it is not in the storage, which a copy of the tab would share.
 */
const editor = sessionStorage.getItem('editor') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
sessionStorage.removeItem('editor');
addEventListener('pagehide', () => sessionStorage.setItem('editor', editor));

/**
 * The status `Also here` of the editor `page`, which names the others on its screen with the item that they look at or
 * edit. `selectedID()` is the item that they see here. Returns `{ element, tell(), stop() }`; `tell()` is for a new selection.
 */
export function alsoHere({ page, selectedID }) {
  const element = h('p', { class: 'also-here', role: 'status', 'aria-label': 'Also here' });
  let changedAt = -editing;
  let timer;
  let isStopped = false;

  async function tell() {
    const { json } = await compute(routePath('/admin/presence/', page.route), { json: {
      editor, item: selectedID()?.slice(0, 200), isEditing: performance.now() - changedAt < editing } });
    if (!isStopped) show(json.others);
  }

  function show(others) {
    const words = [...new Set(others.map(({ name, item, isEditing }) =>
      `${name} ${isEditing ? 'edits' : 'looks at'} ${item ?? 'this screen'}`))].join(', ');
    // The same words again would be read again.
    if (element.textContent !== words) element.textContent = words;
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => tell().catch(() => {}), noticePause);
  };
  const onChange = () => {
    const isNew = performance.now() - changedAt >= editing;
    changedAt = performance.now();
    if (isNew) soon();
  };
  page.model.addEventListener('change', onChange);
  const end = every(seconds, tell);
  soon();
  return { element, tell: soon, stop() { isStopped = true; end(); clearTimeout(timer); } };
}

// What an editor says about its draft: whether it is saved, and what is not.

/**
 * The words about a draft. `isLive()` says whether a version of the screen is in force. Returns `{ element, show(saver,
 * texts) }`: `texts` are those of fields that are no values.
 */
export function saveState(isLive) {
  const element = h('p', { class: 'draft-state' });
  function show(saver, texts) {
    const { kind, at, message } = saver.state;
    let words = {
      clean: isLive() ? 'No changes' : 'Not published yet', dirty: 'Not saved yet', saving: 'Saving …',
      saved: `Draft saved${at ? ` ${relativeTime(at).replace(/^now$/, 'just now')}` : ''}`,
      held: 'Not saved: the draft is scheduled, and saving cancels that. Use “Save draft”.',
      failed: `Not saved: ${message}`, conflict: `Not saved: ${message}`,
    }[kind];
    const isTrouble = ['failed', 'conflict', 'held'].includes(kind);
    const [text, ...more] = isTrouble ? [] : texts;
    if (text) {
      const others = more.length > 0 ? ` and ${count(more.length, 'other field')} are` : ' is';
      words = `${kind === 'saved' ? `${words}, but not all of it` : 'Not saved'}: `
        + `“${text.label}” of ${text.id}${others} not valid`;
    }
    const isNew = element.dataset.kind !== (text ? 'failed' : kind);
    if (isNew && isTrouble) say(words);
    if (!isNew && element.firstChild?.nodeValue === words) return;
    element.dataset.kind = text ? 'failed' : kind;
    fill(element, words, kind === 'conflict'
      ? [' ', h('button', { type: 'button', class: 'link', on: { click: () => saver.meet() } }, 'Merge both')] : null);
    element.title = at ? at.toLocaleString() : '';
  }
  return { element, show };
}
