// The actions on items, from menus, keys and the clipboard. Each announces its effect and leaves the focus at the item.
import { h } from '../kit/dom.js';
import { button, dialog, say, confirm, field, setError } from '../kit/ui.js';
import { member, textOf, set } from '../kit/json.js';
import { chooseItem } from '../form/add-item.js';
import { Inexpressible, itemsOf } from './scope.js';
import { ownItems } from './variant-edits.js';
import { destination, moveSentence } from './reorder.js';
import { flat, itemID, takenIDs, withFreshID, withID, string, object, array, elements } from './layout.js';
import { copyText, itemsText, itemsIn, pasteDialog } from './json-dialog.js';
import { select } from './controls.js';
import { nameRule } from '../kit/api.js';

/**
 * The actions on the items of a page. `page` has `model`, `schemas`, `scope`, `selected`, `list`, `lock()`,
 * `choose(key)`,
 * `editJSON(path, title)`, `editSettings(key)` and `focusAdd()`.
 */
export function itemActions(page) {
  const entries = () => itemsOf(page.scope);
  const entry = (key) => [...entries(), ...page.scope.settings()].find((one) => one.key === key);
  const named = (keys) => (keys.length === 1 ? entry(keys[0])?.id || 'the item without id' : `${keys.length} items`);
  const nodes = (keys) => keys.map((key) => entry(key).node);

  /** Makes an edit. If a variant cannot express it, explains that and offers what to do. */
  function attempt(edit) {
    if (page.lock()) { say(page.lock()); return undefined; }
    try {
      return edit();
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      const { variant } = page.scope;
      dialog({
        title: 'Changes of a variant cannot express this',
        content: h('p', {}, 'A variant that changes the definition can move an item beside another '
          + 'one, and reorder a screen without sections. For more, give it items of its own, or edit its JSON.'),
        actions: (close) => [
          button('Cancel', { on: () => close() }),
          button('Edit as JSON', { on: () => { close(); page.editJSON(variant.path, `Variant ${variant.name}`); } }),
          button('Give it items of its own', { kind: 'primary', on: () => { close(); giveOwnItems(variant); } })],
      });
      return undefined;
    }
  }

  /** All lists of items: those of sections, and those at places inside items. `target` is what `scope.move` takes. */
  function lists() {
    const all = page.scope.sections();
    const inside = entries().flatMap(({ id, key, slots = [] }) => slots.map((slot) => ({
      id, items: slot.items, target: { parent: key, at: slot.at }, slot, ofSeveral: slots.length > 1,
    })));
    return [...all.map(({ id, header, items }, number) => ({ id, header, items, target: number })), ...inside];
  }
  const listOf = (key) => lists().find(({ items }) => items.some((item) => item.key === key));
  /** The keys of items that are not inside another one of them, in the order of the document. */
  const outermost = (keys) => {
    const inner = new Set(keys.flatMap((key) => flat([entry(key)]).slice(1).map((item) => item.key)));
    return keys.filter((key) => !inner.has(key));
  };

  /** Where a command moves items, as `destination`: within their list, or between sections. */
  function placeOf(keys, command) {
    const list = listOf(keys[0]);
    if (!list?.slot && keys.every((key) => entry(key).parent === undefined)) {
      return destination(page.scope.sections(), keys, command);
    }
    if (!keys.every((key) => list.items.some((item) => item.key === key))) {
      return { reason: 'These items are in several lists. Use “Into …”.' };
    }
    if (!list.slot.isList) return { reason: 'It is the only item that can be here.' };
    const place = destination([{ items: list.items }], keys, command);
    return place.reason ? place : { ...place, section: list.target };
  }

  /** `focus(key)` gives the focus back to the item: to its menu, from which most moves come. */
  function move(keys, section, before, focus = page.list.focusMove) {
    const ids = entries().filter(({ key }) => keys.includes(key)).map(({ id }) => id);
    const old = lists();
    const isMoved = attempt(() => page.scope.move(keys, section, before, `Move ${named(keys)}`));
    if (isMoved === false) say(`${named(keys)} stays in place.`);
    if (!isMoved) return;
    say(moveSentence(old, lists(), ids));
    focus(keys[0]);
  }

  /** Moves items by one place, `up` or `down`. `focus` is that of `move`. */
  function step(keys, command, focus = page.list.focusMain) {
    const { section, before, reason } = placeOf(outermost(keys), command);
    if (reason) say(reason); else move(outermost(keys), section, before, focus);
  }

  /** The entries of the menu `Move ID`. */
  function moves(all) {
    const keys = outermost(all);
    const sections = page.scope.sections();
    const command = (label, name) => {
      const place = placeOf(keys, name);
      return { label, disabled: page.lock() || place.reason, on: () => move(keys, place.section, place.before) };
    };
    const fixed = [command('To top', 'top'), command('Up', 'up'), command('Down', 'down'),
      command('To bottom', 'bottom')];
    if (lists().some(({ slot }) => slot)) {
      return [...fixed, { label: 'Into …', disabled: page.lock(), on: () => moveInto(keys) }];
    }
    if (sections.length < 2) return fixed;
    if (sections.length <= 6) {
      return [...fixed, ...sections.map((section, index) =>
        command(`To section ${section.header || section.id}`, index))];
    }
    return [...fixed, { label: 'To section …', disabled: page.lock(), on: () => moveToSection(keys) }];
  }

  async function moveToSection(keys) {
    const names = page.scope.sections().map(({ header, id }, index) =>
      [String(index), header ? `${header} (${id})` : id]);
    let target = '0';
    const isChosen = await dialog({
      title: `Move ${named(keys)} to a section`,
        content: select('Section', names, target, (value) => { target = value; }),
      actions: (close) => [button('Cancel', { on: () => close(false) }),
        button('Move', { kind: 'primary', on: () => close(true) })],
    });
    if (!isChosen) return;
    const { section, before, reason } = destination(page.scope.sections(), keys, Number(target));
    if (reason) say(reason); else move(keys, section, before);
  }

  /** Asks for an item, a section or the screen, and moves items into it. */
  async function moveInto(keys) {
    const moving = new Set(keys.flatMap((key) => flat([entry(key)]).map((item) => item.key)));
    const types = new Set(nodes(keys).map((node) => textOf(member(node, 'viewType'))));
    const fits = ({ slot, items, target }) => {
      if (!slot) return true;
      if (moving.has(target.parent)) return false;
      return (slot.isList || (items.length === 0 && keys.length === 1))
        && [...types].every((type) => slot.types?.includes(type) ?? true);
    };
    const isThere = ({ items }) => keys.every((key) => items.some((one) => one.key === key));
    const targets = lists().filter((list) => fits(list) && !isThere(list));
    if (targets.length === 0) { say('There is no other place for this.'); return; }
    const words = ({ id, header, slot, ofSeveral }) => {
      if (slot) return ofSeveral || !slot.isList ? `${id}: ${slot.name}` : id;
      return header || id || 'The screen itself';
    };
    let chosen = '0';
    const isChosen = await dialog({
      title: `Move ${named(keys)} into`,
      content: select('Into', targets.map((list, index) => [String(index), words(list)]), chosen,
        (value) => { chosen = value; }),
      actions: (close) => [button('Cancel', { on: () => close(false) }),
        button('Move', { kind: 'primary', on: () => close(true) })],
    });
    if (isChosen) move(keys, targets[Number(chosen)].target, undefined);
  }

  /** Asks for a view type, and adds an item at the end of a place inside another one. */
  async function addInside(key, at) {
    const slot = entry(key)?.slots.find((one) => one.at === at);
    if (!slot) return undefined;
    const node = await chooseItem({
      schemas: page.schemas, takenIDs: takenIDs(page.model.root), types: slot.types });
    return node && insert([node], undefined, ['Add', 'Added'], { parent: key, at });
  }

  /** The entries of the menu `More for ID`. */
  function actions(keys) {
    const own = keys.length === 1 ? entry(keys[0]) : undefined;
    const isChanged = (own?.base && (own.merges?.length > 0 || own.origin >= 0))
      || (own?.parent !== undefined && own.marks?.length > 0);
    const slots = own?.slots ?? [];
    const only = 'There can be only one item here.';
    return [
      ...slots.map((slot) => ({
        label: slots.length > 1 ? `Add item in ${slot.name} …` : 'Add item inside …',
        disabled: page.lock() || (!slot.isList && slot.items.length > 0 ? only : ''),
        on: () => page.addInside(own.key, slot.at),
      })),
      { label: 'Duplicate', disabled: page.lock() || (own?.isList === false ? only : ''),
        on: () => duplicate(outermost(keys)) },
      { label: 'Copy as JSON',
        on: () => copyText(itemsText(nodes(outermost(keys))), named(outermost(keys))) },
      { label: 'Paste after …', disabled: page.lock() || (own?.isList === false ? only : ''),
        on: () => paste(keys.at(-1)) },
      isChanged ? { label: 'Take back the variant’s changes', disabled: page.lock(), on: () => revert(own) } : null,
      { label: 'Delete', disabled: page.lock(), on: () => remove(outermost(keys)) },
    ].filter(Boolean);
  }

  /**
   * Inserts items after an item, in `target` before the item `first` or at its end, or at the end. Ids that are taken get
   * new ones. `focus` is that of `move`.
   */
  function insert(added, after, verbs = ['Paste', 'Pasted'], target = undefined,
    { first = undefined, focus = page.list.focusMain } = {}) {
    const taken = takenIDs(page.model.root);
    const fresh = added.map((node) => withFreshID(node, taken, page.model.places));
    const list = after === undefined ? undefined : beside(after);
    const section = target ?? list?.target ?? page.scope.sections().length - 1;
    const before = list ? list.items[list.items.findIndex(({ key }) => key === list.key) + 1]?.key : first;
    if (section < 0) { say('Add a section first: an item needs one here.'); return; }
    const words = fresh.length === 1 ? itemID(fresh[0]) : `${fresh.length} items`;
    const keys = attempt(() => page.scope.insert(fresh, section, before, `${verbs[0]} ${words}`));
    if (!keys) return;
    page.choose(keys[0]);
    page.list.reveal(keys[0]);
    focus(keys[0]);
    say(`${verbs[1]} ${words}`);
    return true;
  }

  /** The list of an item, and its key in it. Where a place takes only one item, those of the item around it. */
  function beside(key) {
    const list = listOf(key);
    return list?.slot && !list.slot.isList ? beside(list.target.parent) : list && { ...list, key };
  }

  function duplicate(keys, focus = page.list.focusMain) {
    insert(keys.map((key) => withID(entry(key).node, entry(key).id)), keys.at(-1), ['Duplicate', 'Duplicated as'],
      undefined, { focus });
  }

  async function paste(after) {
    const added = await pasteDialog();
    if (added) insert(added, after);
  }

  function remove(keys) {
    const index = entries().findIndex(({ key }) => keys.includes(key));
    const words = named(keys);
    if (!attempt(() => page.scope.remove(keys, `Delete ${words}`))) return;
    const next = entries()[Math.min(index, entries().length - 1)];
    if (keys.includes(page.selected)) page.choose(undefined);
    if (next) page.list.focusMain(next.key); else page.focusAdd();
    say(`Deleted ${words}. Undo brings ${keys.length === 1 ? 'it' : 'them'} back.`);
  }

  function revert(item) {
    if (!attempt(() => page.scope.revert(item.key, `Take back changes of ${item.id}`))) return;
    page.list.focusMove(item.key);
    say(`${item.id} is as in the definition.`);
  }

  /** Brings back an item that a variant removes. */
  function restore(item) {
    if (!attempt(() => page.scope.restore(item.change, `Bring back ${item.id}`))) return;
    const back = entries().find(({ id }) => id === item.id);
    if (back) page.list.focusMain(back.key);
    say(`${item.id} is back in the variant.`);
  }

  function giveOwnItems(variant) {
    const isDone = attempt(() =>
      page.model.change(`Give ${variant.name} items of its own`, (root) => ownItems(root, variant)));
    if (isDone) say(`${variant.name} has items of its own now.`);
  }

  /** The key of a section's settings. */
  const sectionKey = (index) =>
    page.scope.settings().find(({ path }) => path[0] === 'sections' && path[1] === index)?.key;

  /** The entries of the menu of a section. */
  function sectionActions(index) {
    const { root } = page.model;
    const fixed = page.lock()
      || (page.scope.kind === 'definition'
        ? '' : 'Sections belong to the definition. Choose “All users” to change them.');
    const last = page.scope.sections().length - 1;
    const apply = (label, next) => { if (next && page.model.change(label, () => next)) say(label); };
    return [
      { label: 'Edit section …', disabled: fixed, on: () => page.editSettings(sectionKey(index)) },
      { label: 'Move section up', disabled: fixed || (index === 0 ? 'It is the first section.' : ''),
        on: () => apply('Moved the section up', movedSection(root, index, -1)) },
      { label: 'Move section down', disabled: fixed || (index === last ? 'It is the last section.' : ''),
        on: () => apply('Moved the section down', movedSection(root, index, 1)) },
      { label: 'Delete section', disabled: fixed,
        on: async () => apply('Deleted the section', await removedSection(root, index)) },
    ];
  }

  async function addSection() {
    const next = await sectionDialog({ root: page.model.root });
    if (!next || !page.model.change('Add a section', () => next)) return;
    page.editSettings(page.scope.settings().at(-1).key);
    say('Added a section');
  }

  // The clipboard, while the focus is in the list.
  const isInList = () => page.list.element.contains(document.activeElement) && !document.querySelector('dialog[open]');
  const chosenOrFocused = () => {
    const keys = page.list.chosen();
    const key = document.activeElement?.closest('li[data-key]')?.dataset.key;
    return keys.length > 0 ? keys : key ? [key] : [];
  };

  function onCopy(event) {
    const keys = chosenOrFocused();
    if (!isInList() || keys.length === 0 || !document.getSelection().isCollapsed) return;
    event.clipboardData.setData('text/plain', itemsText(nodes(outermost(keys))));
    event.preventDefault();
    say(`Copied ${named(keys)}`);
  }

  function onPaste(event) {
    if (!isInList()) return;
    event.preventDefault();
    try {
      insert(itemsIn(event.clipboardData.getData('text/plain')), chosenOrFocused().at(-1));
    } catch (error) { say(error.message); }
  }

  document.addEventListener('copy', onCopy);
  document.addEventListener('paste', onPaste);
  const stop = () => {
    document.removeEventListener('copy', onCopy);
    document.removeEventListener('paste', onPaste);
  };
  const isSectioned = () => Boolean(member(page.model.root, 'sections'));
  return {
    entries, entry, attempt, addInside, listOf, move, step, duplicate,
    moves, actions, insert, paste, remove, restore, giveOwnItems, sectionActions,
      addSection, isSectioned, stop,
  };
}

// Adding an item: the question which one, its place, and its form.

/**
 * `page` is that of `itemActions`, with `findings` and `focusForm()`.
 *
 * Returns `{ addItem({ after, target, before }), addInside(key, at) }`. An item is added after another one, else before the
 * item `before` of the section or slot `target`, or at its end; by default after the selected item.
 */
export function adding(page, actions) {
  async function addItem({ after, target, before } = { after: page.selected, target: undefined, before: undefined }) {
    if (page.lock()) { say(page.lock()); return; }
    const list = after === undefined ? undefined : actions.listOf(after);
    const inside = list?.slot?.isList ? list.slot
      : actions.entry(target?.parent)?.slots.find(({ at }) => at === target.at);
    const node = await chooseItem({ schemas: page.schemas, takenIDs: takenIDs(page.model.root), types: inside?.types });
    if (!node) return;
    if (actions.insert([node], after, ['Add', 'Added'], after === undefined ? target : undefined,
      { first: before })) beginNew();
  }

  async function addInside(key, at) {
    if (page.lock()) { say(page.lock()); return; }
    if (await actions.addInside(key, at)) beginNew();
  }

  /** Shows the form of an item that was just added. */
  function beginNew() {
    page.findings.begin(page.selected);
    page.focusForm();
  }

  return { addItem, addInside };
}

// Sections: adding, moving and deleting them.

const optional = (value) => (value === '' ? undefined : string(value));

/** Asks for the id, header and footer of a new section. Resolves to the new root. */
export function sectionDialog({ root }) {
  const sections = elements(member(root, 'sections'));
  const taken = new Set(sections.map((section) => textOf(member(section, 'id'))));
  const id = h('input', { spellcheck: 'false', autocomplete: 'off' });
  const header = h('input');
  const footer = h('textarea');
  const idField = field('Id', id,
    { help: 'Letters, digits, “.”, “_” and “-”. Apps and variants name the section by it.' });
  return dialog({
    title: 'Add a section',
    content: [idField, field('Header', header, { help: 'Shown above the items. May be empty.' }),
      field('Footer', footer, { help: 'Shown below the items. May be empty.' })],
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button('Add section', { kind: 'primary', on: () => {
        const problem = !nameRule.test(id.value)
          ? 'An id begins with a letter or digit, and has letters, digits, “.”, “_” and “-”.'
          : taken.has(id.value) ? 'Another section has this id.' : '';
        setError(idField, problem);
        if (problem) { id.focus(); return; }
        const texts = { id: string(id.value), header: optional(header.value), footer: optional(footer.value) };
        close(set(root, ['sections'], array([...sections, object({ ...texts, items: array([]) })])));
      } }),
    ],
  });
}

/** The root with a section moved by one place. */
export function movedSection(root, index, by) {
  const list = [...elements(member(root, 'sections'))];
  const [section] = list.splice(index, 1);
  list.splice(index + by, 0, section);
  return set(root, ['sections'], array(list));
}

/** The root without a section; asks first if it has items. */
export async function removedSection(root, index) {
  const section = member(root, 'sections').elements[index];
  const number = elements(member(section, 'items')).length;
  if (number > 0 && !await confirm({
    title: 'Delete the section', text: `Its ${number} items are deleted with it. Undo brings them back.`,
      action: 'Delete', kind: 'danger',
  })) return undefined;
  return set(root, ['sections', index], undefined);
}
