import { h, fill } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { href, setQuery } from '../kit/router.js';
import { button, emptyState, errorMessage, progress, say, table, time } from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { actions, actionInWords, subjectAddress } from '../pages/audit-words.js';
import { every } from '../pages/live.js';
import { head } from '../pages/load.js';
import { count, whole } from '../pages/text.js';

const pageSize = 50;
const batch = 200;
const batchesSearched = 25;

export function title() { return 'Audit'; }

export async function show(outlet, parameters, query) {
  let generation = 0;
  let newest = 0;
  const list = h('div', {});
  const foot = h('div', { class: 'list-foot' });
  const fresh = h('div', { class: 'fresh', hidden: true });
  const filters = filterBar([
    { name: 'by', label: 'Who', kind: 'search', hint: 'Name of a token' },
    { name: 'action', label: 'What', kind: 'choice', options: [['', 'Everything'], ...actions] },
    { name: 'subject', label: 'Screen or name', kind: 'search', hint: 'home' },
  ], query, () => { setQuery({ before: '' }); start(undefined); });
  outlet.append(head('Audit', { about: 'Every change of this server: who made it, when and why. Nobody can change ' +
    'or delete an entry.' }),
    filters.element, fresh, list, foot);
  await start(Number(query.get('before')) || undefined);
  const end = every(10, lookForNew);
  return () => { generation += 1; end(); };

  async function start(before, { focus = false } = {}) {
    generation += 1;
    const mine = generation;
    fresh.hidden = true;
    fill(foot);
    const timer = setTimeout(() => { if (mine === generation) fill(list, progress('Reading the audit')); }, 150);
    try {
      const page = await find(before, mine);
      if (mine === generation) draw(page, before, focus);
    } catch (error) {
      if (mine === generation) fill(list, errorMessage(error, () => start(before)));
    } finally { clearTimeout(timer); }
  }

  /** A page of the entries that match. The server knows no filters, so it is searched in batches, up to a bound. */
  async function find(before, mine) {
    const { by, action, subject } = filters.values();
    const isFiltered = Boolean(by || action || subject);
    const found = [];
    let cursor = before;
    for (let number = 0; number < batchesSearched && mine === generation; number += 1) {
      const { entries } = (await get('/admin/audit',
        { query: { limit: isFiltered ? batch : pageSize + 1, before: cursor } })).json;
      if (!before && number === 0) newest = entries[0]?.id ?? 0;
      for (const entry of entries) {
        cursor = entry.id;
        if (!matches(entry, by, action, subject)) continue;
        if (found.length === pageSize) return { found, hasMore: true, next: found.at(-1).id };
        found.push(entry);
      }
      if (entries.length < (isFiltered ? batch : pageSize + 1)) return { found, hasMore: false, next: undefined };
      if (mine === generation && isFiltered) fill(list, progress(`Searched ${whole((number + 1) * batch)} entries`));
    }
    return { found, hasMore: true, next: cursor };
  }

  function matches(entry, by, action, subject) {
    return (!by || entry.by.toLowerCase().includes(by.toLowerCase())) && (!action || entry.action === action)
      && (!subject || entry.subject.toLowerCase().includes(subject.toLowerCase()));
  }

  function draw({ found, hasMore, next }, before, focus) {
    const isFiltered = Object.values(filters.values()).some(Boolean);
    if (found.length === 0) {
      fill(list, isFiltered ? emptyState('No entry matches', hasMore
        ? 'None among the newest entries. Search on, or clear the filters.' : 'Change the filters, or clear them.')
        : before ? emptyState('No older entries', 'This is the beginning of the audit.')
          : emptyState('Nothing was changed yet',
            'Each publication, draft, token, release and rule of the mock is recorded here, with who did it and why.'));
    } else {
      fill(list, h('div', { class: 'light-heads' },
        table(`Audit, ${count(found.length, 'entry', 'entries')}`, ['When', 'Who', 'What', 'Why'],
        found.map((entry) => {
        const address = subjectAddress(entry);
        return [
          time(entry.at), h('button', { type: 'button', class: 'link-button',
            'aria-label': `Only entries of ${entry.by}`,
            on: { click: () => only(entry.by) } }, entry.by),
          [`${actionInWords(entry)} `, address ? h('a', { href: address }, entry.subject)
            : h('span', {}, entry.subject),
            entry.version ? ['publish', 'delete-screen'].includes(entry.action)
              ? [', ', h('a', { href: href(`/screens/${entry.subject}`, { version: entry.version }) },
              `version ${entry.version}`)] : `, version ${entry.version}` : null],
          entry.message ?? '–',
        ];
      }))));
    }
    fill(foot,
      before ? button('Newest', { on: () => go('') }) : null,
      hasMore ? button(found.length === 0 ? 'Search on' : 'Older', { on: () => go(next) }) : null);
    if (focus) {
      say(found.length === 0 ? 'No entries.' : `${count(found.length, 'entry', 'entries')}.`);
      (list.querySelector('.table-holder') ?? foot.querySelector('button'))?.focus();
      list.scrollIntoView({ block: 'nearest' });
    }
  }

  function only(by) {
    filters.set({ by });
    // The row that had the focus is removed.
    filters.element.querySelector('input').focus();
  }

  function go(before) {
    setQuery({ before });
    start(before || undefined, { focus: true });
  }

  async function lookForNew() {
    if (new URL(location.href).searchParams.get('before')) return;
    const { entries } = (await get('/admin/audit', { query: { limit: 1 } })).json;
    if (!entries[0] || entries[0].id <= newest || !fresh.hidden) return;
    fill(fresh, button('Show newer entries', { on: () => go('') }));
    fresh.hidden = false;
    say('There are newer entries.');
  }
}
