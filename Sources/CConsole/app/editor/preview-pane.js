// The preview: the server's page of the screen in a frame, with the properties of an app: width, theme, release, user.
import { h, fill } from '../kit/dom.js';
import { address, changeSet, compute, live, post, routePath } from '../kit/api.js';
import { stringify } from '../kit/json.js';
import { pageAt } from '../kit/page.js';
import { setQuery } from '../kit/router.js';
import { say } from '../kit/ui.js';
import { pseudoLanguages } from '../pages/languages.js';
import { mergePage } from './canvas/page-merge.js';
import { copyText } from './json-dialog.js';
import { deviceOf, contextWords, previewControls } from './preview-controls.js';
import { previewBoard } from './preview-board.js';

/** The pause in typing after which the preview shows it, in milliseconds. */
const previewPause = 16;
/** The values that are left out of the address, because they are the defaults. */
const defaults = { width: '390', theme: 'light', text: '100', dir: 'ltr' };
const axes = ['locale', 'width', 'theme', 'text', 'dir', 'release', 'variant', 'user', 'version', 'at'];

/**
 * The pane. The frame is loaded once for each width, theme and so on; what is edited is put into its page.
 *
 * `setSource({ hasDraft, version, blocked, placeholders, variants, releases, versions, languages })` says what there is to show; `refresh()`
 * loads the page again, `edited(root)` shows a definition before it is saved, `saved(root)` says that it is now, and
 * `reload()` shows what is on the server. `setVariant(name)` follows the variant that is edited. `show(canvas)` lets people
 * edit in the page (`screenCanvas`); `isEdited(variant)` says whether it shows what is edited, and `settled()` that the
 * canvas no longer keeps a part of it.
 */
export function previewPane({ route, query }) {
  const chosen = Object.fromEntries(axes.map((name) => [name, query.get(name) ?? defaults[name] ?? '']));
  let source = {
    hasDraft: false, version: undefined, blocked: '', placeholders: 0, variants: [], releases: [], versions: [], languages: [['', 'The source'], ...pseudoLanguages],
  };
  let frame;
  let waiting;
  let loaded;
  /** What the page in the frame depends on beside the version. */
  let view;
  /** The page of which the canvas keeps a part as it was. */
  let kept;
  let canvas;
  /** The definition of the editor that is not saved, and the one of them that the frame shows or loads. */
  let unsaved;
  let shownUnsaved;
  let timer;
  let isAsking = false;
  /** Ends the wait for the frame that loads. */
  let finish;

  const stage = h('div', { class: 'stage' });
  const note = h('p', { class: 'preview-note soft' });
  const holder = h('div', { class: 'stage-holder' }, stage);
  const side = previewBoard({ query, addressOf, source: () => source, width: () => chosen.width,
    onPick: (...picked) => canvas.pick(...picked),
    onSwitch: () => { holder.hidden = side.isOn; fit(); refresh(); } });
  holder.hidden = side.isOn;
  const controls = previewControls({ chosen, choose, source: () => source, side, address: path, copyLink });
  const element = h('div', { class: 'preview' }, controls.element, note, side.element, holder);
  const scale = new ResizeObserver(fit);
  scale.observe(stage);
  /** The width of the pane, 0 while it is not shown: to ask for it lays out the page. */
  let room = 0;

  function choose(name, value) {
    chosen[name] = value;
    if (name === 'version' && value) chosen.at = '';
    if (name === 'at' && value) chosen.version = '';
    setQuery(Object.fromEntries(axes.map((axis) => [axis, chosen[axis]])));
    controls.update();
    fit();
    refresh();
  }

  /** What the preview shows: the draft while there is one, else the version that is live. */
  function shownVersion() {
    if (chosen.at) return '';
    if (chosen.version === 'live') return source.version ? String(source.version) : '';
    if (chosen.version) return chosen.version;
    const version = source.version ? String(source.version) : 'draft';
    // A draft with errors cannot be shown: keep the last page, or show the live version instead.
    if (source.hasDraft && source.blocked) return loaded ?? version;
    return source.hasDraft ? 'draft' : version;
  }

  function path(extra = {}) {
    /** @type {any} */
    const own = { ...chosen, version: shownVersion(), ...extra };
    // A language has a direction of its own.
    if (own.locale && own.dir === 'ltr') own.dir = '';
    return address(routePath('/preview/', route), Object.fromEntries(axes.map((name) => [name, own[name]])
      .concat(Object.entries(extra).filter(([name]) => !axes.includes(name)))));
  }

  /** A screen that was never published and has no draft. */
  const isEmpty = () => !source.version && !source.hasDraft && !chosen.at;
  const isBlocked = () => source.blocked && shownVersion() === 'draft';

  /** The address of the page in the frame, which the canvas reaches into. */
  const framePath = (extra = {}) => path({ annotate: 'true', canvas: 'true', ...extra });
  const viewOf = () => axes.filter((name) => name !== 'version').map((name) => chosen[name]).join('\n');

  function refresh() {
    if (!stage.isConnected) return;
    showNote();
    if (side.isOn) { side.refresh(); return; }
    if (unsaved && showsEdited()) { showUnsaved(); return; }
    shownUnsaved = undefined;
    if (isBlocked() || isEmpty()) return;
    showPage(framePath(), shownVersion());
  }

  /** Shows a page, made of `root`: in the frame that is there, or in a new one if it looks different. */
  async function showPage(address, version, root = unsaved) {
    shownRoot = root;
    if (!frame || waiting || view !== viewOf() || !frame.contentDocument?.querySelector('main')) {
      await loadFrame(address, version);
      return;
    }
    const target = frame;
    latest = address;
    try {
      const page = await pageAt(address);
      if (latest !== address || target !== frame || waiting) return;
      put(page);
      loaded = version;
    } catch {
      // The server's page says why.
      if (latest === address && target === frame) await loadFrame(address, version);
    }
  }
  let latest;
  let shownRoot;

  function put(page) {
    const keep = canvas?.keep();
    mergePage(frame.contentDocument, page, keep);
    kept = keep ? page : undefined;
    canvas?.attach(frame, shownRoot === unsaved);
  }

  /** Whether the preview shows what is edited, and not a version or a time. */
  const showsEdited = () => !chosen.at && (chosen.version === '' || chosen.version === 'draft');

  function edited(root) {
    unsaved = root;
    if (!showsEdited()) return;
    if (side.isOn) { side.edited(); return; }
    clearTimeout(timer);
    // While the server renders one, the next waits for it, and shows the newest text.
    if (!isAsking) timer = setTimeout(showUnsaved, previewPause);
  }

  async function showUnsaved() {
    clearTimeout(timer);
    const root = unsaved;
    if (isAsking || !root || !stage.isConnected || room === 0) return;
    isAsking = true;
    try {
      const url = await unsavedURL(root, {});
      if (unsaved && showsEdited()) {
        shownUnsaved = root;
        await showPage(framePath({ version: '', unsaved: url.searchParams.get('unsaved') }), 'draft', root);
      }
    } catch {
      // The page before stays. The draft is saved soon, and its errors are shown then.
    } finally {
      isAsking = false;
    }
    if (unsaved && unsaved !== root) edited(unsaved);
  }

  /** The address of what the preview shows, with other properties; of what is not saved, too. */
  async function addressOf(properties) {
    if (!unsaved || !showsEdited()) return path({ annotate: 'true', ...properties });
    const { pathname, search } = await unsavedURL(unsaved, properties);
    return pathname + search;
  }

  /** The URL of a page of a definition that is not saved. The server keeps the definition for a minute. */
  async function unsavedURL(root, properties) {
    const own = path({ annotate: 'true', ...properties, version: '' }).slice(changeSet.path.length);
    const { json } = await compute('/admin/previews',
      { body: `{"path":${JSON.stringify(own)},"expiresIn":60,"definition":${stringify(root)}}` });
    if (!('url' in json)) throw new Error('The definition has errors outside of its items.');
    return new URL(json.url, location.href);
  }

  function reload() {
    clearTimeout(timer);
    unsaved = undefined;
    refresh();
  }

  /**
   * Loads a page in a second frame, which takes the place of the first when it is there: nothing flickers. A new frame
   * each time also keeps the previews out of the history of the browser.
   */
  function loadFrame(address, version) {
    view = viewOf();
    latest = undefined;
    const { promise, resolve } = Promise.withResolvers();
    waiting?.remove();
    finish?.();
    finish = resolve;
    const next = h('iframe',
      { class: 'device waiting', sandbox: 'allow-same-origin', title: 'Preview, loading', 'aria-hidden': 'true',
        tabindex: '-1', src: address });
    waiting = next;
    next.addEventListener('load', () => {
      if (waiting !== next) return;
      waiting = undefined;
      frame?.remove();
      frame = next;
      next.title = 'Preview';
      next.removeAttribute('aria-hidden');
      next.removeAttribute('tabindex');
      next.classList.remove('waiting');
      loaded = version;
      kept = undefined;
      canvas?.attach(frame, shownRoot === unsaved);
      resolve();
    }, { once: true });
    stage.append(next);
    return promise;
  }

  /** Scales a device that is wider than the pane down, instead of cutting it off. */
  function fit() {
    const width = Number(chosen.width) || 390;
    const { kind, bezel } = deviceOf(width);
    // At a whole pixel, the lines of the frame are equally sharp on both sides.
    room = stage.clientWidth;
    const whole = width + 2 * bezel;
    if (room <= 2 * bezel) return;
    const factor = Math.min(1, room / whole);
    stage.dataset.device = kind;
    stage.style.setProperty('--device', `${width}px`);
    stage.style.setProperty('--bezel', `${bezel}px`);
    stage.style.setProperty('--scale', String(factor));
    stage.style.setProperty('--start', `${Math.floor((room - whole * factor) / 2)}px`);
    stage.dataset.scaled = factor < 1 ? `${Math.round(factor * 100)} %` : '';
  }

  function showNote() {
    const version = shownVersion();
    const scaled = contextWords(chosen) + (stage.dataset.scaled ? ` Shown at ${stage.dataset.scaled} of its size.` : '');
    note.className = 'preview-note soft';
    if (isEmpty()) {
      fill(note, 'There is nothing to show yet. ',
        h('button', { type: 'button', class: 'link', on: { click: () => canvas.add() } }, 'Add item here'));
    } else if (source.blocked && !chosen.version && !chosen.at) {
      note.className = 'preview-note message warn';
      const shows = shownVersion() !== 'draft' ? ` Until then, you see version ${version}, which is ${live}.` : frame
        ? ' Until then, you see its last state without errors.' : '';
      note.textContent = source.blocked + shows;
    } else if (chosen.at) {
      fill(note, `What is in force at ${new Date(chosen.at).toLocaleString()}. `, back());
    } else if (chosen.version && chosen.version !== 'draft') {
      fill(note, `Version ${version}, not what you edit. `, back());
    } else {
      note.textContent = (version === 'draft'
        ? `The draft, as you edit it.${placeholderWords(source.placeholders)}` : `Version ${version}, which is ${live}.`) + scaled;
    }
  }

  function back() {
    return h('button', { type: 'button', class: 'link', on: { click: () => {
      chosen.at = '';
      choose('version', '');
      say('The preview shows what you edit.');
    } } }, 'Show what you edit');
  }

  /** Copies a link to exactly this view. A link to unpublished content is signed, so everybody who has it can open it. */
  async function copyLink() {
    const plain = path();
    const isPublic = shownVersion() !== 'draft' && !chosen.at;
    let url = new URL(plain, location.href).href;
    let what = 'the link to this preview';
    if (!isPublic) {
      try {
        const { json } = await post('/admin/previews',
          { json: { path: plain.slice(changeSet.path.length), expiresIn: 86_400 } });
        if ('url' in json) url = new URL(json.url, location.href).href;
        what = 'a link that anybody can open for a day';
      } catch (error) {
        what = `a link for those who are signed in (${error.message})`;
      }
    }
    await copyText(url, what);
  }

  setQuery(Object.fromEntries(Object.keys(defaults).map((name) => [name, chosen[name]])));
  controls.update();
  return {
    element, stage, refresh, reload, edited,
    show(own) {
      canvas = own;
      holder.append(canvas.element);
    },
    isEdited: (variant) => showsEdited() && chosen.variant === variant && chosen.user === '' && chosen.locale === '',
    settled() { if (kept && frame) put(kept); },
    /** Loads the draft, unless the frame shows the same already. */
    saved(root) {
      if (unsaved !== root) return;
      unsaved = undefined;
      if (shownUnsaved !== root) refresh();
    },
    setSource(changes) {
      source = { ...source, ...changes };
      controls.update();
      showNote();
      side.update();
    },
    /** Shows which item is selected, in the previews side by side. */
    mark: (id) => side.mark(id),
    setVariant(name) { if (chosen.variant !== name) choose('variant', name); },
    /** Shows the texts in a language; those of the definition for an empty one. */
    setLanguage(tag) { choose('locale', tag); },
    stop() {
      clearTimeout(timer);
      unsaved = undefined;
      scale.disconnect();
      side.stop();
    },
  };
}

function placeholderWords(count) {
  if (count === 0) return '';
  return ` ${count === 1 ? 'An item is not valid yet: a placeholder stands' : `${count} items are not valid yet: placeholders stand`
  } for ${count === 1 ? 'it' : 'them'}.`;
}
