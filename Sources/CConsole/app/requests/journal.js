// Requests of the journal: filters, near misses, and links to the next place to look.
import { href } from '../kit/router.js';

/** The filters of the view: `route`, `user`, `variant`, `status` (503, 5xx or none), `mock` and `unmatched`. */
export const filterNames = ['route', 'user', 'variant', 'status', 'mock', 'unmatched'];

/**
 * The filters that the server applies. `matches` applies the rest.
 * @param {{ route?: string, user?: string, variant?: string, status?: string }} filters
 */
export function serverFilters({ route, user, variant, status }) {
  return { route, user, variant, status: /^\d{3}$/.test(status) ? status : '' };
}

/** Whether the server applies all filters, so that its pages need not be searched. */
export function isServerSide(filters) {
  return !filters.mock && !filters.unmatched && (!filters.status || /^\d{3}$/.test(filters.status));
}

/** Why a text is not a status filter, or an empty text. */
export function statusError(status) {
  return !status || /^(\d{3}|[1-5]xx|none)$/i.test(status) ? ''
    : 'Write a status such as 503, a class such as 5xx, or none.';
}

/** The variants that a request got, `[experiment, variant]`. */
export function assignments(request) {
  return (request.assignments ?? '').split(',').map((part) => part.trim()).filter(Boolean).map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
}

/** The route of a screen, or the method and the path of another request. */
export function nameOf({ method, path, route }) {
  if (route === '' || !path.startsWith('/screens/')) return `${method} ${path.split('?')[0]}`;
  return method === 'HEAD' ? `HEAD ${route}` : route;
}

/** Whether no screen answered: the route is unknown or deleted, or the version or variant is unknown. */
export function isUnmatched({ status, mock, endpoint }) {
  return (status === 404 || status === 410) && !mock && !endpoint;
}

function statusMatches(status, wanted) {
  if (/^none$/i.test(wanted)) return status === null;
  if (/xx$/i.test(wanted)) return Math.floor(status / 100) === Number(wanted[0]);
  return String(status) === wanted;
}

/** The filters that a request does not meet, as `{ name, found, wanted }`. */
export function differences(request, filters) {
  const found = [];
  const add = (name, value, wanted) => found.push({ name, found: value, wanted });
  if (filters.route && request.route !== filters.route) add('route', request.route, filters.route);
  if (filters.user && request.user !== filters.user) add('user', request.user ?? 'missing', filters.user);
  if (filters.variant && !assignments(request).some(([, variant]) => variant === filters.variant)) {
    add('variant', assignments(request).map(([, variant]) => variant).join(', ') || 'none', filters.variant);
  }
  if (filters.status && !statusMatches(request.status, filters.status)) add('status', request.status ?? 'none',
    filters.status);
  if (filters.mock && (request.mock !== null) !== (filters.mock === 'changed')) {
    add('mock', request.mock ?? 'not changed by the mock', filters.mock === 'changed' ? 'changed' : 'not changed');
  }
  if (filters.unmatched && !isUnmatched(request)) add('answer', `a screen (${request.status ?? 'no status'})`,
    'no screen');
  return found;
}

/** The requests that meet the most filters, nearest first, newest first among equals. */
export function nearest(requests, filters, limit = 3) {
  return requests.map((request) => ({ request, differs: differences(request, filters) }))
    .sort((one, other) => one.differs.length - other.differs.length || nearness(one) - nearness(other)
      || other.request.id - one.request.id)
    .slice(0, limit);
}

// A user u42 is nearer to u43 than to someone else.
function nearness({ differs }) {
  return differs.reduce((sum, { found, wanted }) => sum + distance(String(found), String(wanted)), 0);
}

/** The nearest known name by edit distance, as the server finds it; null if none is near. */
export function nearestName(name, known) {
  let best = null;
  for (const candidate of known) {
    if (candidate === name) continue;
    const between = distance(name, candidate);
    const longest = Math.max(name.length, candidate.length);
    if (between > Math.max(1, Math.floor(longest / 2)) || between >= longest) continue;
    const shared = [...name].findIndex((letter, index) => letter !== candidate[index]);
    const prefix = shared < 0 ? name.length : shared;
    if (!best || between < best.between || (between === best.between && prefix > best.prefix)) best = { candidate,
      between, prefix };
  }
  return best?.candidate ?? null;
}

function distance(one, other) {
  if (one.length > 200 || other.length > 200) return 200;
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  let beforeLast = last;
  for (let i = 0; i < one.length; i += 1) {
    const current = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      let cost = Math.min(last[j + 1] + 1, current[j] + 1, last[j] + (one[i] === other[j] ? 0 : 1));
      // Two swapped letters are one mistake.
      if (i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j]) cost = Math.min(cost, beforeLast[j - 1]
        + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length];
}

/** The release that the app named. The query wins, as it does for the server. */
export function releaseOf(request) { return request.attributes.release ?? request.headers['Client-Release'] ?? null; }

/** The address of the screen with the preview of what the user of a request saw; null if no screen answered. */
export function previewAddress(request) {
  if (isUnmatched(request) || request.route === '') return null;
  const got = assignments(request);
  return href(`/screens/${request.route}`, {
    user: request.user, release: releaseOf(request), version: request.version,
    variant: got.length === 1 ? got[0][1] : got.map((pair) => pair.join(':')).join(','),
  });
}

/** The address of the explanation why the user of a request got a variant. */
export function explanationAddress(request, experiment) {
  return href(`/experiments/${encodeURIComponent(experiment)}`, {
    user: request.user,
    attributes: Object.entries(request.attributes).filter(([name]) => name !== 'user' && !name.startsWith('__'))
      .map(([name, value]) => `${name}=${value}`).join('\n'),
  });
}

/** What the mock did to a request, in words. */
export function mockInWords(mock) {
  return mock.split(',').map((part) => part.trim()).map((part) => {
    if (part === 'request') return 'the request itself';
    if (part.startsWith('scenario=')) return `scenario ${part.slice(9)}`;
    return `rule ${part}`;
  }).join(', ');
}
