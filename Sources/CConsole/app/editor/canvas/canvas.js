// Editing on the canvas: the page of the preview takes clicks, keys and drags. No script runs in the frame, whose page
// keeps its origin (`?canvas=true`), so the listeners here reach its items.
import { member, tokens } from '../../kit/json.js';
import { say } from '../../kit/ui.js';
import { count } from '../../pages/text.js';
import { itemsOf } from '../scope.js';
import { dragItems } from '../reorder.js';
import { gapsOf, innerGapsOf } from './gaps.js';
import { boxesIn, pointIn, reveal, canvasOverlay, standIn } from './overlay.js';
import { callsListeners, canvasGlass } from './glass.js';
import { isDrawn, showOrder, showTexts } from './immediate.js';
import { canvasKeys, forwardTo } from './keys.js';
import { takePictures } from './picture-drop.js';
import { textWriting } from './writing.js';

/**
 * The canvas of the editor `page` (see `itemActions`), which also has `focusMember(path)`, `focusForm()`, `showForm()`,
 * `comments` (see `editorComments`) and `addItem({ after, target, before })`. `preview` is its pane: `stage` is where the frame is, `isEdited(variant)` says
 * whether it shows what is edited.
 *
 * Returns `{ element, attach(frame, isCurrent), update(), keep(), focus(), add(), pick(id, path, variant), stop() }`. `attach` is called for each page
 * of a frame, `isCurrent` saying whether the page shows the latest edit; `update` shows the selection and the edits of the
 * document; `keep()` is the element that a newer page must leave alone.
 */
export function screenCanvas({ page, actions, preview }) {
  const { stage } = preview;
  let frame;
  /** The document of the frame; undefined while it shows nothing that can be edited. */
  let doc;
  let drag;
  let hovered;
  let shown;
  let isPlanned = false;
  let facts;
  /** The nodes of the items that the page shows, by id. */
  let nodes = new Map();
  let shownOrder;
  const bound = new WeakSet();
  const overlay = canvasOverlay({
    onStep: (command) => step(command), onDuplicate: () => actions.duplicate([page.selected], keepFocus),
    onComment: page.comments.write && (() => { page.showForm(); page.comments.write(selected().id); }),
    more: moreActions, onAdd: (place) => page.addItem(place),
  });
  const refusal = () => (isEditable() ? ''
    : page.lock() || 'The preview does not show what you edit, so nothing can be changed in it.');
  const writing = textWriting({ page, actions, refusal, onEnd: finish,
    onBegin(element) {
      reveal(element);
      plan();
      return glass.hidden ? undefined : standIn(element, overlay.element, (one) => boxesIn(overlay.element, frame)(one));
    } });
  const glass = canvasGlass({ page: () => doc, toPage, listeners: { click, dblclick, keydown: (event) => keydown(event), moved: plan,
    isDragging: () => drag?.isDragging() } });
  overlay.element.prepend(glass);
  const pictures = { page, actions, imageAt, selectedImage, refusal: () => (isEditable() ? '' : refusal()) };
  takePictures(glass, { ...pictures, targetOf: ({ clientX, clientY }) => {
    const { x, y } = toPage(clientX, clientY);
    return doc?.elementFromPoint(x, y);
  } });
  const sizes = new ResizeObserver(plan);
  sizes.observe(stage);

  const isEditable = () => Boolean(doc) && !page.lock() && preview.isEdited(page.scope.name);
  const find = (id) => doc?.querySelector(`[data-item="${CSS.escape(id)}"]`) ?? undefined;
  const itemAt = (element) => {
    const id = element?.getAttribute('data-item') ?? undefined;
    return id === undefined ? undefined : itemsOf(page.scope).find((item) => item.id === id);
  };
  const selected = () => (page.selected === undefined ? undefined
    : itemsOf(page.scope).find(({ key }) => key === page.selected));
  const keepFocus = () => {};

  // The page in the frame

  function attach(next, isCurrent) {
    frame = next;
    const own = documentOf(frame);
    // What the page shows is said above the device, which the screen fills.
    own?.querySelector('.about')?.style.setProperty('display', 'none');
    own?.querySelector('main').style.setProperty('min-block-size', '100vh');
    if (own !== doc) {
      writing.end();
      drag?.cancel();
      [hovered, shown] = [undefined, null];
    }
    doc = own;
    if (doc && !bound.has(doc)) bind();
    if (!doc) glass.hidden = true;
    [nodes, shownOrder] = isCurrent && !writing.element ? stateOf(itemsOf(page.scope)) : [new Map(), undefined];
    update();
  }

  function toPage(x, y) { return pointIn(frame, x, y); }

  const stateOf = (items) => [new Map(items.map((item) => [item.id, item.node])), items.map(({ id }) => id).join('\n')];

  function bind() {
    bound.add(doc);
    glass.hidden = callsListeners(doc);
    doc.body.style.setProperty('user-select', 'none');
    doc.body.style.setProperty('-webkit-user-select', 'none');
    doc.body.style.setProperty('cursor', 'default');
    for (const [type, listener] of Object.entries({ click, dblclick, keydown, focusin })) doc.addEventListener(type, listener);
    takePictures(doc, { ...pictures, targetOf: ({ target }) => target });
    doc.addEventListener('scroll', plan, true);
    doc.addEventListener('pointermove', ({ target, pointerType }) => {
      const next = pointerType === 'touch' || drag.isDragging() ? undefined : target.closest?.('[data-item]');
      if (next !== hovered) { hovered = next; plan(); }
    });
    doc.documentElement.addEventListener('pointerleave', () => { hovered = undefined; plan(); });
    drag?.stop();
    drag = dragItems(doc, glass.hidden ? { source: doc, toPage: (x, y) => ({ x, y }) } : { source: glass, toPage }, {
      itemAt: (element) => (isEditable() ? itemAt(element) : undefined), onAim: showAim, onDrop: drop,
      onEnd: () => overlay.drop(),
    });
    sizes.observe(doc.querySelector('main'));
  }

  /** Shows the selection, and in the page what has changed in the document. */
  function update() {
    preview.mark(selected()?.id);
    if (!doc) { overlay.select(); overlay.gaps([]); return; }
    if (isEditable()) showEdits();
    const item = selected();
    const element = item && find(item.id);
    if (shown !== item?.key) {
      shown = item?.key;
      setStop(element);
      if (element) reveal(element);
    }
    plan();
  }

  function showEdits() {
    const focused = doc.activeElement?.closest?.('[data-item]');
    const isTemplate = member(page.model.root, 'template')?.value === true;
    const items = itemsOf(page.scope);
    const [next, order] = stateOf(items);
    const changed = items.filter((item) => nodes.get(item.id) !== item.node);
    // One search for each of many items would take long.
    const elements = changed.length < 8 ? undefined
      : new Map([...doc.querySelectorAll('[data-item]')].map((one) => [one.getAttribute('data-item'), one]));
    for (const item of changed) {
      const element = elements ? elements.get(item.id) : find(item.id);
      if (element) showTexts(element, item, { isTemplate, editing: writing.element });
    }
    if (order !== shownOrder) {
      const gone = new Set([...nodes.keys()].filter((id) => !next.has(id)));
      showOrder(doc, page.scope.sections(), gone);
    }
    nodes = next;
    shownOrder = order;
    // An element that is moved in its list loses the focus.
    if (focused?.isConnected && doc.activeElement !== focused && !writing.element && frame === document.activeElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** Makes one item the Tab stop of the page. */
  function setStop(element) {
    const stop = element ?? doc.querySelector('[data-item]');
    for (const old of doc.querySelectorAll('[data-item][tabindex]')) if (old !== stop) old.removeAttribute('tabindex');
    if (stop && stop.tabIndex !== 0) stop.tabIndex = 0;
  }

  // Drawing

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => { isPlanned = false; draw(); });
  }

  function draw() {
    const room = { width: stage.clientWidth, height: stage.clientHeight };
    if (!doc || !frame?.isConnected || room.width === 0) {
      overlay.select();
      overlay.hover();
      overlay.gaps([]);
      return;
    }
    const toBox = boxesIn(overlay.element, frame);
    writing.place();
    const item = selected();
    const element = item && find(item.id);
    const isOwn = isEditable();
    overlay.element.classList.toggle('focused', document.activeElement === frame && !writing.element);
    const hasBar = item && isOwn && !writing.element && !drag.isDragging();
    const open = item && page.comments.number(item.id);
    overlay.select(hasBar ? { ...described(item), comments: open ? count(open, 'comment') : '' } : undefined,
      element && toBox(element), room);
    overlay.hover(hovered?.isConnected && hovered !== element && !drag.isDragging() ? toBox(hovered) : undefined);
    const device = toBox(doc.documentElement);
    overlay.gaps(!isOwn || drag.isDragging() ? []
      : [...gapsOf(doc, page.scope.sections(), item?.key, toBox), ...innerGapsOf(itemsOf(page.scope), item, find, toBox)],
      { ...device, bezel: frame.clientLeft * (device.width / doc.documentElement.offsetWidth || 1) }, room);
  }

  /** What the bar says about an item. It is drawn for each scroll event, and found once. */
  function described(item) {
    if (facts?.scope === page.scope && facts.key === item.key) return facts.bar;
    const reasons = new Map(actions.moves([item.key]).map(({ label, disabled }) => [label, disabled]));
    const bar = { id: item.id, up: reasons.get('Up'), down: reasons.get('Down'),
      copy: item.isList === false ? 'There can be only one item here.' : '' };
    facts = { scope: page.scope, key: item.key, bar };
    return bar;
  }

  // Selecting

  function select(item, element) {
    // What is clicked stays where it is: a second click must meet the same item.
    shown = item.key;
    if (page.selected !== item.key) {
      page.choose(item.key);
      // The list lays out its rows for it, which can wait until the selection is drawn.
      requestAnimationFrame(() => setTimeout(() => { if (page.selected === item.key) page.list.reveal(item.key); }));
    }
    if (element) setStop(element);
  }

  function click(event) {
    if (writing.element?.contains(event.target)) return;
    const element = event.target.closest?.('[data-item]');
    const item = itemAt(element);
    if (!item) return;
    const wasSelected = page.selected === item.key;
    select(item, element);
    const shownAt = memberAt(event.target, element, item);
    if (event.pointerType === 'touch' && wasSelected && shownAt && writing.write(shownAt, item)) return;
    if (shownAt && page.focusMember(tokens(shownAt.getAttribute('data-member')))) return;
    focusElement(element);
  }

  function dblclick(event) {
    if (writing.element?.contains(event.target)) return;
    const element = event.target.closest?.('[data-item]');
    const item = itemAt(element);
    const shownAt = item && memberAt(event.target, element, item);
    if (!shownAt) return;
    event.preventDefault();
    writing.write(shownAt, item);
  }

  /** The text or image of an item at an element of the page; undefined if it shows no member of its content. */
  function memberAt(target, element, item) {
    const found = target.closest('[data-member]');
    return found && element.contains(found) && found.closest('[data-item]') === element && isDrawn(element, item)
      ? found : undefined;
  }

  /** The image of an item at an element of the page; undefined if it shows no member of the content. */
  function imageAt(target) {
    const element = target?.closest?.('[data-item]');
    const item = itemAt(element);
    const image = item && memberAt(target, element, item);
    return image?.classList.contains('image') ? { element: image, item } : undefined;
  }

  function selectedImage() {
    const element = selected() && find(selected().id);
    return [...element?.querySelectorAll('.image[data-member]') ?? []].map(imageAt).find(Boolean);
  }

  function focusin({ target }) {
    const item = itemAt(target.closest?.('[data-item]'));
    if (item && !writing.element && item.key !== page.selected) select(item);
    plan();
  }

  function focusElement(element) {
    setStop(element);
    if (glass.hidden) {
      frame.contentWindow.focus();
      element.focus({ preventScroll: true });
    } else glass.focus({ preventScroll: true });
    plan();
  }

  function focus() {
    const element = doc && frame.checkVisibility() && (find(selected()?.id ?? '') ?? doc.querySelector('[data-item]'));
    if (element) focusElement(element);
    return Boolean(element);
  }

  // Keys

  const keydown = canvasKeys({
    items: () => [...doc.querySelectorAll('[data-item]')],
    current: () => (glass.hidden ? doc.activeElement?.closest('[data-item]') : undefined) ?? find(selected()?.id ?? ''),
    go(element) {
      const item = itemAt(element);
      if (item) select(item, element);
      reveal(element);
      focusElement(element);
    },
    edit() {
      const item = selected();
      const element = item && find(item.id);
      if (item && (!element || !writing.writeNext(element, item, undefined, 1))) page.focusForm();
      return Boolean(item);
    },
    step(command) { if (page.selected !== undefined) step(command); },
    isWriting: () => Boolean(writing.element),
    forward(event) { if (glass.hidden) forwardTo(frame, event); },
  });

  // Editing

  function step(command) {
    if (isEditable()) actions.step([page.selected], command, keepFocus); else say(refusal());
  }

  function moreActions() {
    const item = selected();
    const only = item.isList === false ? 'There can be only one item here.' : '';
    const below = { label: 'Add item below …', disabled: page.lock() || only, on: () => page.addItem({ after: item.key }) };
    const into = actions.moves([item.key]).find(({ label }) => label === 'Into …');
    return [below, into && { ...into, label: 'Move into …' },
      ...actions.actions([item.key]).filter(({ label }) => label !== 'Duplicate')].filter(Boolean);
  }

  function finish({ id, element, next }) {
    preview.settled();
    nodes.delete(id);
    update();
    const own = find(id);
    if (next === undefined || !own) return;
    if (next === 0 || !writing.writeNext(own, itemAt(own), element, next)) focusElement(own);
  }

  function showAim({ over, section, isBefore, isBeside }) {
    const edge = isBeside ? ((doc.dir === 'rtl') === isBefore ? 'right' : 'left') : isBefore ? 'top' : 'bottom';
    overlay.drop(boxesIn(overlay.element, frame)(over ?? section.querySelector('.cells')), over ? edge : 'top');
    plan();
  }

  function drop({ item, over, section, isBefore }) {
    const lists = [...doc.querySelectorAll('main > section')];
    const list = over ? actions.listOf(itemAt(over)?.key) : { target: lists.indexOf(section), items: [] };
    const isMissing = !list || (list.slot && !list.slot.isList);
    if (isMissing) { say('There is no place for an item.'); return; }
    const others = list.items.filter(({ key }) => key !== item.key);
    const place = others.findIndex(({ id }) => id === over?.getAttribute('data-item'));
    const before = place < 0 ? undefined : others[isBefore ? place : place + 1]?.key;
    select(item);
    actions.move([item.key], list.target, before, keepFocus);
  }

  return {
    element: overlay.element, attach, update, focus, add: () => page.addItem(),
    keep: () => writing.element?.closest('[data-item]'),
    /** Selects the item of an id, in a variant if one is named, and goes to the field of a member of its content. */
    pick(id, path, variant) {
      if (variant !== undefined && variant !== page.scope.name) page.chooseVariant(variant);
      const item = itemsOf(page.scope).find((one) => one.id === id);
      if (!item) { say(`${id} is not among the items that you edit.`); return; }
      page.choose(item.key);
      page.list.reveal(item.key);
      if (path) page.focusMember(path);
    },
    stop() {
      writing.end();
      drag?.stop();
      sizes.disconnect();
    },
  };
}

/** The document of a frame with a page that can be edited; undefined for any other one. */
function documentOf(frame) {
  const own = frame?.contentDocument;
  return own?.querySelector('main.device') ? own : undefined;
}
