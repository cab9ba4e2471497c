import { h } from '../kit/dom.js';
import { changeSet, get, post } from '../kit/api.js';
import { href, navigate } from '../kit/router.js';
import { button, emptyState, field, say, table, time, needs } from '../kit/ui.js';
import { head, load } from '../pages/load.js';
import { askReason } from '../pages/message.js';
import { count } from '../pages/text.js';

export function title() { return 'Change sets'; }

/** The change sets of the server. */
export async function show(outlet) {
  const list = h('div', {});
  const addButton = (kind) => needs('edit', 'Creating a change set',
    button('New change set', { kind, icon: 'plus', on: create }), {});
  outlet.append(head('Change sets', {
    about: 'Changes of several screens and documents that are previewed, published and rolled back as one.',
    actions: [addButton('primary')] }), list);
  await load(list, 'Loading the change sets', () => get('/admin/changesets'), ({ json: { changeSets } }) =>
    (changeSets.length === 0
      ? emptyState('No change sets yet', 'Make one, switch to it and edit as usual. Apps get nothing of it until you '
        + 'publish all of it.', addButton('plain'))
      : table(`Change sets, ${count(changeSets.length, 'row')}`,
        ['Name', 'Message', 'State', 'What it changes', 'Created', 'Expires'], changeSets.map((set) => [
        h('a', { href: href(`/changesets/${set.name}`) }, set.name),
        h('span', { dir: 'auto' }, set.message ?? '—'),
        stateWords(set),
        set.changes.length > 5 ? count(set.changes.length, 'change') : set.changes.map((path) => h('div', {}, path)),
        [time(set.createdAt), h('div', { class: 'soft' }, `by ${set.by}`)],
        set.expiresAt ? time(set.expiresAt) : '—']))));
}

/** The state of a set, with its schedule. */
export function stateWords({ name, state, schedule, publishedAt, publishedBy }) {
  return [
    name && name === changeSet.name ? [h('span', { class: 'badge' }, 'You work in it'), ' '] : null,
    state === 'published'
      ? [h('span', { class: 'badge good' }, 'Published'), ' ', time(publishedAt), ` by ${publishedBy}`]
      : schedule?.error ? h('span', { class: 'badge bad' }, 'Not published as scheduled')
        : schedule ? [h('span', { class: 'badge warn' }, 'Scheduled'), ' ', time(schedule.at)]
          : h('span', { class: 'badge' }, 'Open')];
}

async function create() {
  const input = h('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', autofocus: true,
    placeholder: 'winter', required: true, maxlength: '100' });
  const made = await askReason({
    title: 'New change set', action: 'Create change set', help: 'What the set is for.',
    content: field('Name', input, { help: 'Part of its address: letters, digits, “.”, “_” and “-”.' }),
    apply: async (message) => {
      if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(input.value.trim())) {
        throw new Error('A name has no spaces: it is letters, digits, “.”, “_” and “-”, and begins with a letter or digit.');
      }
      return (await post('/admin/changesets',
        { json: { name: input.value.trim(), message: message.trim() || undefined } })).json;
    },
  });
  if (!made) return;
  navigate(href(`/changesets/${made.name}`));
  say(`The change set ${made.name} is created. Switch to it to change something.`);
}
