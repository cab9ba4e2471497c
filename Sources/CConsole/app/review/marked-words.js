// Two texts as one, with the words that differ marked.
import { h } from '../kit/dom.js';
import { compareLists } from '../editor/compare-lines.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const wordsOf = (text) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** The characters that stay of each end of a long text that both share. */
const context = 40;

/**
 * The parts of both texts in their order: `[{ kind: 'same' | 'old' | 'new', text }]`. A space between two changed words
 * belongs to the change.
 */
export function wordParts(before, after) {
  const parts = [];
  const push = (kind, text) => {
    if (parts.at(-1)?.kind === kind) parts.at(-1).text += text; else if (text) parts.push({ kind, text });
  };
  let change = { old: '', new: '' };
  let space = '';
  const end = () => {
    for (const [kind, text] of Object.entries(change)) push(kind, text);
    push('same', space);
    change = { old: '', new: '' };
    space = '';
  };
  for (const { kind, text } of compareLists(wordsOf(before), wordsOf(after)).lines) {
    if (kind !== 'same') {
      change = { old: change.old + space, new: change.new + space };
      space = '';
      change[kind] += text;
    } else if (text.trim() === '' && (change.old || change.new)) {
      space += text;
    } else {
      end();
      push('same', text);
    }
  }
  end();
  return parts.map((part, index) => (part.kind === 'same'
    ? { ...part, text: shortened(part.text, index > 0, index < parts.length - 1) } : part));
}

/** A long text without its middle, or without the end that touches no change. */
function shortened(text, hasBefore, hasAfter) {
  const letters = [...text];
  const start = hasBefore ? context : 0;
  const end = hasAfter ? context : 0;
  if (letters.length <= start + end + context) return text;
  return `${letters.slice(0, start).join('')}…${end > 0 ? letters.slice(-end).join('') : ''}`;
}

/** A text with what is gone and what is new in it. */
export function markedWords(before, after) {
  const tags = { old: 'del', new: 'ins' };
  return h('span', { dir: 'auto' }, wordParts(before, after).map(({ kind, text }) =>
    (kind === 'same' ? text : h(tags[kind], {}, text))));
}
