import { h, fill } from '../kit/dom.js';
import { address, get, remove } from '../kit/api.js';
import { roving } from '../kit/roving.js';
import { setQuery } from '../kit/router.js';
import { button, confirm, emptyState, errorMessage, progress, say, setError, table, time, needs } from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { differences, filterNames, isServerSide, nearest, serverFilters, statusError } from '../requests/journal.js';
import { listen } from '../pages/live.js';
import { head } from '../pages/load.js';
import { requestDetail, columns, requestRow } from '../requests/request-detail.js';
import { count, listed, whole } from '../pages/text.js';

// Bounds that keep the page fast however many requests come: those kept here, those drawn, and those added by a button.
const kept = 2000;
const step = 100;
const pageSize = 500;
const pagesSearched = 20;

export function title() { return 'Requests'; }

export async function show(outlet, parameters, query) {
  let requests = [];
  let waiting = [];
  let drawn = step;
  let isPaused = false;
  let isMore = false;
  let skipped = 0;
  let routes = [];
  let endListening = () => {};
  let generation = 0;
  let frame = 0;
  // The id of the oldest request that was read. The next page continues from it.
  let cursor;
  let isLeft = false;
  let selected = Number(query.get('request')) || null;

  const filters = filterBar([
    { name: 'route', label: 'Route', kind: 'search', hint: 'home' },
    { name: 'user', label: 'User', kind: 'search' },
    { name: 'variant', label: 'Variant', kind: 'search' },
    { name: 'status', label: 'Status', kind: 'search', hint: '200, 5xx, none' },
    { name: 'mock', label: 'Mock', kind: 'choice',
      options: [['', 'All'], ['changed', 'Changed by the mock'], ['plain', 'Not changed']] },
    { name: 'unmatched', label: 'Only without a screen', kind: 'check' },
  ], query, restart);
  const statusField = [...filters.element.querySelectorAll('.field')][3];
  const state = h('span', { class: 'live-state' });
  const pause = button('Pause', { on: () => setPaused(!isPaused) });
  const har = h('a', { class: 'button', download: 'requests.har' }, 'Download HAR');
  const clear = needs('edit', 'Clearing the requests', button('Clear', { kind: 'danger', on: askToClear }));
  const notice = h('p', { class: 'soft live-notice', hidden: true });
  const holder = table('Requests, newest first', columns, []);
  const body = holder.querySelector('tbody');
  const stops = roving(body, { row: 'tr', main: '.link-button' });
  const list = h('div', { class: 'request-list' }, progress('Loading the requests'));
  const more = button(`Show ${step} more`, { on: showMore });
  const foot = h('div', { class: 'list-foot' });
  const detail = h('section', { class: 'panel request-detail', 'aria-label': 'Request', hidden: true });
  outlet.append(
    head('Requests', { about: 'What apps asked for, as it happens. The server keeps the last requests without secrets.',
      badge: state, actions: [pause, har, clear] }),
    filters.element, notice, h('div', { class: 'request-columns' }, h('div', { class: 'request-main' }, list, foot),
      detail));

  get('/screens').then(({ json }) => {
    routes = json.screens.map(({ route }) => route);
    if (requests.some((request) => request.status === 404 || request.status === 410)) draw();
  }, () => {});
  await restart();
  return () => { isLeft = true; endListening(); cancelAnimationFrame(frame); };

  function current() { return filters.values(); }

  async function restart() {
    generation += 1;
    const mine = generation;
    endListening();
    const error = statusError(current().status);
    setError(statusField, error);
    if (error) { fill(list); fill(foot); return; }
    requests = [];
    waiting = [];
    drawn = step;
    cursor = undefined;
    har.href = address('/admin/requests/har', { ...serverFilters(current()), limit: 500 });
    let markOpen;
    const opened = new Promise((resolve) => { markOpen = resolve; });
    endListening = listen(address('/admin/requests/events', serverFilters(current())), {
      request: (request) => { if (mine === generation) take(request); },
      skipped: (data) => { skipped += data.skipped; tellSkipped(); },
    }, (connection) => {
      showState(connection);
      if (connection === 'open') markOpen();
    });
    try {
      await loadOlder(mine);
    } catch (problem) {
      if (mine !== generation || isLeft) return;
      endListening();
      fill(list, problem.type === 'no-journal'
        ? emptyState('This server keeps no requests',
          'It was started with --journal 0. Start it with --journal 1000, or without the option, to see what apps ' +
          'ask for.')
        : errorMessage(problem, restart));
      return;
    }
    if (mine !== generation || isLeft) return;
    draw();
    if (selected !== null && detail.hidden) open(selected, { focus: false });
    // The list may be older than the stream. Requests that came between the two are in neither.
    opened.then(() => loadBetween(mine)).catch(() => { /* The rest is still true. */ });
  }

  /** Loads the requests that came after the list and before the stream. */
  async function loadBetween(mine) {
    const since = requests[0]?.id ?? 0;
    const { json } = await get('/admin/requests', { query: { ...serverFilters(current()), since, limit: pageSize } });
    if (mine !== generation || isLeft) return;
    for (const request of json.requests.toReversed()) take(request);
  }

  /** Loads older requests until a screenful matches, or the journal ends. */
  async function loadOlder(mine, wanted = step) {
    let found = 0;
    isMore = false;
    for (let page = 0; page < pagesSearched; page += 1) {
      const limit = isServerSide(current()) ? Math.max(wanted, step) : pageSize;
      const { json } = await get('/admin/requests', { query: { ...serverFilters(current()), limit, before: cursor } });
      if (mine !== generation) return;
      skipped = json.skipped ?? 0;
      tellSkipped();
      isMore = json.requests.length === limit;
      cursor = json.requests.at(-1)?.id ?? cursor;
      const known = new Set(requests.map(({ id }) => id));
      const fitting = json.requests.filter((request) => !known.has(request.id)
        && differences(request, current()).length === 0);
      requests = [...requests, ...fitting].sort((one, other) => other.id - one.id);
      found += fitting.length;
      if (!isMore || found >= wanted) return;
    }
  }

  function take(request) {
    if (differences(request, current()).length > 0) return;
    waiting.unshift(request);
    if (waiting.length > kept) waiting.length = kept;
    if (isPaused) { showState('open'); return; }
    if (frame === 0) frame = requestAnimationFrame(flush);
  }

  function flush() {
    frame = 0;
    if (isPaused || waiting.length === 0) return;
    const known = new Set(requests.slice(0, kept).map(({ id }) => id));
    const fresh = [...new Map(waiting.map((request) => [request.id, request])).values()]
      .filter(({ id }) => !known.has(id)).sort((one, other) => other.id - one.id);
    waiting = [];
    if (fresh.length === 0) return;
    const areNewest = requests.length > 0 && fresh.at(-1).id > requests[0].id;
    requests = [...fresh, ...requests];
    if (!areNewest) requests.sort((one, other) => other.id - one.id);
    if (requests.length > kept) { requests.length = kept; isMore = true; cursor = requests.at(-1).id; }
    if (!areNewest || !holder.isConnected) { draw(); return; }
    body.prepend(...fresh.slice(0, drawn).map(row));
    // Keep the focused row, at any position.
    while (body.rows.length > drawn
      && !body.lastElementChild.contains(document.activeElement)) body.lastElementChild.remove();
    stops.refresh();
    drawFoot();
  }

  function draw() {
    if (requests.length === 0) { showNothing(); return; }
    const focused = document.activeElement?.closest?.('tr')?.dataset.request;
    body.replaceChildren(...requests.slice(0, drawn).map(row));
    if (!holder.isConnected) fill(list, holder);
    if (focused) body.querySelector(`[data-request="${focused}"] button`)?.focus();
    stops.refresh();
    drawFoot();
  }

  function drawFoot() {
    const rest = requests.length - drawn;
    const shown = Math.min(drawn, requests.length);
    if (requests.length === 0) { fill(foot); return; }
    const text = h('span', { class: 'soft' }, rest > 0 || isMore
      ? `The newest ${whole(shown)} that match.` : `${count(shown, 'request')}, all that match.`);
    if (rest > 0 || isMore) fill(foot, text, more); else fill(foot, text);
  }

  function row(request) {
    return requestRow(request, routes, { isSelected: request.id === selected, open: () => open(request.id) });
  }

  async function showNothing() {
    fill(foot);
    const wanted = filterNames.filter((name) => current()[name]);
    if (wanted.length === 0) {
      fill(list, emptyState('No requests yet',
        'Each request of an app for a screen appears here at once, with its user, variant and response. Try one:',
        h('p', {}, h('code', {}, `curl '${location.origin}${address('/screens/home')}?user=42'`))));
      return;
    }
    const mine = generation;
    let others = [];
    try { others = (await get('/admin/requests', { query: { limit: 500 } })).json.requests;
      } catch { /* The rest is still true. */ }
    if (mine !== generation || requests.length > 0) return;
    const near = nearest(others, current());
    fill(list, emptyState('No request matches',
      others.length === 0 ? 'There are no requests at all yet.' : 'These come nearest:',
      near.length === 0 ? null : h('ul', { class: 'near' }, near.map(({ request, differs }) => h('li', {},
        h('button', { type: 'button', class: 'link-button', on: { click: () => { showDetail(request); } } },
          `Request ${request.id}: ${request.route}`),
        ` ${listed(differs.map(({ name, found, wanted: value }) => `${name} is ${found}, not ${value}`))}, `,
        time(request.at))))));
  }

  async function showMore() {
    drawn += step;
    if (requests.length < drawn && isMore) {
      more.disabled = true;
      try { await loadOlder(generation, drawn - requests.length); } finally { more.disabled = false; }
    }
    const before = body.rows.length;
    draw();
    body.rows[before]?.querySelector('button')?.focus();
  }

  function open(id, { focus = true } = {}) {
    const request = requests.find((one) => one.id === id);
    if (request) showDetail(request, { focus }); else find(id);
  }

  async function find(id) {
    try {
      const { json } = await get('/admin/requests', { query: { before: id + 1, limit: 1 } });
      if (json.requests[0]?.id === id) { showDetail(json.requests[0], { focus: false }); return; }
    } catch { /* Said below. */ }
    selected = null;
    setQuery({ request: '' });
    say(`Request ${id} is not kept any more.`);
  }

  function showDetail(request, { focus = true } = {}) {
    selected = request.id;
    setQuery({ request: selected });
    mark();
    fill(detail, requestDetail(request, routes, { close: () => closeDetail(), filter: (change) =>
      filters.set(change) }));
    detail.hidden = false;
    if (focus) detail.querySelector('h2').focus();
  }

  function closeDetail() {
    const was = selected;
    selected = null;
    setQuery({ request: '' });
    mark();
    detail.hidden = true;
    (body.querySelector(`[data-request="${was}"] button`) ?? pause).focus();
  }

  function mark() {
    for (const line of body.rows) line.classList.toggle('is-selected', Number(line.dataset.request) === selected);
  }

  function showState(connection) {
    if (connection) state.dataset.connection = connection;
    const isOpen = state.dataset.connection === 'open';
    state.className = `badge live-state ${isPaused ? 'warn' : isOpen ? 'good' : ''}`;
    state.textContent = isPaused ? (waiting.length > 0 ? `Paused · ${whole(waiting.length)} new` : 'Paused')
      : isOpen ? 'Live' : state.dataset.connection === 'closed' ? 'Not live: load the page again' : 'Connecting';
  }

  function setPaused(value) {
    isPaused = value;
    pause.querySelector('span').textContent = isPaused ? 'Resume' : 'Pause';
    showState();
    if (isPaused) { say('Paused. New requests wait.'); return; }
    say(waiting.length > 0 ? `${count(waiting.length, 'new request')} added.` : 'Live again.');
    flush();
  }

  function tellSkipped() {
    notice.hidden = skipped === 0;
    notice.textContent = `${count(skipped, 'request')} came too fast to be kept.`;
  }

  async function askToClear() {
    const sure = await confirm({ title: 'Clear the requests', action: 'Clear', kind: 'danger',
      text: 'The server forgets all requests, for everybody. The screens and the exposures stay.' });
    if (!sure) return;
    await remove('/admin/requests');
    if (selected !== null) closeDetail();
    await restart();
    say('The requests are cleared.');
  }
}
