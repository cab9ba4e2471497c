// A link to a change set for people without a token.
import { h, fill } from '../kit/dom.js';
import { post } from '../kit/api.js';
import { button, dialog, errorMessage, field, time } from '../kit/ui.js';
import { copyButton } from '../pages/code.js';

const times = [[3600, '1 hour'], [86_400, '1 day'], [7 * 86_400, '1 week'], [30 * 86_400, '30 days']];

/** Asks how long a link to the change set lasts, makes it and shows it. */
export function guestLinkDialog(name) {
  const lifetime = h('select', { value: String(7 * 86_400) }, times.map(([seconds, words]) =>
    h('option', { value: String(seconds) }, words)));
  lifetime.value = String(7 * 86_400);
  const mayComment = h('input', { type: 'checkbox', id: 'guest-may-comment', checked: true });
  const holder = h('div', {}, h('p', {}, 'Whoever has the link sees what this set changes, before and after, and nothing '
    + 'else. It ends when the set is published or deleted.'), field('Ends after', lifetime),
    h('div', { class: 'check' }, mayComment, h('label', { for: mayComment.id }, 'Guests can comment')));
  const problem = h('div', {});
  const make = button('Create link', { kind: 'primary', on: create });
  return dialog({ title: 'Guest link', content: h('div', {}, holder, problem),
    actions: (close) => [button('Close', { on: () => close() }), make] });

  async function create() {
    if (make.disabled) return;
    make.disabled = true;
    fill(problem);
    try {
      const { json } = await post(`/admin/changesets/${encodeURIComponent(name)}/guests`,
        { json: { expiresIn: Number(lifetime.value), mayComment: mayComment.checked } });
      const input = h('input', { type: 'url', readonly: true, value: json.url, on: { focus: () => input.select() } });
      const place = field('Link', input, { help: 'It is not shown again. Make another one when you need it.' });
      const copy = copyButton(json.url, { label: 'Copy link', what: 'The link', kind: 'primary' });
      place.insertBefore(h('div', { class: 'guest-link' }, input, copy), place.children[1]);
      fill(holder, place, h('p', { class: 'soft' }, 'It ends ', time(json.expiresAt), '.'));
      make.remove();
      copy.focus();
    } catch (error) {
      fill(problem, errorMessage(error));
      make.disabled = false;
    }
  }
}
