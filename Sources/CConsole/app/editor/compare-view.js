// Shows differences as lines of JSON.
import { h } from '../kit/dom.js';
import { button } from '../kit/ui.js';
import { stringify } from '../kit/json.js';
import { compareLines, withGaps } from './compare-lines.js';

/** Two nodes as lines of indented JSON, with the unchanged ones folded. */
export function linesView(before, after, caption) {
  const text = (node) => (node.members?.length === 0 ? '' : stringify(node, { indent: true }));
  const { lines, isWhole } = compareLines(text(before), text(after));
  if (lines.every(({ kind }) => kind === 'same')) return h('p', { class: 'soft' }, 'The two texts are the same.');
  const row = ({ kind, text: words, old, new: now }) => h('tr', { class: kind },
    h('td', { class: 'line-number' }, old), h('td', { class: 'line-number' }, now),
    h('td', { class: 'sign' }, kind === 'old' ? h('span', { 'aria-label': 'removed', role: 'img' }, '−')
      : kind === 'new' ? h('span', { 'aria-label': 'added', role: 'img' }, '+') : null),
    h('td', { class: 'text' }, h('code', {}, words)));
  const body = h('tbody', {}, withGaps(lines).map((line) => {
    if (line.kind !== 'gap') return row(line);
    const gap = h('tr', { class: 'gap' }, h('td', { colspan: '4' },
      button(line.count === 1 ? 'Show 1 unchanged line' : `Show ${line.count} unchanged lines`,
        { kind: 'quiet', on: () => {
        const rows = line.lines.map(row);
        gap.replaceWith(...rows);
        rows[0].tabIndex = -1;
        rows[0].focus();
      } })));
    return gap;
  }));
  return h('div', { class: 'lines-block' },
    isWhole ? h('p', { class: 'soft' },
      'The texts differ in more than 2,000 lines, so they are shown one after the other.') : null,
    h('div', { class: 'table-holder lines', tabindex: '0', role: 'region', 'aria-label': caption },
      h('table', {}, h('caption', { class: 'visually-hidden' }, caption),
        h('thead', { class: 'visually-hidden' },
          h('tr', {}, ['Old line', 'New line', 'Change', 'Text'].map((title) => h('th', { scope: 'col' }, title)))),
            body)));
}
