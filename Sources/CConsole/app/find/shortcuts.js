// The keys that work in every view, and the dialog that lists all keys.
import { h } from '../kit/dom.js';
import { session } from '../kit/api.js';
import { dialog } from '../kit/ui.js';
import { find } from './find-dialog.js';

/** @type {[string, [string, string][]][]} */
const groups = [
  ['Everywhere', [
    ['Ctrl-K', 'Find a screen, an item, a view, an action or a user'], ['?', 'Show these keys'],
    ['/', 'Go to the search of the view'], ['Escape', 'Close a dialog or a menu'],
    ['Ctrl-Enter', 'Do what the main button of a dialog does'],
  ]],
  ['In the editor', [
    ['F6, Shift-F6', 'Go to the next or previous panel: items, preview, form'],
    ['Ctrl-S', 'Save the draft'], ['Ctrl-Enter', 'Review and publish'],
    ['Ctrl-Z, Shift-Ctrl-Z', 'Undo and redo'],
  ]],
  ['In the list of items', [
    ['Up, Down', 'Go from item to item'], ['Home, End, Page Up, Page Down', 'Go further'],
    ['Enter', 'Edit the item: go to its first field'], ['Alt-Up, Alt-Down', 'Move the item, or all selected ones'],
    ['Right, Left', 'Open and close an item; go to its buttons'], ['Ctrl-C, Ctrl-V', 'Copy and paste items'],
  ]],
];

/** Opens the dialog `Keyboard shortcuts`. */
export function showShortcuts() {
  return dialog({
    title: 'Keyboard shortcuts',
    content: (close, element) => {
      element.classList.add('shortcuts');
      // It has the focus to be scrolled by keys.
      return h('div', { tabindex: '0', role: 'region', 'aria-label': 'Keys' }, groups.map(([title, keys]) =>
        h('section', {}, h('h3', {}, title), h('dl', { class: 'keys' },
          keys.map(([key, words]) => [h('dt', {}, keysOf(key)), h('dd', {}, words)])))));
    },
  });
}

function keysOf(text) {
  return text.split(', ').map((chord, index) => [index > 0 ? ' ' : null,
    h('span', { class: 'chord' }, chord.split('-').map((key, place) =>
      [place > 0 ? h('span', { class: 'visually-hidden' }, '-') : null, h('kbd', {}, key)]))]);
}

const fields = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';

/** Listens to the keys that work in every view. `options` are those of `find`. */
export function listenToKeys(options) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || !session.current) return;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey) return;
      // The browser would go to its own search.
      event.preventDefault();
      if (!isInDialog) find(options);
      return;
    }
    // Characters are typed in fields, and menus go by them to an entry.
    if (isInDialog || event.target.closest?.(`${fields}, [role="menu"]`)) return;
    if (event.key === '?') { event.preventDefault(); showShortcuts(); }
    if (event.key === '/') {
      event.preventDefault();
      const search = [...document.querySelectorAll('main input[type="search"]')].find((field) => field.checkVisibility());
      if (search) { search.focus(); search.select(); } else find(options);
    }
  });
}
