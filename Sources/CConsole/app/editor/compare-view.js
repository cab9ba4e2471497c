// Shows differences: in words, and as lines of JSON.
import { h } from '../kit/dom.js';
import { button } from '../kit/ui.js';
import { stringify } from '../kit/json.js';
import { itemTitle } from '../form/title.js';
import { compareLines, withGaps } from './compare-lines.js';
import { pathPointer, pathWords, placeWords, valueWords } from './compare.js';

/** A difference of `compare` in words, by item. `level` is that of its headings. */
export function differenceView(difference, { level = 3 } = {}) {
  const groups = [
    ['Added', 'good', difference.added, (item) => [itemName(item), ` at ${placeWords(item)}`, gist(item.node)]],
    ['Removed', 'bad', difference.removed, (item) => [itemName(item), ` from ${placeWords(item)}`, gist(item.node)]],
    ['Moved', 'plain', difference.moved, (item) =>
      [itemName(item), ` from ${placeWords(item.from)} to ${placeWords(item.to)}`]],
    ['Changed', 'warn', difference.changed, (item) =>
      [itemName(item), changesTable(item.changes, `Changes of ${item.id}`)]],
    ['Sections', 'warn', difference.sections,
      ({ words, changes }) => [words, changes.length > 0 ? changesTable(changes, words) : null]],
    ['Outside of items', 'warn', difference.other.length > 0 ? [difference.other] : [],
      (changes) => [changesTable(changes, 'Changes outside of items')]],
  ].filter(([, , list]) => list.length > 0);
  if (groups.length === 0) {
    return h('p', { class: 'soft' }, difference.isEmpty ? 'There is no difference.'
      : 'Only the order of members differs. Apps get the same content.');
  }
  return h('div', { class: 'difference' }, groups.map(([title, kind, list, row]) => h('section', {},
    h(/** @type {'h3'} */ (`h${level}`), {}, h('span', { class: `badge ${kind}` }, title), title === 'Outside of items' ? null
      : h('span', { class: 'soft' }, ` ${list.length}`)),
    h('ul', {}, list.map((entry) => h('li', {}, row(entry)))))));
}

function itemName({ id, viewType }) {
  return [h('strong', { dir: 'auto' }, id ?? 'Item without id'), viewType
    ? [' ', h('code', { class: 'soft' }, viewType)] : null];
}

/** The title of an item, by which people recognise it. */
function gist(node) {
  const title = itemTitle(node);
  return title ? [': ', h('span', { class: 'soft', dir: 'auto' },
    `“${title.length > 60 ? `${title.slice(0, 60)}…` : title}”`)] : null;
}

/** Members with their old and new values. */
export function changesTable(changes, caption) {
  return h('table', { class: 'changes' }, h('caption', { class: 'visually-hidden' }, caption),
    h('thead', { class: 'visually-hidden' },
      h('tr', {}, h('th', { scope: 'col' }, 'Member'), h('th', { scope: 'col' }, 'Before'),
        h('th', { scope: 'col' }, 'After'))),
    h('tbody', {}, changes.map((change) => h('tr', {},
      h('th', { scope: 'row', title: pathPointer(change.path) }, pathWords(change.names ?? change.path)),
      h('td', {}, value(change.old, 'del', change.new)),
        h('td', {}, h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
          value(change.new, 'ins', change.old))))));
}

function value(node, tag, other) {
  if (node === undefined) return h('span', { class: 'soft' }, 'not set');
  // A change deep inside a long text would be cut off, so the common part is left out.
  if (node.kind === 'string' && other?.kind === 'string' && node.value.length > 120) {
    let start = 0;
    while (start < node.value.length && node.value[start] === other.value[start]) start += 1;
    if (start > 60) return h(tag, { dir: 'auto' }, `“…${node.value.slice(start - 30, start + 120)}…”`);
  }
  return h(tag, { dir: 'auto' }, valueWords(node, 200));
}

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
