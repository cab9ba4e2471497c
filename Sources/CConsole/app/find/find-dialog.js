// The dialog `Find`: a combobox with a list of results (WAI-ARIA APG, combobox with list autocomplete).
import { h, fill, icon, uniqueID } from '../kit/dom.js';
import { dialog } from '../kit/ui.js';
import { marked, ranked, userIn, wordsOf } from './rank.js';
import { itemEntries, ownEntries, serverEntries, userEntries } from './sources.js';
import { session } from '../kit/api.js';

/** The most results that are shown. */
const maximumResults = 40;

/** Opens the dialog, and leads to the entry that is taken. `pages` and `actions` are those of `ownEntries`. */
export async function find({ pages, actions }) {
  const own = ownEntries(pages, actions);
  let server = { entries: [], routes: [], drafted: new Set(), experiments: [] };
  let items = [];
  let shown = [];
  let active = 0;
  /** Whether the user has chosen an entry, which then stays chosen. */
  let isChosen = false;
  let isLoading = true;
  let areItemsAsked = false;
  let areItemsLoading = false;
  let leftOut = 0;
  /** Whether Enter was pressed before the results were there. */
  let isTaking = false;
  let isOver = false;
  let trouble = '';
  let close;

  const listID = uniqueID('results');
  const input = h('input', { type: 'text', role: 'combobox', 'aria-label': 'Find', 'aria-controls': listID,
    'aria-expanded': 'false', 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none',
    placeholder: 'A screen, an item, an action, or “explain 42”', autofocus: true });
  const list = h('ul', { id: listID, role: 'listbox', class: 'find-results', 'aria-label': 'Results' });
  const said = h('p', { class: 'find-note soft', 'aria-live': 'polite' });
  input.addEventListener('input', () => { active = 0; isChosen = false; isTaking = false; askForItems(); render(); });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      event.preventDefault();
      if (shown.length === 0) return;
      isChosen = true;
      const next = active + step;
      // The arrows go round; pages end at the ends.
      choose(Math.abs(step) === 1 ? (next + shown.length) % shown.length
        : Math.max(0, Math.min(shown.length - 1, next)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      isTaking = true;
      takeIfReady();
    }
  });
  // The field keeps the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role="option"]');
    if (option) close(shown[[...list.children].indexOf(option)]);
  });

  render();
  load();
  const taken = await dialog({
    title: 'Find',
    content: (end, element) => {
      close = end;
      element.classList.add('find');
      return [h('div', { class: 'find-field' }, icon('search'), input), list, said];
    },
  });
  isOver = true;
  taken?.go();

  async function load() {
    try {
      server = await serverEntries();
    } catch (error) {
      trouble = `Screens are not found: ${error.message}`;
    }
    isLoading = false;
    askForItems();
    render();
    takeIfReady();
  }

  /** Reads the items of all screens, once somebody looks for something. */
  async function askForItems() {
    if (areItemsAsked || isLoading || wordsOf(input.value).join('').length < 2) return;
    areItemsAsked = true;
    areItemsLoading = true;
    let frame;
    try {
      leftOut = await itemEntries(server, (more) => {
        items = [...items, ...more];
        frame ??= requestAnimationFrame(() => { frame = undefined; render(); });
      }, () => isOver);
    } catch (error) {
      trouble = `Items are not found: ${error.message}`;
    }
    areItemsLoading = false;
    render();
    takeIfReady();
  }

  function results() {
    const user = userIn(input.value);
    if (user) return userEntries(user, server);
    const all = [...own, ...server.entries, ...items];
    return ranked(wordsOf(input.value).length === 0 ? all.filter(({ kind }) => kind !== 'View type') : all, input.value)
      .slice(0, maximumResults);
  }

  function render() {
    if (isOver) return;
    const before = isChosen ? shown[active] : undefined;
    shown = results();
    const place = shown.indexOf(before);
    active = place < 0 ? 0 : place;
    fill(list, shown.map(({ kind, name, note }) => h('li', { id: uniqueID('result'), role: 'option' },
      h('span', { class: 'find-name' }, marked(name, input.value).map(([text, isMatch]) =>
        (isMatch ? h('mark', {}, text) : text))),
      note ? h('span', { class: 'find-more soft' }, note) : null, h('span', { class: 'find-kind soft' }, kind))));
    list.hidden = shown.length === 0;
    input.setAttribute('aria-expanded', String(shown.length > 0));
    const words = trouble || (shown.length > 0
      ? leftOut > 0 && items.length > 0 ? `The items of ${leftOut} further screens are not searched.` : ''
      : isLoading || areItemsLoading ? 'Looking …' : `Nothing is called “${input.value.trim()}”.`);
    if (said.textContent !== words) said.textContent = words;
    choose(active);
  }

  function choose(index) {
    active = index;
    [...list.children].forEach((option, place) => option.setAttribute('aria-selected', String(place === index)));
    const option = list.children[index];
    if (!option) { input.removeAttribute('aria-activedescendant'); return; }
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  /** Takes the selected entry once nothing better can come: somebody types faster than the server answers. */
  function takeIfReady() {
    if (!isTaking || isOver) return;
    const isBestKnown = !isLoading && (!areItemsLoading || (shown.length > 0 && shown[active].kind !== 'Item'));
    if (!isChosen && !isBestKnown) return;
    isTaking = false;
    if (shown[active]) close(shown[active]);
  }
}

// The keys that work in every view, and the dialog that lists all keys.

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
