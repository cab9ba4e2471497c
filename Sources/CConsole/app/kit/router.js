// Every view has a URL that reproduces it. Links are plain links; this module handles them without loading the page.
import { changeSet } from './api.js';

/** The prefix of the path of each view: a view in a change set has its own address. */
export const base = changeSet.name ? `/console/c/${changeSet.name}` : '/console';
let routes = [];
let outlet;
let leave;
let current = { path: '', query: new URLSearchParams() };
let lastNavigation = 0;

/** Functions that say, as a text, why the view must not be left; an empty text lets it go. */
const guards = new Set();

/** Adds a guard; returns a function that removes it. */
export function guard(reason) {
  guards.add(reason);
  return () => guards.delete(reason);
}

function unsaved() {
  for (const reason of guards) {
    const text = reason();
    if (text) return text;
  }
  return '';
}

/** The address of a view: `href('/screens/home', { version: 7 })`. `root` is another `base`. */
export function href(path, query = {}, root = base) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  return root + path + (text ? `?${text}` : '');
}

/** Shows a view. Asks first if the current one has unsaved work. Resolves to whether the view is shown. */
export async function navigate(url, { replace = false } = {}) {
  const reason = unsaved();
  if (reason && !window.confirm(reason)) return false;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  await show();
  return true;
}

/** Changes the query of the current view's address without showing the view again. */
export function setQuery(changes) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  // Browsers take tens of milliseconds for this, also if nothing changes.
  if (url.href !== location.href) history.replaceState(null, '', url);
  current.query = url.searchParams;
  current.url = url;
}

/**
 * Starts routing.
 *
 * `table` lists `{ pattern, load }`: a pattern such as `/screens/{route...}` (the last placeholder may span segments),
 * and a function that loads a module with `title(parameters)` and `show(outlet, parameters, query)`, which may return
 * a function to call when the view is left.
 */
export function start(table, element, onShow) {
  routes = table.map(({ pattern, load }) => ({
    load,
    names: [...pattern.matchAll(/\{([a-z]+)(?:\.\.\.)?\}/g)].map((match) => match[1]),
    expression: new RegExp('^' + pattern.replace(/\{[a-z]+\.\.\.\}/g, '(.+)').replace(/\{[a-z]+\}/g, '([^/]+)') + '/?$'),
  }));
  outlet = element;
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(base + '/')) return;
    // The browser loads the page again for a change set.
    if (!changeSet.name && url.pathname.startsWith('/console/c/')) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    navigate(url);
  });
  window.addEventListener('popstate', () => {
    const url = new URL(location.href);
    if (url.pathname === current.path && url.searchParams.toString() === current.query.toString()) return;
    const reason = unsaved();
    if (reason && !window.confirm(reason)) {
      history.pushState(null, '', current.url);
      return;
    }
    show();
  });
  // A browser may keep a page after leaving it, with its streams. A browser opens at most six connections
  // to a host, and the next page would wait for one.
  window.addEventListener('pagehide', () => {
    leave?.();
    leave = undefined;
  });
  window.addEventListener('pageshow', (event) => { if (event.persisted) show(); });
  window.addEventListener('beforeunload', (event) => { if (unsaved()) event.preventDefault(); });
  onShown = onShow;
  return show();
}

/** @type {(path: string, view: any) => void} */
let onShown = () => {};

/** Shows the current view again, from new data. */
export function reload() { return show(); }

async function show() {
  const url = new URL(location.href);
  current = { path: url.pathname, query: url.searchParams, url };
  lastNavigation += 1;
  const mine = lastNavigation;
  leave?.();
  leave = undefined;
  const path = url.pathname.slice(base.length) || '/';
  for (const { expression, names, load } of routes) {
    const match = expression.exec(path);
    if (!match) continue;
    let parameters;
    try {
      parameters = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1])]));
    } catch { continue; }
    const view = await load();
    if (mine !== lastNavigation) return;
    document.title = [view.title(parameters), changeSet.name, 'Marquee'].filter(Boolean).join(' · ');
    // A view that is still loading when the user has left it draws into its own element, outside of the page.
    const holder = document.createElement('div');
    holder.className = 'view';
    for (const open of document.querySelectorAll('dialog[open]:not(.sign-in)')) open.close();
    outlet.replaceChildren(holder);
    outlet.setAttribute('aria-busy', 'true');
    try {
      const result = await view.show(holder, parameters, url.searchParams);
      if (mine === lastNavigation) leave = result; else result?.();
    } finally {
      if (mine === lastNavigation) outlet.removeAttribute('aria-busy');
    }
    if (mine === lastNavigation) onShown(path, view);
    return;
  }
  navigate(href('/screens'), { replace: true });
}
