// The page of a screen: its panes, its selection, and how they are updated from the document.
import { h, fill } from '../kit/dom.js';
import { changeSet, live as inForce } from '../kit/api.js';
import { guard, href, setQuery } from '../kit/router.js';
import { button, menuButton, say, refusal } from '../kit/ui.js';
import { pointer, tokens } from '../kit/json.js';
import { SchemaSet } from '../form/schema.js';
import { itemPlaces } from '../form/places.js';
import { DraftModel } from './draft.js';
import { scopeOf, frozen, itemsOf, locate } from './scope.js';
import { variantsOf } from './variant-items.js';
import { itemList } from './items.js';
import { itemActions, adding } from './item-actions.js';
import { previewPane } from './preview-pane.js';
import { screenCanvas } from './canvas/canvas.js';
import { publication, emptyScreen } from './publication.js';
import { variantChooser } from './variants.js';
import { Findings, showSummary, UnwrittenTexts } from './problems.js';
import { jsonDialog } from './json-dialog.js';
import { setDisabled } from './controls.js';
import { editorComments } from '../comments/editor-comments.js';
import { notices, alsoHere, saveState } from './notices.js';
import { panels } from './panels.js';
import { selectedForm } from './selected-form.js';
import { translations } from './translation.js';

const panes = [['items', 'Items'], ['preview', 'Preview'], ['form', 'Item']];

/** Shows the editor of a screen in `outlet`; returns a function that ends it. */
export function screenEditor({ outlet, route, query, live, draft, schemas, templates, formats, images, releases, versions }) {
  const set = new SchemaSet(schemas, templates);
  const model = new DraftModel(draft?.root ?? live?.root ?? emptyScreen, itemPlaces(set));
  const findings = new Findings();
  const unwritten = new UnwrittenTexts(model, route);
  const messages = notices(() => add.focus());
  const page = {
    route, model, schemas, findings, unwritten, live, selected: undefined, scope: scopeOf(model, query.get('edit') ?? ''),
    lock: () => refusal('edit', 'Editing') ?? '',
    choose, chooseVariant, editJSON, editSettings, focusForm, render, focusAdd: () => add.focus(),
    notice: messages.notice, drop: messages.drop, focusMember: (path) => (translation.isOn ? translation.focus(selectedID(), pointer(path)) : form.focusMember(path)),
    translated: () => translation.update(),
    showForm: () => { if (!translation.isOn) showPane('form', { onlyIfNarrow: true }); },
  };
  const actions = itemActions(page);
  const { entries, entry, attempt } = actions;
  const { addItem } = Object.assign(page, adding(page, actions));

  // Parts

  const undo = button('Undo', { icon: 'undo', iconOnly: true, on: () => step('undo') });
  const redo = button('Redo', { icon: 'redo', iconOnly: true, on: () => step('redo') });
  const save = button('Save draft', { on: saveDraft });
  const publish = button(changeSet.name ? 'Review and save' : 'Review and publish', { kind: 'primary', on: openReview });
  const add = button('Add item', { icon: 'plus', on: () => addItem() });
  const state = saveState(() => Boolean(page.live));
  const problems = h('div');
  const formTitle = h('h2', { id: 'form-title' }, 'Item');
  const comments = editorComments({ route, lock: page.lock, onChange: () => renderList() });
  const badge = h('a', { class: 'badge version', href: href(`/screens/${route}/history`) });
  const itemCount = h('span', { class: 'soft' });
  const list = itemList({
    onSelect: (key) => { choose(key); page.showForm(); },
      onOpen: (key) => choose(key, { focusForm: true }), onMove: actions.move, onStep: actions.step, moves: actions.moves,
    actions: actions.actions, sectionActions: actions.sectionActions, onAdd: () => addItem(), onRestore: actions.restore,
      lock: page.lock, schemas: set,
  });
  const preview = previewPane({ route, query });
  Object.assign(page, { list, preview, comments });
  const form = selectedForm({ page, actions, title: formTitle, formats, images, render, onTexts: showState,
    onClose: closeSettings });
  const canvas = screenCanvas({ page, actions, preview });
  preview.show(canvas);
  const drafts = publication(page);
  const { saver } = drafts;
  page.adopt = drafts.adopt;
  const chooser = variantChooser({
    onChoose: chooseVariant, onJSON: (variant) => editJSON(variant.path, `Variant ${variant.name}`),
      onOwn: actions.giveOwnItems,
  });
  const selectedID = () => (page.selected === undefined ? undefined : entry(page.selected)?.id);
  const others = alsoHere({ page, selectedID });
  const translation = translations({ page, query,
    onFocus(id) {
      const item = id !== undefined && entries().find((one) => one.id === id);
      if (item) choose(item.key);
    },
    onSwitch() {
      const { isOn } = translation;
      board.classList.toggle('translating', isOn);
      tabs.firstElementChild.textContent = isOn ? 'Texts' : 'Items';
      itemsPane.setAttribute('aria-labelledby', isOn ? 'translation-title' : 'items-title');
      if (isOn && board.dataset.pane === 'form') showPane('items');
    } });
  const itemsPane = h('section', { class: 'pane items-pane', 'aria-labelledby': 'items-title' },
    h('div', { class: 'pane-head' }, h('h2', { id: 'items-title' }, 'Items'), itemCount,
      h('span', { class: 'spacer' }), add),
    list.bulk, h('div', { class: 'pane-body' }, chooser.element, list.element, comments.others), translation.element);
  const board = h('div',
    { class: 'panes', 'data-pane': panes.some(([name]) => name === query.get('pane')) ? query.get('pane') : 'items' },
    itemsPane,
    h('section', { class: 'pane preview-pane', 'aria-labelledby': 'preview-title' },
      h('h2', { id: 'preview-title', class: 'visually-hidden' }, 'Preview'), preview.element),
    h('section', { class: 'pane form-pane', 'aria-labelledby': 'form-title' },
      h('div', { class: 'pane-head' }, formTitle, h('span', { class: 'spacer' }), comments.head),
      h('div', { class: 'pane-body' }, comments.element, form.element)));
  const tabs = h('div', { class: 'pane-tabs', role: 'group', 'aria-label': 'Show' },
    panes.map(([name, label]) =>
      h('button', { type: 'button', class: 'button', dataset: { pane: name }, on: { click: () => showPane(name) } },
        label)));
  fill(outlet, h('div', { class: 'screen-editor' },
    h('div', { class: 'editor-head' },
      h('div', { class: 'editor-name' }, h('h1', {}, route), badge, translation.control, state.element, others.element),
      h('div', { class: 'toolbar' }, undo, redo, menuButton('More for the screen', screenActions),
        h('a', { class: 'button', href: href(`/screens/${route}/history`) }, 'History'), save, publish)),
    messages.element, problems, tabs, board));

  const goToPanel = panels({
    board, show: (name) => showPane(name, { onlyIfNarrow: true }),
    focus: { items: () => (translation.isOn ? translation.focus(selectedID()) : list.focus() || add.focus()),
      preview: () => canvas.focus() || preview.element.querySelector('select').focus(),
      form: () => (translation.isOn ? goToPanel(1) : form.focus()) },
  });

  // The selection

  function choose(key, { focusForm: focus = false } = {}) {
    const item = key === undefined ? undefined : entry(key);
    const isOther = item?.key !== page.selected;
    if (isOther && findings.settle(key)) render();
    page.selected = item?.key;
    // Browsers take tens of milliseconds to change the address: the selection is drawn before.
    requestAnimationFrame(() => setTimeout(() => {
      if (board.isConnected && page.selected === item?.key) showInAddress(item);
    }));
    if (isOther) { form.show(); others.tell(); translation.reveal(item?.id); }
    renderList();
    if (focus) { list.reveal(key); focusForm(); }
  }

  function focusForm() {
    if (translation.isOn) { translation.focus(selectedID()); return; }
    showPane('form', { onlyIfNarrow: true });
    form.focus();
  }

  function showInAddress(entry) {
    setQuery({ item: entry?.settings ? '' : entry?.id, settings: entry?.settings });
  }

  function chooseVariant(name) {
    const id = page.selected === undefined ? undefined : entry(page.selected)?.id;
    page.scope = scopeOf(model, name);
    setQuery({ edit: page.scope.name });
    findings.relocate(frozen(page.scope));
    page.selected = [...entries(), ...page.scope.settings()].find((item) => item.id === id)?.key;
    form.show();
    render();
    preview.setVariant(page.scope.name);
    say(page.scope.name ? `You edit the variant ${page.scope.name}.` : 'You edit the definition, for all users.');
  }

  function showPane(name, { onlyIfNarrow = false } = {}) {
    if (onlyIfNarrow && getComputedStyle(tabs).display === 'none') return;
    board.dataset.pane = name;
    setQuery({ pane: name === 'items' ? '' : name });
    for (const tab of tabs.children) tab.setAttribute('aria-pressed', String(tab.dataset.pane === name));
    if (name === 'preview') preview.refresh();
    if (onlyIfNarrow) tabs.scrollIntoView({ block: 'nearest' });
  }

  // Editing

  async function editJSON(path, title) {
    const root = await jsonDialog({ route, root: model.root, path, title,
      help: 'The server checks it while you type.' });
    if (root) attempt(() => { if (model.change(title, () => root)) say(`${title}: applied`); });
  }

  /** Shows the settings of a key; what had the focus gets it back when they are closed. */
  function editSettings(key) {
    settingsOpener = document.activeElement;
    choose(key, { focusForm: true });
  }
  let settingsOpener;

  function closeSettings() {
    form.settle();
    choose(undefined);
    showPane('items', { onlyIfNarrow: true });
    if (settingsOpener?.isConnected) settingsOpener.focus(); else add.focus();
  }

  function saveDraft() { if (!isHeldBack('it is not saved')) drafts.saveNow(); }

  function openReview() {
    const effect = changeSet.name ? `nothing is saved in ${changeSet.name}` : 'nothing is published';
    if (!isHeldBack(effect)) drafts.openReview();
  }

  /** Takes over what stands in the fields. If the text of one is no value, says so, goes there, and returns true. */
  function isHeldBack(effect) {
    form.settle();
    if (findings.settle()) render();
    const [text] = unwritten.all;
    if (!text) return false;
    const isSetting = page.scope.settings().some(({ key }) => key === text.key);
    if (text.scope !== page.scope.name && !isSetting) chooseVariant(text.scope);
    choose(text.key, { focusForm: true });
    say(`“${text.label}” of ${text.id} is not valid, so ${effect}. Correct it first.`);
    return true;
  }

  function step(kind) {
    if (page.lock()) { say(page.lock()); return; }
    const label = kind === 'undo' ? model.undo() : model.redo();
    say(label ? `${kind === 'undo' ? 'Undone' : 'Done again'}: ${label}` : `There is nothing to ${kind}.`);
  }

  function screenActions() {
    const locked = page.lock();
    return [
      { label: 'Screen settings …', disabled: locked, on: () => editSettings('screen') },
      actions.isSectioned() ? { label: 'Add section …', disabled: locked, on: actions.addSection } : null,
      { label: 'Paste items …', disabled: locked, on: () => actions.paste(page.selected) },
      { label: 'Edit as JSON …', on: () => editJSON([], 'Definition') },
      { label: 'Discard draft …', disabled: locked || (saver.tag || saver.isDirty ? '' : 'There is no draft.'),
        on: drafts.discard },
    ].filter(Boolean);
  }

  // Rendering

  function showState() { state.show(saver, unwritten.all); }

  function renderList() {
    list.update({ scope: page.scope, errors: findings.byKey, selected: page.selected, notes: comments.number });
    canvas.update();
  }

  function render() {
    const old = page.scope;
    page.scope = scopeOf(model, old.name);
    if (page.scope.name !== old.name) setQuery({ edit: '' });
    let item = page.selected === undefined ? undefined : entry(page.selected);
    if (page.selected !== undefined && !item) {
      item = renamed(old);
      if (item) findings.rename(page.selected, item.key);
      page.selected = item?.key;
    }
    renderList();
    chooser.update(page.scope, model.root, page.live?.root);
    itemCount.textContent = entries().length || '';
    if (item) {
      form.update(item);
      showInAddress(item);
    } else if (form.isShown) form.show();
    showSummary(problems, findings, page.scope,
      { model, onOpen: (key) => choose(key, { focusForm: true }), onElsewhere: openError });
    badge.textContent = page.isDeleted ? 'Deleted' : page.live ? `Version ${page.live.version}` : 'Not published';
    badge.title = page.live && !page.isDeleted ? `The version that is ${inForce}. Opens the history.` : '';
    setDisabled(undo, page.lock() || (model.canUndo ? '' : 'There is nothing to undo.'), `Undo: ${model.undoLabel}`);
    setDisabled(redo, page.lock() || (model.canRedo ? '' : 'There is nothing to redo.'), `Redo: ${model.redoLabel}`);
    for (const control of [save, publish, add]) setDisabled(control, page.lock());
    const names = variantsOf(model.root);
    if (names.map(({ name }) => name).join() !== shownVariants) {
      shownVariants = names.map(({ name }) => name).join();
      preview.setSource({ variants: names });
    }
    showState();
  }
  let shownVariants;

  /** The selected item under its new id: within a variant, the id is the key. */
  function renamed(old) {
    const before = itemsOf(old);
    const candidate = entries()[before.findIndex(({ key }) => key === page.selected)];
    return old.name && candidate && before.every(({ id }) => id !== candidate.id) ? candidate : undefined;
  }

  /** Opens the place of an error outside of the shown items: the item of a variant, or the JSON. */
  function openError(error) {
    const place = tokens(error.pointer);
    const variant = variantsOf(model.root).find(({ path }) =>
      path.every((token, index) => String(token) === place[index]));
    if ((variant?.name ?? '') !== page.scope.name) chooseVariant(variant?.name ?? '');
    const found = locate(page.scope, place);
    if (found) choose(found.key, { focusForm: true });
    else editJSON(variant?.path ?? [], variant ? `Variant ${variant.name}` : 'Definition');
  }

  function onKey(event) {
    if (event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'F6' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      goToPanel(event.shiftKey ? -1 : 1);
    }
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if ((key === 's' || key === 'enter') && !event.shiftKey) {
      event.preventDefault();
      if (page.lock()) say(page.lock()); else if (key === 's') saveDraft(); else openReview();
    }
    // Undo in a field of the form is undo of the document. Fields of the preview keep the browser's undo.
    if (event.target.closest?.('.preview-pane') && event.target.matches('input')) return;
    if (key === 'z' || (key === 'y' && !event.shiftKey)) {
      event.preventDefault();
      step(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    }
  }

  // Start

  if (draft) findings.set(draft.errors, frozen(page.scope));
  saver.addEventListener('state', showState);
  drafts.begin(draft);
  model.addEventListener('change', () => {
    render();
    unwritten.store();
    saver.edited();
    if (saver.isDirty) preview.edited(model.root); else preview.reload();
  });
  document.addEventListener('keydown', onKey);
  const onHide = () => {
    if (!document.hidden) return;
    form.settle();
    if (saver.state.kind === 'dirty') saver.save();
  };
  document.addEventListener('visibilitychange', onHide);
  const clock = setInterval(() => { if (saver.state.kind === 'saved') showState(); }, 1000);
  const unguard = guard(() => {
    if (!saver.isUnsaved) return '';
    // Save what can be saved while the question is on the screen.
    if (saver.state.kind === 'dirty') saver.save();
    return `Changes of ${route} are not saved yet. Leave anyway?`;
  });
  preview.setSource({ hasDraft: Boolean(draft), version: live?.version, releases, versions,
    blocked: findings.blocking, placeholders: findings.placeholders });
  page.selected = entries().find(({ id }) => id === query.get('item'))?.key
    ?? page.scope.settings().find(({ settings }) => settings === query.get('settings'))?.key;
  if (page.scope.name && !query.has('variant')) preview.setVariant(page.scope.name);
  try {
    form.show();
    render();
    showPane(board.dataset.pane);
    if (page.selected !== undefined) list.reveal(page.selected);
    if (board.dataset.pane !== 'preview') preview.refresh();
  } catch (error) {
    // The router ends only views that were shown.
    stop();
    throw error;
  }
  return stop;

  function stop() {
    if (saver.state.kind === 'dirty') saver.save();
    drafts.stop();
    actions.stop();
    others.stop();
    canvas.stop();
    translation.stop();
    comments.stop();
    unguard();
    preview.stop();
    clearInterval(clock);
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('visibilitychange', onHide);
  }
}
