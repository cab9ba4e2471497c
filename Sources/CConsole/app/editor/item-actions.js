// The actions on items, from menus, keys and the clipboard. Each announces its effect and leaves the focus at the item.
import { h } from '../kit/dom.js';
import { button, dialog, say } from '../kit/ui.js';
import { member } from '../kit/json.js';
import { Inexpressible } from './scope.js';
import { ownItems } from './variant-model.js';
import { destination, moveSentence } from './reorder.js';
import { itemID, takenIDs, withFreshID, withID } from './layout.js';
import { copyText, itemsText, itemsIn, pasteDialog } from './clipboard.js';
import { sectionDialog, movedSection, removedSection } from './settings.js';
import { select } from './controls.js';

/**
 * The actions on the items of a page. `page` has `model`, `scope`, `selected`, `list`, `lock()`, `choose(key)`,
 * `editJSON(path, title)` and `focusAdd()`.
 */
export function itemActions(page) {
  const entries = () => page.scope.sections().flatMap(({ items }) => items);
  const entry = (key) => entries().find((item) => item.key === key);
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

  /** `focus(key)` gives the focus back to the item: to its menu, from which most moves come. */
  function move(keys, section, before, focus = page.list.focusMove) {
    const ids = entries().filter(({ key }) => keys.includes(key)).map(({ id }) => id);
    const old = page.scope.sections();
    const isMoved = attempt(() => page.scope.move(keys, section, before, `Move ${named(keys)}`));
    if (isMoved === false) say(`${named(keys)} stays in place.`);
    if (!isMoved) return;
    say(moveSentence(old, page.scope.sections(), ids));
    focus(keys[0]);
  }

  /** Moves items by one place, `up` or `down`. */
  function step(keys, command) {
    const { section, before, reason } = destination(page.scope.sections(), keys, command);
    if (reason) say(reason); else move(keys, section, before, page.list.focusMain);
  }

  /** The entries of the menu `Move ID`. */
  function moves(keys) {
    const sections = page.scope.sections();
    const command = (label, name) => {
      const place = destination(sections, keys, name);
      return { label, disabled: page.lock() || place.reason, on: () => move(keys, place.section, place.before) };
    };
    const fixed = [command('To top', 'top'), command('Up', 'up'), command('Down', 'down'),
      command('To bottom', 'bottom')];
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

  /** The entries of the menu `More for ID`. */
  function actions(keys) {
    const own = keys.length === 1 ? entry(keys[0]) : undefined;
    const isChanged = own?.base && (own.merges?.length > 0 || own.origin >= 0);
    return [
      { label: 'Duplicate', disabled: page.lock(), on: () => duplicate(keys) },
      { label: 'Copy as JSON', on: () => copyText(itemsText(nodes(keys)), named(keys)) },
      { label: 'Paste after …', disabled: page.lock(), on: () => paste(keys.at(-1)) },
      isChanged ? { label: 'Take back the variant’s changes', disabled: page.lock(), on: () => revert(own) } : null,
      { label: 'Delete', disabled: page.lock(), on: () => remove(keys) },
    ].filter(Boolean);
  }

  /** Inserts items after an item, or at the end. Ids that are taken get new ones. */
  function insert(added, after, verbs = ['Paste', 'Pasted']) {
    const taken = takenIDs(page.model.root);
    const fresh = added.map((node) => withFreshID(node, taken));
    const sections = page.scope.sections();
    let section = sections.length - 1;
    let before;
    sections.forEach(({ items }, number) => {
      const index = items.findIndex(({ key }) => key === after);
      if (index >= 0) [section, before] = [number, items[index + 1]?.key];
    });
    if (section < 0) { say('Add a section first: an item needs one here.'); return; }
    const words = fresh.length === 1 ? itemID(fresh[0]) : `${fresh.length} items`;
    const keys = attempt(() => page.scope.insert(fresh, section, before, `${verbs[0]} ${words}`));
    if (!keys) return;
    page.choose(keys[0]);
    page.list.reveal(keys[0]);
    page.list.focusMain(keys[0]);
    say(`${verbs[1]} ${words}`);
    return true;
  }

  function duplicate(keys) {
    insert(keys.map((key) => withID(entry(key).node, entry(key).id)), keys.at(-1), ['Duplicate', 'Duplicated as']);
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

  /** The entries of the menu of a section. */
  function sectionActions(index) {
    const { root } = page.model;
    const fixed = page.lock()
      || (page.scope.kind === 'definition'
        ? '' : 'Sections belong to the definition. Choose “All users” to change them.');
    const last = page.scope.sections().length - 1;
    const apply = (label, next) => { if (next && page.model.change(label, () => next)) say(label); };
    return [
      { label: 'Edit section …', disabled: fixed,
        on: async () => apply('Edited the section', await sectionDialog({ root, index })) },
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
    if (next && page.model.change('Add a section', () => next)) say('Added a section');
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
    event.clipboardData.setData('text/plain', itemsText(nodes(keys)));
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
    entries, entry, attempt, move, step, moves, actions, insert, paste, remove, restore, giveOwnItems, sectionActions,
      addSection, isSectioned, stop,
  };
}
