import { h, fill } from '../kit/dom.js';
import { can, changeSet, get, nameRule, patch, routePath } from '../kit/api.js';
import { href, navigate, setQuery } from '../kit/router.js';
import { button, dialog, emptyState, errorMessage, field, progress, say, setError, table, time } from '../kit/ui.js';
import { setDisabled, count } from '../editor/controls.js';

export const title = () => 'Screens';

/** The most pages of the audit that are read to find when each screen changed last, 500 entries each. */
const maximumPages = 4;
const reserved = ['explain', 'events', 'order', 'versions', 'diff', 'rollback', 'draft', 'publish', 'items', 'arm', 'history'];

/** The list of screens, with search, sorted by what changed last. */
export async function show(outlet, parameters, query) {
  const search = h('input', { type: 'search', value: query.get('q') ?? '', autocomplete: 'off', spellcheck: 'false' });
  const results = h('div', { class: 'screen-list' }, progress('Loading the screens'));
  const summary = h('p', { class: 'soft', 'aria-live': 'polite' });
  fill(outlet,
    h('div', { class: 'page-head' }, h('h1', {}, 'Screens'), h('span', { class: 'spacer' }),
      setDisabled(button('New screen', { icon: 'plus', on: newScreen }),
        can('edit') ? '' : 'Making a screen needs a token with the scope edit.')),
    h('div', { class: 'list-search' },
      field('Search', search, { help: 'By route, name, experiment or wire format.' })), summary, results);
  let screens;
  let releases;
  const impacts = new Map();
  let isOver = false;
  let observer;

  async function load() {
    try {
      const [list, changes, drafted, known] = await Promise.all([get('/screens'), lastChanges(), get('/admin/drafts'),
        get('/admin/releases')]);
      const drafts = new Map(drafted.json.drafts.map((draft) => [draft.route, draft]));
      releases = known.json.releases.filter(({ supported }) => supported);
      const served = new Set(list.json.screens.map(({ route }) => route));
      // A screen that was never published has only a draft.
      const unpublished = [...drafts.keys()].filter((route) => !served.has(route))
        .map((route) => ({ route, screenName: '', isNew: true }));
      screens = [...list.json.screens, ...unpublished].map((screen) =>
        ({ ...screen, ...changes.get(screen.route), draft: drafts.get(screen.route) }));
      screens.sort((a, b) => (b.changedAt ?? '').localeCompare(a.changedAt ?? '') || a.route.localeCompare(b.route));
    } catch (error) {
      fill(results, errorMessage(error, load));
      return;
    }
    if (!isOver) render();
  }

  function render() {
    if (!screens) return;
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = screens.filter((screen) => {
      const text = [screen.route, screen.screenName, screen.format,
        ...(screen.experiments ?? [])].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
    summary.textContent = words.length > 0
      ? `${found.length} of ${count(screens.length, 'screen')}` : count(screens.length, 'screen');
    if (screens.length === 0) {
      fill(results, emptyState('No screens yet',
        'A screen is what an app asks for by its route: a list of items. '
        + 'Put a JSON file into the screens folder, or begin one here.'));
      return;
    }
    if (found.length === 0) {
      fill(results, emptyState('No screen matches', `No route, name or experiment has “${search.value.trim()}”.`,
        button('Show all screens', { on: () => { search.value = ''; changed(); search.focus(); } })));
      return;
    }
    fill(results, table('Screens', ['Route', 'Name', changeSet.name ? 'In the change set' : 'Live', 'Changed',
      'Experiments', 'Supported releases'],
      found.map(row)));
    watchImpact();
  }

  function row(screen) {
    return [
      h('a', { href: href(`/screens/${screen.route}`) }, screen.route),
      screen.screenName || '—',
      screen.isNew ? h('span', { class: 'badge' }, 'Never published')
        : h('a', { href: href(`/screens/${screen.route}/history`),
          'aria-label': `Version ${screen.version} of ${screen.route}, history` }, `Version ${screen.version}`),
      [screen.changedAt ? [time(screen.changedAt), h('span', { class: 'soft' }, ` by ${screen.by}`)]
        : h('span', { class: 'soft' }, 'Longer ago'),
        screen.draft ? [' ', draftState(screen.draft)] : null,
        changeSet.changes.includes(`screens/${screen.route}`)
          ? [' ', h('span', { class: 'badge good' }, 'In the change set')] : null],
      screen.experiments?.length > 0
        ? screen.experiments.map((key, index) =>
          [index > 0 ? ', ' : '', h('a', { href: href(`/experiments/${encodeURIComponent(key)}`) }, key)]) : '—',
      h('span', { class: 'impact', dataset: { route: screen.route } }, impactText(screen)),
    ];
  }

  function draftState({ by, schedule }) {
    if (!schedule) return h('span', { class: 'badge warn', title: `Saved by ${by}` }, 'Draft');
    const at = new Date(schedule.at);
    const exact = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (schedule.error) return h('span', { class: 'badge bad', title: `${exact}: ${schedule.error}` },
      'Not published as scheduled');
    return h('span', { class: 'schedule' },
      h('span', { class: 'badge warn', title: `By ${schedule.by}` }, 'Scheduled'), ' ',
      h('time', { datetime: schedule.at, title: exact },
        at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })));
  }

  // The API reports what releases lose only in a dry run of one screen. Request it only for visible
  // rows, and only if there is a release.
  function impactText(screen) {
    if (screen.isNew) return '—';
    if (releases.length === 0) return h('span', { class: 'soft' }, 'None registered');
    if (!can('edit')) return h('span', { class: 'soft', title: 'The check needs a token with the scope edit.' },
      'Not checked');
    const impact = impacts.get(screen.route);
    if (!impact) return h('span', { class: 'soft' }, '…');
    const losing = releases.filter(({ release }) =>
      impact.some((entry) => entry.release === release && entry.effect === 'dropped'));
    const replaced = releases.filter(({ release }) => impact.some((entry) => entry.release === release)
      && !losing.some((one) => one.release === release));
    if (losing.length === 0 && replaced.length === 0) return h('span', { class: 'badge good' }, 'All show everything');
    return [...losing.map(({ release }) => lost(screen.route, release, impact, 'dropped')),
      ...replaced.map(({ release }) => lost(screen.route, release, impact, 'fallback'))];
  }

  function lost(route, release, impact, effect) {
    const items = [...new Set(
      impact.filter((entry) => entry.release === release && entry.effect === effect).map(({ item }) => item))];
    const words = effect === 'dropped'
      ? `${release} loses ${count(items.length, 'item')}` : `${release} gets ${count(items.length, 'fallback')}`;
    return h('a', { class: `badge ${effect === 'dropped' ? 'bad' : 'warn'}`,
      href: href(`/screens/${route}`, { release, pane: 'preview' }), title: items.slice(0, 12).join(', ') }, words);
  }

  function watchImpact() {
    observer?.disconnect();
    if (releases.length === 0 || !can('edit')) return;
    const queue = [];
    let running = 0;
    const next = async () => {
      if (isOver || running >= 3 || queue.length === 0) return;
      const route = queue.shift();
      running += 1;
      try {
        const { json } = await patch(routePath('/admin/screens/', route),
          { query: { dryRun: 'true' }, json: {}, type: 'application/merge-patch+json' });
        impacts.set(route, json.impact ?? []);
        const cell = results.querySelector(`[data-route="${CSS.escape(route)}"]`);
        if (cell) fill(cell, impactText({ route }));
      } catch (error) {
        const cell = results.querySelector(`[data-route="${CSS.escape(route)}"]`);
        if (cell) fill(cell, h('span', { class: 'badge bad', title: error.message }, 'Not checked'));
      }
      running -= 1;
      next();
    };
    observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const { route } = target.dataset;
        if (!isIntersecting || impacts.has(route)) continue;
        observer.unobserve(target);
        queue.push(route);
        next();
      }
    });
    for (const cell of results.querySelectorAll('.impact')) observer.observe(cell);
  }

  function changed() {
    setQuery({ q: search.value.trim() });
    render();
  }
  search.addEventListener('input', changed);
  const refresh = () => { if (!document.hidden) load(); };
  document.addEventListener('visibilitychange', refresh);
  await load();
  return () => {
    isOver = true;
    observer?.disconnect();
    document.removeEventListener('visibilitychange', refresh);
  };
}

const changing = new Set(['publish', 'save-draft', 'delete-draft', 'schedule', 'cancel-schedule', 'delete-screen']);

/** When each screen changed last, from the audit: `Map(route -> { changedAt, by })`. */
async function lastChanges() {
  const found = new Map();
  let before;
  for (let page = 0; page < maximumPages; page += 1) {
    const { json } = await get('/admin/audit', { query: { limit: 500, before } });
    for (const { action, subject, at, by } of json.entries) {
      if (changing.has(action) && !found.has(subject)) found.set(subject, { changedAt: at, by });
    }
    if (json.entries.length < 500) break;
    before = json.entries.at(-1).id;
  }
  return found;
}

async function newScreen() {
  const input = h('input',
    { spellcheck: 'false', autocomplete: 'off', autocapitalize: 'none', placeholder: 'menu/noodles' });
  const box = field('Route', input,
    { help: 'What apps ask for, such as home or menu/noodles. Nothing is published until you say so.' });
  const route = await dialog({
    title: 'New screen',
    content: (close) => h('form', { id: 'new-screen', on: { submit: (event) => {
      event.preventDefault();
      const value = input.value.trim();
      const parts = value.split('/');
      const problem = !value ? 'Enter a route.'
        : !parts.every((part) => nameRule.test(part))
          ? 'Each part begins with a letter or digit, and has letters, digits, “.”, “_” and “-”.'
          : reserved.includes(parts.at(-1)) || parts.at(-2) === 'items'
            ? `A route cannot end with “${parts.at(-1)}”.` : '';
      setError(box, problem);
      if (problem) { input.focus(); say(problem); } else close(value);
    } } }, box),
    actions: (close) => [button('Cancel', { on: () => close() }),
      button('Begin', { kind: 'primary', type: 'submit', form: 'new-screen' })],
  });
  if (route) navigate(href(`/screens/${route}`));
}
