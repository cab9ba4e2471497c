import { h, fill } from '../kit/dom.js';
import { can, changeSet, get, nameRule } from '../kit/api.js';
import { href, navigate, setQuery } from '../kit/router.js';
import {
  button, dialog, emptyState, errorMessage, field, progress, say, setError, table, time, switchControl,
} from '../kit/ui.js';
import { setDisabled } from '../editor/controls.js';
import { count } from '../pages/text.js';
import { screenBoard, draftState } from '../screens/board.js';
import { releaseImpact } from '../screens/release-impact.js';

export const title = () => 'Screens';

/** The most pages of the audit that are read to find when each screen changed last, 500 entries each. */
const maximumPages = 4;
/** Whether the board was chosen last. */
const boardMark = 'marquee-board';
const reserved = ['explain', 'events', 'order', 'versions', 'diff', 'rollback', 'draft', 'publish', 'items', 'arm', 'history'];

/** The screens with a search: a table, sorted by what changed last, or a board of previews. */
export async function show(outlet, parameters, query) {
  const search = h('input', { type: 'search', value: query.get('q') ?? '', autocomplete: 'off', spellcheck: 'false' });
  const results = h('div', { class: 'screen-list' }, progress('Loading the screens'));
  let isBoard = query.get('board') === '1' || localStorage.getItem(boardMark) === 'yes';
  const toggle = switchControl('Board', { key: 'board', isOn: isBoard, scope: 'read', action: 'The board', description: '',
    on: () => setBoard(!isBoard) });
  const newButton = () => setDisabled(button('New screen', { icon: 'plus', on: newScreen }),
    can('edit') ? '' : 'Making a screen needs a token with the scope edit.');
  const summary = h('p', { class: 'soft', 'aria-live': 'polite' });
  fill(outlet,
    h('div', { class: 'page-head' }, h('h1', {}, 'Screens'), h('span', { class: 'spacer' }), toggle, newButton()),
    h('div', { class: 'list-search' },
      field('Search', search, { help: 'By route, name, experiment or wire format.' })), summary, results);
  let screens;
  let impact;
  let board;
  let isOver = false;
  setQuery({ board: isBoard ? '1' : '' });

  async function load() {
    try {
      const [list, changes, drafted, known, tested] = await Promise.all([get('/screens'), lastChanges(),
        get('/admin/drafts'), get('/admin/releases'), get('/admin/experiments')]);
      if (isOver) return;
      const drafts = new Map(drafted.json.drafts.map((draft) => [draft.route, draft]));
      impact?.stop();
      impact = releaseImpact(known.json.releases.filter(({ supported }) => supported));
      board?.stop();
      board = undefined;
      const served = new Set(list.json.screens.map(({ route }) => route));
      // A screen that was never published has only a draft.
      const unpublished = [...drafts.keys()].filter((route) => !served.has(route))
        .map((route) => ({ route, screenName: '', isNew: true }));
      screens = [...list.json.screens, ...unpublished].map((screen) =>
        ({ ...screen, ...changes.get(screen.route), draft: drafts.get(screen.route),
          tests: tested.json.experiments.filter(({ route }) => route === screen.route) }));
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
        + 'Put a JSON file into the screens folder, or begin one here.', newButton()));
      return;
    }
    if (found.length === 0) {
      fill(results, emptyState('No screen matches', `No route, name or experiment has “${search.value.trim()}”.`,
        button('Show all screens', { on: () => { search.value = ''; changed(); search.focus(); } })));
      return;
    }
    if (isBoard) {
      board ??= screenBoard(screens, impact);
      if (board.element.parentElement !== results) fill(results, board.element);
      board.show(new Set(found.map(({ route }) => route)));
    } else fill(results, table('Screens', ['Route', 'Name', changeSet.name ? 'In the change set' : 'Live', 'Changed',
      'Experiments', 'Supported releases'],
      found.map(row)));
    impact.watch(results);
  }

  function setBoard(isOn) {
    isBoard = isOn;
    toggle.querySelector('button').setAttribute('aria-checked', String(isOn));
    if (isOn) localStorage.setItem(boardMark, 'yes'); else localStorage.removeItem(boardMark);
    setQuery({ board: isOn ? '1' : '' });
    board?.stop();
    board = undefined;
    render();
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
      impact.element(screen),
    ];
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
    impact?.stop();
    board?.stop();
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
