// Links to a change set for people without a token.
import { h, fill } from '../kit/dom.js';
import { get, post, remove } from '../kit/api.js';
import { button, dialog, errorMessage, field, say, time, copyButton } from '../kit/ui.js';

const times = [[3600, '1 hour'], [86_400, '1 day'], [7 * 86_400, '1 week'], [30 * 86_400, '30 days']];

/** Lists the links to the change set, ends them, and makes another one. */
export function guestLinkDialog(name) {
  /** @type {`/admin/changesets/${string}/guests`} */
  const path = `/admin/changesets/${encodeURIComponent(name)}/guests`;
  const lifetime = h('select', {}, times.map(([seconds, words]) => h('option', { value: String(seconds) }, words)));
  lifetime.value = String(7 * 86_400);
  const mayComment = h('input', { type: 'checkbox', id: 'guest-may-comment', checked: true });
  const holder = h('div', {}, h('p', {}, 'Whoever has the link sees what this set changes, before and after, and nothing '
    + 'else. It ends when the set is published or deleted.'), field('Ends after', lifetime),
    h('div', { class: 'check' }, mayComment, h('label', { for: mayComment.id }, 'Guests can comment')));
  const problem = h('div', {});
  const links = h('div', {});
  const make = button('Create link', { kind: 'primary', on: (event) => act(event, create) });
  const shown = dialog({ title: 'Guest links', content: h('div', {}, holder, problem, links),
    actions: (close) => [button('Close', { on: () => close() }), make] });
  showLinks().catch((error) => fill(problem, errorMessage(error)));
  return shown;

  /** Does the work of a button once, and shows why it fails. */
  async function act({ currentTarget }, work) {
    if (currentTarget.disabled) return;
    currentTarget.disabled = true;
    fill(problem);
    try {
      await work();
    } catch (error) {
      fill(problem, errorMessage(error));
      currentTarget.disabled = false;
    }
  }

  async function showLinks() {
    const { guests } = (await get(path)).json;
    fill(links, guests.length === 0 ? null : h('section', { class: 'guest-links' }, h('h3', {}, 'Links in force'),
      h('ul', {}, guests.map(row))));
  }

  function row({ id, by, expiresAt, mayComment: comments }) {
    return h('li', {}, h('span', {}, h('strong', {}, `Link ${id}`), ` by ${by}${comments ? ', with comments' : ''}`,
      h('span', { class: 'soft' }, ', ends ', time(expiresAt))),
    button('Revoke', { 'aria-label': `Revoke link ${id}`, on: (event) => act(event, async () => {
      await remove(`${path}/${id}`);
      await showLinks();
      (links.querySelector('button') ?? document.querySelector('dialog footer button'))?.focus();
      say(`Link ${id} opens nothing now.`);
    }) }));
  }

  async function create() {
    const { json } = await post(path, { json: { expiresIn: Number(lifetime.value), mayComment: mayComment.checked } });
    const input = h('input', { type: 'url', readonly: true, value: json.url, on: { focus: () => input.select() } });
    const place = field(`Link ${json.id}`, input, { help: 'It is not shown again. Make another one when you need it.' });
    const copy = copyButton(json.url, { label: 'Copy link', what: 'The link', kind: 'primary' });
    place.insertBefore(h('div', { class: 'guest-link' }, input, copy), place.children[1]);
    fill(holder, place, h('p', { class: 'soft' }, 'It ends ', time(json.expiresAt), '.'));
    make.remove();
    copy.focus();
    await showLinks();
  }
}
