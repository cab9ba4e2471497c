// Parts that several views share.
import { h, append, icon, uniqueID } from './dom.js';
import { Problem, can, changeSet, session } from './api.js';
import { guard } from './router.js';

let silence = 0;

/**
 * Announces a sentence to everybody: it is visible, and screen readers read it. With `action`, a button beside it does
 * that for ten seconds, or as long as it has the focus or the pointer.
 * @param {string} text
 * @param {{ label: string, on: () => any }} [action]
 */
export function say(text, action) {
  // Everything outside of a modal dialog is inert, so a dialog has its own region.
  const region = [...document.querySelectorAll('dialog[open] > .status')].at(-1)
    ?? document.querySelector('body > .status');
  if (!region) return;
  // A repeated sentence must be announced again. Nothing moves meanwhile: in a dialog the region is a line of its own.
  const isOfPage = region.parentElement === document.body;
  if (!isOfPage) region.style.minBlockSize = `${region.offsetHeight}px`;
  region.replaceChildren();
  requestAnimationFrame(() => {
    region.replaceChildren(document.createTextNode(text));
    if (action) region.append(button(action.label, { on: () => { region.replaceChildren(); action.on(); } }));
    region.style.minBlockSize = '';
    if (isOfPage) keepClear();
  });
  // In a dialog it stays, because a line that goes away would move the buttons.
  if (!isOfPage) return;
  clearTimeout(silence);
  const end = () => {
    if (region.querySelector(':is(:hover, :focus)')) silence = setTimeout(end, 1000); else region.replaceChildren();
  };
  silence = setTimeout(end, action ? 10_000 : 12_000);
}

const toolbars = ['.toolbar', '[role="toolbar"]'];
const rows = [...toolbars, '.page-head', '.editor-head', '.pane-head', '.pane-tabs', '.preview-bar', '.bulk', '.filters',
  '.list-foot'];

/** Moves the message of the page up until it covers no row of buttons and fields; where there is no room, no toolbar. */
function keepClear() {
  const region = document.querySelector('body > .status');
  if (!region?.firstChild) return;
  region.style.insetBlockEnd = '';
  const box = region.getBoundingClientRect();
  const gap = 8;
  const clearOf = (selectors) => {
    const boxes = [...document.querySelectorAll(selectors.join())].filter((row) => !row.closest('dialog'))
      .map((row) => row.getBoundingClientRect());
    let { bottom } = box;
    for (let other; bottom >= box.height; bottom = other.top - gap) {
      other = boxes.find(({ left, right, top, bottom: end }) => left < box.right && right > box.left
        && top < bottom + gap && end > bottom - box.height - gap && end > top);
      if (!other) return bottom;
    }
    return undefined;
  };
  const bottom = clearOf(rows) ?? clearOf(toolbars);
  if (bottom !== undefined) region.style.insetBlockEnd = `${innerHeight - bottom}px`;
}
for (const event of ['scroll', 'resize']) addEventListener(event, keepClear, { capture: true, passive: true });

/**
 * A button. `icon` is the name of an icon. With `label` alone, the text is visible. Further properties are attributes.
 * @param {string} label
 * @param {{ on?: (event: Event) => any, kind?: string, icon?: string, iconOnly?: boolean, [attribute: string]: any }} properties
 */
export function button(label, { on, kind = 'plain', icon: name, iconOnly = false, ...rest } = {}) {
  // Safari does not focus a button that is clicked, and a dialog gives the focus back to what had it.
  const press = on && ((event) => { event.currentTarget.focus({ preventScroll: true }); on(event); });
  return h('button', { type: 'button', class: `button ${kind}${iconOnly ? ' icon-only' : ''}`, on: { click: press },
    'aria-label': iconOnly ? label : null, title: iconOnly ? label : null, ...rest },
    name ? icon(name) : null, iconOnly ? null : h('span', {}, label));
}

/**
 * Disables a control for a reason that can be read: `aria-disabled` keeps it focusable, and the reason is its
 * description.
 */
export function disable(control, reason) {
  control.setAttribute('aria-disabled', 'true');
  control.title = reason;
  control.setAttribute('aria-description', reason);
  control.addEventListener('click', (event) => {
    if (control.getAttribute('aria-disabled') !== 'true') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(reason);
  }, { capture: true });
  return control;
}

/**
 * A labelled field: the label, the control, a help text and a place for its errors.
 * @param {any} label
 * @param {HTMLElement} control
 * @param {{ help?: any, error?: string }} words
 */
export function field(label, control, { help, error } = {}) {
  const id = control.id || uniqueID('field');
  control.id = id;
  const described = [];
  const parts = [h('label', { for: id }, label), control];
  if (help) {
    const helpID = `${id}-help`;
    described.push(helpID);
    parts.push(h('p', { class: 'help', id: helpID }, help));
  }
  const errorID = `${id}-error`;
  described.push(errorID);
  parts.push(h('p', { class: 'error', id: errorID, hidden: !error }, error ?? ''));
  if (error) control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', described.join(' '));
  return h('div', { class: 'field' }, parts);
}

/** Shows an error at a field made by `field`, or removes it. */
export function setError(container, text) {
  const place = container.querySelector('.error');
  const control = container.querySelector('input, select, textarea');
  place.textContent = text ?? '';
  place.hidden = !text;
  if (text) control?.setAttribute('aria-invalid', 'true'); else control?.removeAttribute('aria-invalid');
}

/**
 * A message for an error: what happened, and what to do. `retry` is called by its button `Try again`. With `go(line, column)`,
 * the places of the errors of a document are buttons.
 * @param {Error} error
 * @param {() => any} [retry]
 * @param {(line: number, column: number) => any} [go]
 */
export function errorMessage(error, retry, go) {
  /** @type {HTMLElement[]} */
  const content = [h('p', {}, h('strong', {}, error instanceof Problem ? error.title || 'The server refused this' : 'That did not work'))];
  if (error.message) content.push(h('p', {}, error.message));
  if (error instanceof Problem && error.errors.length > 0) {
    content.push(h('ul', { class: 'diagnostics' }, error.errors.map((one) => diagnostic({ ...one, go }))));
  }
  if (retry) content.push(h('div', { class: 'toolbar' }, button('Try again', { on: retry })));
  return h('div', { class: 'message error', role: 'alert' }, content);
}

/**
 * A line for one error of a document. With `go(line, column)`, its place is a button.
 * @param {import('./openapi').Diagnostic & { go?: (line: number, column: number) => any }} error
 */
export function diagnostic({ message, hint, pointer, line, column, go }) {
  const place = line ? `line ${line}, column ${column}` : pointer;
  return h('li', {}, message, hint ? [' ', h('span', { class: 'hint' }, `(${hint})`)] : null,
    place ? [' ', go && line ? h('button', { type: 'button', class: 'link-button place', on: { click: () => go(line, column) } }, place)
      : h('span', { class: 'place' }, place)] : null);
}

/** The replacement for an empty list: what belongs here, and how to add it. */
export function emptyState(title, text, ...actions) {
  return h('div', { class: 'empty' }, h('h2', {}, title), h('p', {}, text), actions);
}

/** Shows progress until a promise ends. */
export function progress(label) {
  return h('p', { class: 'progress' }, h('progress', { 'aria-label': label }), ' ', label);
}

/**
 * A modal dialog. `content` is put below the heading; `actions` are buttons for its foot. Resolves, when it closes, to
 * the value given to `close`, which `content` and `actions` get if they are functions. Focus returns to what had it.
 * With `keeps`, what was typed is not discarded without asking. The focus begins at the first field, else at the action
 * that does no harm, else at the heading. Ctrl-Enter is a click of the primary action.
 * @param {{
 *   title: string, content: any, wide?: boolean, keeps?: boolean,
 *   actions?: HTMLElement[] | ((close: (value?: any) => void, element: HTMLDialogElement) => HTMLElement[]),
 * }} options
 * @returns {Promise<any>}
 */
export function dialog({ title, content, actions = [], wide = false, keeps = false }) {
  const returnFocus = document.activeElement;
  const headingID = uniqueID('dialog');
  return new Promise((resolve) => {
    let result;
    const element = h('dialog', { class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': headingID });
    const close = (value) => { result = value; element.close(); };
    let typed = false;
    element.addEventListener('input', () => { typed = true; });
    const unguard = keeps
      ? guard(() => (typed ? 'What you typed in the dialog is not applied. Leave anyway?' : '')) : () => {};
    const dismiss = () => { if (!keeps || !typed || window.confirm('Discard what you typed?')) close(); };
    element.addEventListener('cancel', (event) => { event.preventDefault(); dismiss(); });
    element.addEventListener('keydown', (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      // WebKit keeps Escape in a field for a search, also in an empty one.
      if (event.key === 'Escape' && !event.isComposing && field.type === 'search' && !field.value) {
        event.preventDefault();
        dismiss();
      }
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      // The dialog may be closed before the event comes to the page, which has a use for these keys, too.
      event.preventDefault();
      event.stopPropagation();
      element.querySelector(':scope > footer .primary')?.click();
    });
    // Within a dialog, a header and a footer are still landmarks of the page; these are only its head and foot.
    append(element,
      h('header', { role: 'presentation' }, h('h2', { id: headingID }, title), button('Close', { icon: 'close', iconOnly: true, on: dismiss })),
      h('div', { class: 'dialog-content' }, typeof content === 'function' ? content(close, element) : content));
    const foot = typeof actions === 'function' ? actions(close, element) : actions;
    append(element, h('div', { class: 'status', role: 'status', 'aria-live': 'polite' }));
    if (foot.length > 0) append(element, h('footer', { role: 'presentation' }, foot));
    element.addEventListener('close', () => {
      unguard();
      element.remove();
      giveBack(returnFocus);
      resolve(result);
    });
    document.body.append(element);
    element.showModal();
    begin(element);
  });
}

/** Gives the first focus of a dialog to what one does in it: the browser would give it to `Close`. */
function begin(element) {
  if (element.querySelector('[autofocus]')) return;
  const fields = [...element.querySelectorAll('.dialog-content :is(input:not([readonly]), select, textarea:not([readonly]))')]
    .filter((field) => !field.disabled && field.checkVisibility());
  const actions = [...element.querySelectorAll('footer button')].filter((one) =>
    !one.disabled && one.getAttribute('aria-disabled') !== 'true');
  const action = actions.some((one) => one.classList.contains('danger')) ? actions[0]
    : actions.find((one) => one.classList.contains('primary'));
  const radio = fields[0]?.type === 'radio' && fields.find((field) => field.name === fields[0].name && field.checked);
  focusOn(radio || fields[0] || action || element.querySelector('h2'));
}

/** Gives the focus back to what had it before a dialog; if that is gone, to the heading of what is in sight. */
function giveBack(opener) {
  if (opener?.isConnected && opener !== document.body) opener.focus();
  if (document.activeElement !== opener || opener === document.body) {
    focusOn([...document.querySelectorAll('main h1, dialog[open] h2')].at(-1));
  }
}

function focusOn(element) {
  if (!element) return;
  if (element.matches('h1, h2') && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus();
}

/** Asks a question; resolves to whether the action was chosen. */
export function confirm({ title, text, action, kind = 'primary' }) {
  return dialog({
    title, content: h('p', {}, text),
    actions: (close) => [
      button('Cancel', { on: () => close(false) }),
      button(action, { kind, on: () => close(true) }),
    ],
  }).then(Boolean);
}

/**
 * A button that opens a menu (WAI-ARIA APG, menu button). `items` is a function that returns
 * `[{ label, on, disabled }]` when the menu opens; `disabled` is the reason.
 * @param {string} label
 * @param {() => { label: string, on: () => any, disabled?: string }[]} items
 * @param {{ icon?: string, text?: string | null, kind?: string }} look
 */
export function menuButton(label, items, { icon: name = 'more', text = null, kind = 'plain' } = {}) {
  const menuID = uniqueID('menu');
  const trigger = h('button', { type: 'button', class: `button ${kind}${text ? '' : ' icon-only'}`, 'aria-label': label, title: label,
    'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-controls': menuID }, icon(name), text ? h('span', {}, text) : null);
  const holder = h('span', { class: 'menu-holder' }, trigger);
  let menu;
  const close = (refocus) => {
    menu?.remove();
    menu = undefined;
    trigger.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
    if (refocus && trigger.isConnected) trigger.focus();
  };
  const outside = (event) => { if (!holder.contains(event.target)) close(false); };
  const open = (last) => {
    const entries = items();
    menu = h('div', { class: 'menu', role: 'menu', id: menuID, 'aria-label': label }, entries.map((entry) =>
      h('button', { type: 'button', role: 'menuitem', tabindex: '-1', 'aria-disabled': entry.disabled ? 'true' : null,
        title: entry.disabled || null,
        on: { click: () => {
          if (entry.disabled) { say(entry.disabled); return; }
          close(true);
          entry.on();
        } } }, entry.label)));
    menu.addEventListener('keydown', (event) => {
      const all = [...menu.querySelectorAll('[role="menuitem"]')];
      const index = all.indexOf(document.activeElement);
      const go = (to) => { event.preventDefault(); all[(to + all.length) % all.length]?.focus(); };
      if (event.key === 'ArrowDown') go(index + 1);
      else if (event.key === 'ArrowUp') go(index - 1);
      else if (event.key === 'Home') go(0);
      else if (event.key === 'End') go(all.length - 1);
      else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(true); }
      else if (event.key === 'Tab') close(false);
      else if (event.key.length === 1) {
        const found = all.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()));
        found?.focus();
      }
    });
    holder.append(menu);
    trigger.setAttribute('aria-expanded', 'true');
    const box = menu.getBoundingClientRect();
    if (box.bottom > innerHeight && box.height < trigger.getBoundingClientRect().top) menu.classList.add('above');
    if (box.right > innerWidth) menu.classList.add('end');
    const all = menu.querySelectorAll('[role="menuitem"]');
    (last ? all[all.length - 1] : all[0])?.focus();
    document.addEventListener('pointerdown', outside, true);
  };
  trigger.addEventListener('click', () => { if (menu) close(true); else open(false); });
  trigger.addEventListener('keydown', (event) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault();
      if (!menu) open(event.key === 'ArrowUp');
    }
  });
  return holder;
}

/** @type {[number, Intl.RelativeTimeFormatUnit, number][]} */
const steps = [[60, 'second', 1], [3600, 'minute', 60], [86_400, 'hour', 3600], [2_592_000, 'day', 86_400], [31_536_000, 'month', 2_592_000], [Infinity, 'year', 31_536_000]];

/** A time in words: "3 minutes ago". */
export function relativeTime(date, now = Date.now()) {
  const seconds = (date.getTime() - now) / 1000;
  const [, unit, size] = steps.find(([limit]) => Math.abs(seconds) < limit);
  // A week that has just begun is 7 days, not 6.
  const number = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(number, unit);
}

/** `<relative-time datetime="2026-11-22T12:00:00Z">`: the time as people say it, the exact one in its title. */
class RelativeTime extends HTMLElement {
  static observedAttributes = ['datetime'];
  connectedCallback() {
    this.update();
    this.timer = setInterval(() => this.update(), 30_000);
  }
  disconnectedCallback() { clearInterval(this.timer); }
  attributeChangedCallback() { this.update(); }
  update() {
    const date = new Date(this.getAttribute('datetime') ?? '');
    if (Number.isNaN(date.getTime())) return;
    this.title = date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
    this.textContent = relativeTime(date);
  }
}
customElements.define('relative-time', RelativeTime);

/** An element that shows a time of the API. */
export function time(datetime) { return h('relative-time', { datetime }); }

/**
 * A table with a caption. `columns` are headings; rows are arrays of cells; the first cell of a row is its heading. In a
 * narrow window each row is a card: then the roles keep it a table, and each cell stands beside its heading.
 */
export function table(caption, columns, rows) {
  const labels = columns.map((column) => (column instanceof Node ? column.textContent : String(column ?? '')));
  return h('div', { class: 'table-holder as-cards', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', { role: 'table' }, h('caption', { class: 'visually-hidden' }, caption),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, columns.map((column) =>
        h('th', { scope: 'col', role: 'columnheader' }, column)))),
      h('tbody', { role: 'rowgroup' }, rows.map((cells) => tableRow(labels, cells)))));
}

/** A row of a table whose columns have the headings `labels`. */
export function tableRow(labels, cells, properties = {}) {
  return h('tr', { role: 'row', ...properties }, cells.map((cell, index) =>
    (index === 0 ? h('th', { scope: 'row', role: 'rowheader' }, cell)
      : h('td', { role: 'cell', dataset: { label: labels[index] ?? '' } }, cell))));
}

/** Why the session may not do something, or null if it may. `action` is the missing ability: "Publishing". */
export function refusal(scope, action, set) {
  if (can(scope, set)) return null;
  if (!set && changeSet.isPublished) return `The change set ${changeSet.name} is published. Leave it to make changes.`;
  return `${action} needs a token with the scope ${scope}. Yours has the scope ${session.current?.scope ?? 'none'}.`;
}

/** Shows a control disabled, with the reason, if the scope does not allow what it does. `set` is that of `can`. */
export function needs(scope, action, control, set) {
  const reason = refusal(scope, action, set);
  if (!reason) return control;
  if (control.matches('button, a')) return disable(control, reason);
  control.disabled = true;
  control.title = reason;
  return control;
}

/**
 * A button that copies a text, or what a function returns then, and confirms it.
 * @param {string | (() => string)} text
 * @param {{ label?: string, what?: string, [attribute: string]: any }} look
 */
export function copyButton(text, { label = 'Copy', what = 'The text', ...rest } = {}) {
  return button(label, { ...rest, on: async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      say(`${what} is copied.`);
    } catch {
      // The clipboard is available only to secure origins.
      say('The browser does not let the console copy. Select the text and copy it.');
    }
  } });
}

/** A text in a fixed pitch with a button that copies it. */
export function codeView(text, label) {
  return h('div', { class: 'code-view' },
    h('div', { class: 'code-tools' }, copyButton(text, { what: label })),
    h('pre', { tabindex: '0', role: 'region', 'aria-label': label }, h('code', {}, text)));
}

/** A body for reading: JSON is indented, other text is unchanged. */
export function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

/** A switch (role switch) with its name and a description. `on` gets the wanted state. */
export function switchControl(name, { key, isOn, description, on, scope, action }) {
  const id = uniqueID('switch');
  const control = needs(scope, action, h('button',
    { type: 'button', role: 'switch', class: 'switch', 'aria-checked': String(isOn),
    'aria-labelledby': `${id}-name`, 'aria-describedby': description ? `${id}-text` : null, dataset: { focus: key },
    on: { click: () => on(!isOn) } }, h('span', { class: 'switch-knob', 'aria-hidden': 'true' })));
  return h('div', { class: 'switch-row' }, control,
    h('div', {}, h('div', { class: 'switch-name', id: `${id}-name` }, name),
      description ? h('div', { class: 'soft', id: `${id}-text` }, description) : null));
}

/** A badge for a status. */
export function statusBadge(status) {
  if (status === null) return h('span', { class: 'badge bad', title: 'The connection ended without a response.' },
    'No answer');
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status < 300 ? 'good' : '';
  return h('span', { class: `badge ${kind}` }, String(status));
}
