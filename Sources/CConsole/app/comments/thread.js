// The comments on one item: the list `Comments`, and the field for another one. Their texts are only ever text nodes.
import { h, fill } from '../kit/dom.js';
import { guard } from '../kit/router.js';
import { button, errorMessage, field, say, time } from '../kit/ui.js';
import { count } from '../pages/text.js';
import { get, post, routePath } from '../kit/api.js';

const longest = 2000;

/**
 * The comments of `comments` (`ScreenComments`) that `isOwn` takes. `places` are the texts of the item that a comment can be
 * about, `[{ pointer, label }]`; `lock` says why nothing can be written (empty if it can). With `item`, the button `Comment`
 * opens the field.
 *
 * Returns `{ element, control, open(), stop() }`; `control` is the button, which the caller places.
 * @param {ScreenComments} comments
 * @param {{ isOwn: (comment: any) => boolean, item?: string, about?: string, lock?: string,
 *   places?: () => { pointer: string, label: string }[] }} options
 */
export function thread(comments, { isOwn, item, about = '', places = () => [], lock = '' }) {
  const list = h('ul', { class: 'comments', 'aria-label': 'Comments' });
  const resolved = h('details', { class: 'resolved-comments', hidden: true });
  const form = h('div', {});
  const element = h('div', { class: 'comment-thread' }, list, resolved, form);
  const number = h('span', { class: 'badge', 'aria-hidden': 'true' });
  const control = button('Comment', { kind: 'quiet comment-button', icon: 'comment', 'aria-expanded': 'false',
    'aria-description': about || null, on: () => (form.firstChild ? close() : open()) });
  control.append(number);
  let unguard = () => {};
  show();
  comments.addEventListener('change', show);

  function show() {
    const own = comments.list.filter(isOwn);
    const open = own.filter(({ resolvedAt }) => !resolvedAt);
    const done = own.filter(({ resolvedAt }) => resolvedAt);
    const focused = list.contains(document.activeElement) && document.activeElement.closest('li').dataset.comment;
    fill(list, open.map(row));
    if (focused) list.querySelector(`[data-comment="${focused}"] button`)?.focus();
    list.hidden = open.length === 0;
    const wasOpen = resolved.open;
    resolved.hidden = done.length === 0;
    fill(resolved, h('summary', {}, `${count(done.length, 'comment')} resolved`),
      h('ul', { class: 'comments', 'aria-label': 'Resolved comments' }, done.map(row)));
    resolved.open = wasOpen;
    number.textContent = open.length > 0 ? String(open.length) : '';
    number.hidden = open.length === 0;
    element.classList.toggle('is-empty', own.length === 0 && !form.firstChild);
  }

  function row(comment) {
    const { by, text, createdAt, at, item: id, itemExists, resolvedAt, resolvedBy } = comment;
    const place = at && (places().find(({ pointer }) => pointer === at)?.label ?? at);
    const facts = [
      itemExists ? null : h('span', { class: 'badge warn' }, `${id} no longer exists`),
      place ? h('span', { class: 'badge' }, place) : null,
      resolvedAt ? h('span', { class: 'badge good' }, `Resolved by ${resolvedBy}`) : null,
    ].filter(Boolean);
    return h('li', { class: 'comment', dataset: { comment: comment.id } },
      h('p', { class: 'comment-head' }, h('strong', { dir: 'auto' }, by), ' ', h('span', { class: 'soft' }, time(createdAt)),
        item === undefined && itemExists ? [' ', h('code', { class: 'soft' }, id)] : null),
      facts.length > 0 ? h('p', { class: 'comment-facts' }, facts) : null,
      h('p', { class: 'comment-text', dir: 'auto' }, text),
      resolvedAt || lock ? null : button('Resolve', { kind: 'quiet', 'aria-description': text.slice(0, 100),
        on: ({ currentTarget }) => act(currentTarget, () => comments.resolve(comment), 'The comment is resolved.') }));
  }

  async function act(trigger, work, words) {
    if (trigger.disabled) return;
    trigger.disabled = true;
    try {
      await work();
      if (!element.contains(document.activeElement) && !trigger.isConnected) {
        (control.isConnected ? control : resolved.querySelector('summary')).focus();
      }
      say(words);
    } catch (error) {
      element.querySelector('.message.error')?.remove();
      element.append(errorMessage(error));
    } finally {
      trigger.disabled = false;
    }
  }

  function open() {
    if (lock) { say(lock); return; }
    if (form.firstChild) { form.querySelector('textarea').focus(); return; }
    const text = h('textarea', { maxlength: longest, rows: 3, dir: 'auto' });
    const choices = places();
    const place = h('select', {}, h('option', { value: '-' }, 'The whole item'),
      choices.map(({ pointer, label }) => h('option', { value: pointer }, label)));
    const send = button('Send', { kind: 'primary', on: () => submit() });
    const submit = () => {
      if (!text.value.trim()) { text.focus(); return; }
      const at = place.value === '-' ? {} : { at: place.value };
      act(send, async () => {
        await comments.add({ item, ...at, text: text.value });
        close();
      }, 'The comment is sent.');
    };
    text.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        // A dialog around it stays.
        event.preventDefault();
        if (!text.value) close();
      }
      // The editor would undo its last edit.
      if (['z', 'y'].includes(event.key.toLowerCase())) event.stopPropagation();
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      submit();
    });
    fill(form, h('div', { class: 'comment-form' }, choices.length > 0 ? field('About', place) : null,
      field('Comment text', text), h('div', { class: 'toolbar' }, send, button('Cancel', { on: close }))));
    unguard = guard(() => (text.isConnected && text.value.trim() ? 'A comment is not sent yet. Leave anyway?' : ''));
    control.setAttribute('aria-expanded', 'true');
    element.classList.remove('is-empty');
    text.focus();
  }

  function close() {
    unguard();
    fill(form);
    element.querySelector('.message.error')?.remove();
    control.setAttribute('aria-expanded', 'false');
    control.focus();
    show();
  }

  return { element, control, open, stop() { unguard(); comments.removeEventListener('change', show); } };
}

// The comments on a screen, as the server has them.

/**
 * The comments on the screen `route`. `set` is the path of the change set that has them, by default that of the page.
 * Sends `change` when they have changed.
 */
export class ScreenComments extends EventTarget {
  /** @type {import('../kit/openapi').Comment[]} */
  list = [];
  #shown = '';

  constructor(route, set) {
    super();
    this.route = routePath('', route);
    this.set = set;
  }

  /** Asks the server for the comments of everybody. */
  async load() {
    const { text, json } = await get(`/admin/screens/${this.route}/comments`, { set: this.set });
    if (text === this.#shown) return;
    this.#shown = text;
    this.list = json.comments;
    this.dispatchEvent(new Event('change'));
  }

  /** The open comments on an item. */
  open(item) { return this.list.filter((one) => one.item === item && !one.resolvedAt); }

  async add(comment) {
    await post(`/admin/screens/${this.route}/comments`, { set: this.set, json: comment });
    await this.load();
  }

  async resolve({ id }) {
    await post(`/admin/screens/${this.route}/comments/${id}/resolve`, { set: this.set });
    await this.load();
  }
}

// Comments beside the changed items of a review.

/**
 * The comments on the screen `route` in the change set with the path `set`, by default that of the page. `lock` says why
 * nothing can be written.
 *
 * Returns `{ of(id, title), others, load() }`: `of` makes what stands beside an item, `others` has the comments on items
 * that the review does not show. `load()` asks the server for them.
 */
export function reviewComments({ route, set = undefined, lock = '' }) {
  const comments = new ScreenComments(route, set);
  const shown = new Set();
  const others = h('div', { class: 'other-comments', hidden: true });
  const isOther = ({ item }) => !shown.has(item);
  fill(others, h('h3', {}, 'Other comments'), thread(comments, { isOwn: isOther, lock }).element);
  comments.addEventListener('change', () => { others.hidden = !comments.list.some(isOther); });
  return {
    of(id, title) {
      // An item can stand in the changes of several variants. Its comments stand at the first.
      if (shown.has(id)) return null;
      shown.add(id);
      const { control, element } = thread(comments, { item: id, about: title, lock, isOwn: ({ item }) => item === id });
      return h('div', { class: 'row-comments' }, element, control);
    },
    others, load: () => comments.load(),
  };
}
