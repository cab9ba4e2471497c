// The list of items. Rows are keyed by item and updated in place, so that focus and selection stay where they are.
import { h, fill, icon, uniqueID } from '../kit/dom.js';
import { roving } from '../kit/roving.js';
import { button, menuButton, emptyState } from '../kit/ui.js';
import { member, textOf } from '../kit/json.js';
import { imageSource } from '../form/controls.js';
import { itemParts } from '../form/template-parts.js';
import { itemTitle } from '../form/title.js';
import { count } from '../pages/text.js';
import { flat, longestRising } from './layout.js';
import { itemsOf } from './scope.js';
import { dragRows } from './reorder.js';

const markTitles = {
  moved: 'This variant moves the item', changed: 'This variant changes the content',
  replaced: 'This variant replaces the item', inserted: 'Only this variant has the item',
};

/**
 * The list `Items`. Where an item can have others inside it, it is a tree: those are shown below it.
 *
 * `onSelect(key)`, `onOpen(key)` (by Enter), `onMove(keys, section, before)`, `onStep(keys, command)` (`up` or `down`, by
 * Alt with an arrow key), `moves(keys)` and `actions(keys)` (entries of the menus), `sectionActions(section)`, `onAdd()`,
 * `onRestore(removed)`, `lock()` (why nothing may be moved; empty if it may), `schemas` (a `SchemaSet`), `notes(id)` (the number of open comments).
 * Returns `{ element, bulk, update({ scope, errors, selected, notes }), reveal(key), focusMove(key), focusMain(key), focus(),
 * chosen() }`; `bulk` is what can be done with the items that are chosen. The list is one Tab stop (`roving`).
 */
export function itemList({
  onSelect, onOpen, onMove, onStep, moves, actions, sectionActions, onAdd, onRestore, lock, schemas,
}) {
  const rows = new Map();
  /** The items whose inner items are not shown. */
  const closed = new Set();
  let last;
  const chosen = new Set();
  let order = [];
  let lastChosen;
  /** Whether rows or their controls were added, removed or moved since the last update. */
  let isRearranged = true;
  const list = h('ul', { class: 'items', 'aria-label': 'Items' });
  const holder = h('div', { class: 'items-holder' }, list);
  const bulk = h('div', { class: 'bulk', hidden: true, role: 'group', 'aria-label': 'Selected items' });
  const empty = h('div', { hidden: true });
  const removed = h('div', { class: 'removed', hidden: true });
  const element = h('div', {}, holder, empty, removed);
  const group = (key) => (chosen.has(key) && chosen.size > 1 ? order.filter((one) => chosen.has(one)) : [key]);

  dragRows(holder, list, {
    keysOf: group, onDrop: onMove, isAllowed: () => !lock(),
    describe: (keys) => (keys.length > 1 ? `${keys.length} items` : rows.get(keys[0]).id),
  });

  list.addEventListener('click', (event) => {
    const row = event.target.closest('li[data-key]');
    if (!row) return;
    const { key } = row.dataset;
    if (event.target.closest('.row-main')) {
      if (event.shiftKey) choose(key, true, true);
      else if (event.ctrlKey || event.metaKey) choose(key, !chosen.has(key), false);
      else onSelect(key);
    } else if (event.target.matches('input')) {
      choose(key, /** @type {HTMLInputElement} */ (event.target).checked, event.shiftKey);
    }
  });

  // Before `roving`: Right opens an item and Left closes it, before they go to its buttons.
  list.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !event.target.matches('.row-main')) return;
    const row = rows.get(event.target.closest('li').dataset.key);
    const isOpen = row?.shown.isOpen;
    if (isOpen === undefined || event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    toggle(row.key, !isOpen);
  }, true);

  function toggle(key, isOpen) {
    if (isOpen) closed.delete(key); else closed.add(key);
    update(last);
  }

  /** Opens what an item is inside of. */
  function show(key) {
    let parent = last && itemsOf(last.scope).find((item) => item.key === key)?.parent;
    let isChanged = false;
    while (parent !== undefined) {
      isChanged = closed.delete(parent) || isChanged;
      const own = parent;
      parent = itemsOf(last.scope).find((item) => item.key === own)?.parent;
    }
    return isChanged;
  }

  const stops = roving(list, {
    row: 'li', main: '.row-main',
    // The heading of a section is left of its items. One without items is reached from above and below.
    isStop: ({ dataset: { key, section } }) =>
      key !== undefined || !list.querySelector(`li[data-key][data-section="${section}"]`),
    parent: ({ dataset: { key, section, parent } }) => (parent !== undefined ? rows.get(parent)?.main
      : key === undefined ? null : list.querySelector(`.section-head[data-section="${section}"] button`)),
  });
  list.addEventListener('keydown', (event) => {
    const key = event.target.closest('li[data-key]')?.dataset.key;
    if (key === undefined || event.target.closest('[role="menu"]') || event.ctrlKey || event.metaKey
      || event.shiftKey) return;
    if (event.altKey && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
      event.preventDefault();
      onStep(group(key), event.key === 'ArrowUp' ? 'up' : 'down');
    } else if (event.key === 'Enter' && !event.altKey && event.target.matches('.row-main')) {
      event.preventDefault();
      onOpen(key);
    }
  });

  function choose(key, isChosen, isRange) {
    const from = isRange && lastChosen !== undefined ? order.indexOf(lastChosen) : -1;
    const to = order.indexOf(key);
    const range = from < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const one of range) if (isChosen) chosen.add(one); else chosen.delete(one);
    lastChosen = key;
    showChosen();
  }

  function clear() {
    chosen.clear();
    showChosen();
    list.querySelector('input')?.focus();
  }

  function showChosen() {
    for (const [key, row] of rows) {
      const isChosen = chosen.has(key);
      // Of a thousand rows, few change.
      if (row.box.checked !== isChosen) row.box.checked = isChosen;
      if (row.isChosen !== isChosen) row.element.classList.toggle('chosen', isChosen);
      row.isChosen = isChosen;
    }
    bulk.hidden = chosen.size === 0;
    if (chosen.size === 0) { fill(bulk); return; }
    const keys = () => order.filter((one) => chosen.has(one));
    if (!bulk.firstChild) {
      fill(bulk, h('strong', {}), h('span', { class: 'spacer' }),
        menuButton('Move selected', () => moves(keys()), { icon: 'drag', text: 'Move' }),
        menuButton('More for selected', () => actions(keys())),
        button('Clear selection', { icon: 'close', iconOnly: true, on: clear }));
    }
    bulk.querySelector('strong').textContent = `${chosen.size} selected`;
  }

  function makeRow(key) {
    const box = h('input', { type: 'checkbox' });
    const title = h('span', { class: 'row-title' });
    const place = h('span', { class: 'row-place mono' });
    const badges = h('span', { class: 'row-badges' });
    const main = h('button', { type: 'button', class: 'row-main' }, title, place, badges);
    const menus = [h('span'), h('span')];
    const opener = h('button', { type: 'button', class: 'row-opener', on: { click: () => {
      toggle(key, !row.shown.isOpen);
      opener.focus();
    } } });
    const row = { key, box, title, place, badges, main, menus, opener, shown: {} };
    row.element = h('li', { dataset: { key } }, h('label', { class: 'row-check' }, box), menus[0], main, menus[1]);
    return row;
  }

  /** Shows how deep an item is, and whether what is inside it is shown. In a flat list, rows have none of this. */
  function updateTree(row, item, isTree, hasHeading) {
    const { element, opener, shown } = row;
    const { level, parent, at, isList } = item;
    const ariaLevel = hasHeading ? level + 1 : level;
    const count = isTree ? item.slots.reduce((sum, slot) => sum + slot.items.length, 0) : 0;
    const isOpen = count > 0 ? !closed.has(item.key) : undefined;
    const state = `${isTree} ${ariaLevel} ${parent} ${at} ${isOpen} ${item.id}`;
    if (shown.tree === state) return isOpen;
    shown.tree = state;
    const setAttribute = (name, value) => {
      if (value === undefined) element.removeAttribute(name); else element.setAttribute(name, value);
    };
    setAttribute('role', isTree ? 'treeitem' : undefined);
    setAttribute('aria-level', isTree ? String(ariaLevel) : undefined);
    setAttribute('aria-expanded', isOpen === undefined ? undefined : String(isOpen));
    setAttribute('data-parent', parent);
    setAttribute('data-at', at);
    setAttribute('data-single', isList === false ? '' : undefined);
    if (isTree) { row.main.id ||= uniqueID('row'); setAttribute('aria-labelledby', row.main.id); }
    else setAttribute('aria-labelledby', undefined);
    element.style.setProperty('--depth', String(Math.min(level - 1, 8)));
    if (!isTree) opener.remove(); else if (!opener.isConnected) row.main.before(opener);
    isRearranged = true;
    opener.setAttribute('aria-label', `${isOpen ? 'Close' : 'Open'} ${item.id || 'item without id'}`);
    opener.title = isOpen ? 'Hide the items inside' : 'Show the items inside';
    opener.disabled = isOpen === undefined;
    return isOpen;
  }

  function updateRow(row, item, section, { errors, notes }, isSelected, isTree, hasHeading) {
    const { shown } = row;
    const isOpen = updateTree(row, item, isTree, hasHeading);
    if (shown.section !== section) row.element.dataset.section = section;
    if (shown.id !== item.id || row.id === undefined) {
      const id = item.id || 'item without id';
      row.id = id;
      row.element.dataset.item = item.id;
      row.box.setAttribute('aria-label', `Select ${id}`);
      const move = menuButton(`Move ${id}`, () => moves(group(row.key)), { icon: 'drag', kind: 'quiet' });
      const trigger = move.querySelector('button');
      trigger.classList.add('drag-handle');
      trigger.title = 'Drag to move, or open the menu';
      const more = menuButton(`More for ${id}`, () => actions(group(row.key)), { kind: 'quiet' });
      row.menus.forEach((old, index) => old.replaceWith([move, more][index]));
      row.menus = [move, more];
      isRearranged = true;
    }
    if (shown.node !== item.node || shown.id !== item.id) {
      const { text, picture } = itemParts(item.node, schemas.templates);
      const title = text || itemTitle(item.node, schemas);
      showPicture(row, imageSource(picture));
      row.title.textContent = title || item.id || 'Not an item';
      fill(row.place, item.slotName ? [h('span', {}, item.slotName), ' · '] : null,
        title ? [h('span', { class: 'row-id' }, item.id), ' '] : null,
        h('span', { class: 'row-type' }, textOf(member(item.node, 'viewType')) ?? '?'));
    }
    const marks = (item.marks ?? []).join(' ');
    if (shown.marks !== marks || shown.errors !== errors || shown.notes !== notes) {
      fill(row.badges, (item.marks ?? []).map((mark) => h('span', { class: 'badge', title: markTitles[mark] }, mark)),
        errors > 0 ? h('span', { class: 'badge bad' }, errors === 1 ? '1 error' : `${errors} errors`) : null,
        notes > 0 ? h('span', { class: 'badge note-badge', role: 'img', 'aria-label': count(notes, 'comment') }, icon('comment'),
          String(notes)) : null);
      row.element.classList.toggle('marked', marks !== '');
    }
    if (shown.isSelected !== isSelected) {
      if (isSelected) row.main.setAttribute('aria-current', 'true'); else row.main.removeAttribute('aria-current');
      row.element.classList.toggle('selected', isSelected);
    }
    if (shown.isTree !== isTree || shown.isSelected !== isSelected) {
      if (isTree) row.element.setAttribute('aria-selected', String(isSelected));
      else row.element.removeAttribute('aria-selected');
    }
    row.shown = { ...row.shown, section, id: item.id, node: item.node, marks, errors, notes, isSelected, isTree, isOpen };
  }

  /** A picture of the item, which says nothing that its title does not. */
  function showPicture(row, source) {
    if (row.shown.picture === source) return;
    row.shown.picture = source;
    row.picture?.remove();
    row.main.classList.toggle('pictured', source !== undefined);
    if (source === undefined) return;
    row.picture = h('img', { class: 'row-picture', alt: '', loading: 'lazy', decoding: 'async', draggable: 'false',
      src: source, on: { error: () => { row.picture.hidden = true; } } });
    row.main.prepend(row.picture);
  }

  const headings = new Map();
  function heading(section, number, isTree) {
    const row = headings.get(number) ?? {
      element: h('li', { class: 'section-head' }), title: h('h3', { id: uniqueID('section') }),
      note: h('p', { class: 'soft' }),
    };
    if (!headings.has(number)) {
      headings.set(number, row);
      row.element.append(h('div', {}, row.title, row.note),
        menuButton(`Section ${section.id}`, () => sectionActions(number), { kind: 'quiet' }));
    }
    row.element.dataset.section = number;
    // In a tree, the items of a section are one level below its heading.
    for (const [name, value] of [['role', 'treeitem'], ['aria-level', '1'], ['aria-labelledby', row.title.id]]) {
      if (isTree) row.element.setAttribute(name, value); else row.element.removeAttribute(name);
    }
    row.title.textContent = section.header || section.id || 'Section';
    row.note.textContent = section.items.length === 0 ? 'No items. Drag one here.' : section.header ? section.id : '';
    row.note.hidden = row.note.textContent === '';
    return row.element;
  }

  function update(state) {
    const isNew = last?.selected !== state.selected;
    last = state;
    if (isNew && state.selected !== undefined) show(state.selected);
    const { scope, errors, selected, notes } = state;
    const sections = scope.sections();
    const isTree = itemsOf(scope).some(({ slots }) => slots.length > 0);
    const wanted = [];
    order = [];
    const add = (item, number) => {
      const row = rows.get(item.key) ?? makeRow(item.key);
      rows.set(item.key, row);
      // The errors of items that are not shown stand at the item around them.
      const own = closed.has(item.key) ? flat([item]) : [item];
      const found = own.reduce((sum, { key }) => sum + (errors.get(key)?.length ?? 0), 0);
      const marks = { errors: found, notes: own.reduce((sum, { id }) => sum + notes(id), 0) };
      updateRow(row, item, number, marks, item.key === selected, isTree, sections[number].id !== null);
      wanted.push(row.element);
      order.push(item.key);
      if (closed.has(item.key)) return;
      const isNamed = item.slots.filter(({ isList }) => isList).length > 1;
      for (const { isList, name, items } of item.slots) {
        for (const inner of items) add(isNamed || !isList ? { ...inner, slotName: name } : inner, number);
      }
    };
    sections.forEach((section, number) => {
      if (section.id !== null) wanted.push(heading(section, number, isTree));
      for (const item of section.items) add(item, number);
    });
    list.classList.toggle('with-pictures', order.some((key) => rows.get(key).shown.picture !== undefined));
    if (isTree) list.setAttribute('role', 'tree'); else list.removeAttribute('role');
    const present = new Set(order);
    for (const key of rows.keys()) if (!present.has(key)) { rows.delete(key); chosen.delete(key); }
    isRearranged = arrange(list, wanted) || isRearranged;
    list.hidden = wanted.length === 0;
    empty.hidden = wanted.length > 0;
    if (wanted.length === 0 && !empty.firstChild) {
      empty.append(emptyState('No items yet', 'An item is one cell of the screen, such as a line of text or an image.',
        button('Add the first item', { kind: 'primary', icon: 'plus', on: onAdd })));
    }
    removed.hidden = scope.removed.length === 0;
    if (!removed.hidden) fill(removed, h('h3', {}, 'Removed by this variant'), h('ul', {}, scope.removed.map((item) => h('li', {},
      h('span', { class: 'row-title' }, itemTitle(item.node, schemas) || item.id), ' ',
        h('span', { class: 'mono soft' }, item.id), ' ',
      button('Bring back', { 'aria-label': `Bring back ${item.id}`, on: () => onRestore(item) })))));
    showChosen();
    if (isRearranged) stops.refresh();
    isRearranged = false;
  }

  /** The row of an item, which is shown if it was not. */
  const shownRow = (key) => {
    if (show(key)) update(last);
    return rows.get(key);
  };
  const trigger = (key) => shownRow(key)?.menus[0].querySelector('button');
  return {
    element, bulk, update, focus: stops.focus,
    chosen: () => order.filter((key) => chosen.has(key)),
    reveal: (key) => shownRow(key)?.element.scrollIntoView({ block: 'nearest' }),
    focusMove: (key) => { trigger(key)?.focus({ preventScroll: true }); rows.get(key)?.element.scrollIntoView(
      { block: 'nearest' }); },
    focusMain: (key) => shownRow(key)?.main.focus(),
  };
}

/**
 * Brings the children of an element into an order with as few moves as possible, and keeps the focus. Returns whether
 * there was something to do.
 */
export function arrange(parent, wanted) {
  if (parent.childElementCount === wanted.length && wanted.every((element, index) =>
    element === (index === 0 ? parent.firstElementChild : wanted[index - 1].nextElementSibling))) return false;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  const places = new Map([...parent.children].map((child, index) => [child, index]));
  const present = wanted.filter((element) => places.has(element));
  const staying = new Set(longestRising(present.map((element) => places.get(element))).map((index) => present[index]));
  let next = null;
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    const element = wanted[index];
    if (!staying.has(element)) parent.insertBefore(element, next);
    next = element;
  }
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  return true;
}
