// What an editor says about its draft: whether it is saved, and what is not.
import { h, fill } from '../kit/dom.js';
import { relativeTime, say } from '../kit/ui.js';
import { count } from '../pages/text.js';

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
