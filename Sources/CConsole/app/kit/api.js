// Requests to the server that the console comes from. The session cookie goes with each; `Marquee-Console` tells the
// server that a page of its own sends a write.

/**
 * The operation of a method and a path, as /openapi.json declares it.
 * @template {string} M
 * @template {string} P
 * @typedef {import('./openapi').Operation<M, P>} Operation
 */
/**
 * The options of a request; see `request`.
 * @template {{ query: object, body: any }} O
 * @typedef {{
 *   query?: O['query'], json?: O['body'], body?: string | Blob, type?: string, headers?: Record<string, string>,
 *   signal?: AbortSignal, set?: string, isRead?: boolean,
 * }} Options
 */
/**
 * A response of the status 2xx; see `request`.
 * @template {{ response: any }} O
 * @typedef {{ status: number, headers: Headers, text: string, json: O['response'] }} Response
 */
/**
 * A path of the API; any other text is an error of types.
 * @template {string} P
 * @typedef {import('./openapi').Address<P>} Address
 */
/**
 * Sends a request of one method.
 * @template {string} M
 * @typedef {<P extends string>(path: Address<P>, options?: Options<Operation<M, P>>) =>
 *   Promise<Response<Operation<M, P>>>} Sender
 */

/**
 * The current session: `name`, `scope` and `expiresAt` of its token, or null before signing in.
 * @type {{ current: import('./openapi').ConsoleSession | null }}
 */
export const session = { current: null };

const setName = /^\/console\/c\/([^/]+)/.exec(location.pathname)?.[1] ?? '';

/**
 * The change set in the address of the page: `name`, and `path`, the prefix of its API; empty outside of one. The bar
 * keeps the rest current.
 */
export const changeSet = {
  name: setName, path: setName && `/c/${setName}`, isPublished: false,
  /** @type {import('./openapi').ChangeSetSummary['changes']} */ changes: [],
};

/** The word for the current version: in a change set, it is not live. */
export const live = setName ? 'in the change set' : 'live';

/** What a change set does not have of its own. */
const serverPaths = /^\/admin\/(sessions?|changesets|tokens|webhooks|audit|rollouts|experiments\/[^/]+\/(results|exposures))\b/;

/**
 * Whether the session's token has a scope: `read` < `edit` < `publish` < `administer`. `set` is where it is
 * needed; `{}` is the server.
 */
export function can(scope, set = changeSet) {
  const order = ['read', 'edit', 'publish', 'administer'];
  if (set.isPublished && (scope === 'edit' || scope === 'publish')) return false;
  // A write in a change set is not a publication.
  const needed = set.name && scope === 'publish' ? 'edit' : scope;
  return order.indexOf(session.current?.scope) >= order.indexOf(needed);
}

/** The rule for names of sections, tokens, experiments, variants and platforms, and for the segments of a route. */
export const nameRule = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A response of status 400 and above: the members of its problem document (RFC 9457). */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<import('./openapi').Problem> & Record<string, any>} document
   * @param {Headers} headers
   */
  constructor(status, document, headers) {
    super(document.detail || document.title || `The server answered ${status}.`);
    this.name = 'Problem';
    this.status = status;
    this.headers = headers;
    this.type = String(document.type ?? '').split('/').pop();
    this.title = document.title ?? '';
    this.detail = document.detail ?? '';
    /** `{code, pointer, line, column, message, hint}` of each error of a document. */
    this.errors = Array.isArray(document.errors) ? document.errors : [];
    this.document = document;
  }
}

/** The server did not answer. */
export class Unreachable extends Error {
  constructor(cause) {
    super('The server does not answer. Check that it runs, then try again.', { cause });
    this.name = 'Unreachable';
  }
}

/**
 * A path with its query: members that are undefined, null or empty are left out. `set` is the path of a change set, by
 * default that of the page; an empty one is the server.
 */
export function address(path, query = {}, set = changeSet.path) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.append(name, value);
  }
  const text = parameters.toString();
  const whole = (serverPaths.test(path) ? '' : set) + path;
  return text ? `${whole}?${text}` : whole;
}

/**
 * Sends a request. `set` is that of `address`.
 *
 * `json` is a value that is sent as JSON; `body` is text that is sent as it is, with `type` as its media type. `isRead`
 * says that the request changes nothing, although its method could.
 * Resolves to `{status, headers, text, json}`; `json` is the parsed body, or undefined.
 * Throws `Problem` for 400 and above and `Unreachable` without a response. 401 ends the session: the console asks for
 * a token again, and the view behind it keeps what was typed.
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {Address<P>} path
 * @param {Options<Operation<M, P>>} [options]
 * @returns {Promise<Response<Operation<M, P>>>}
 */
export async function request(method, path, options = {}) {
  const { query, json, body, type, headers = {}, signal, set, isRead } = options;
  const fields = new Headers(headers);
  let content = body;
  if (json !== undefined) content = JSON.stringify(json);
  if (content !== undefined && !fields.has('Content-Type')) fields.set('Content-Type', type ?? 'application/json');
  if (method !== 'GET' && method !== 'HEAD') fields.set('Marquee-Console', '1');
  if (!fields.has('Accept')) fields.set('Accept', 'application/json, */*;q=0.5');
  let response;
  let text;
  try {
    response = await fetch(address(path, query, set), {
      method, headers: fields, body: content, signal, credentials: 'same-origin', cache: 'no-store',
    });
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Unreachable(error);
  }
  let parsed;
  if (/[/+]json/.test(response.headers.get('Content-Type') ?? '') && text) {
    try { parsed = JSON.parse(text); } catch { parsed = undefined; }
  }
  if (response.status >= 400) {
    if (response.status === 401 && path !== '/admin/session') {
      session.current = null;
      document.dispatchEvent(new CustomEvent('signed-out'));
    }
    throw new Problem(response.status, parsed ?? {}, response.headers);
  }
  // Any write may change the contents of the change set.
  if (setName && method !== 'GET' && !isRead) document.dispatchEvent(new CustomEvent('change-set'));
  return { status: response.status, headers: response.headers, text, json: parsed };
}

/** @type {Sender<'GET'>} */
export const get = (path, options) => request('GET', path, options);
/** @type {Sender<'POST'>} */
export const post = (path, options) => request('POST', path, options);
/**
 * Asks the server to compute something from a body.
 * @type {Sender<'POST'>}
 */
export const compute = (path, options) => request('POST', path, { ...options, isRead: true });
/** @type {Sender<'PUT'>} */
export const put = (path, options) => request('PUT', path, options);
/** @type {Sender<'PATCH'>} */
export const patch = (path, options) => request('PATCH', path, options);
/** @type {Sender<'DELETE'>} */
export const remove = (path, options) => request('DELETE', path, options);

/**
 * The path of a route below a prefix: its slashes stay, the rest is encoded.
 * @template {string} P
 * @param {P} prefix
 * @param {string} route
 * @returns {`${P}${string}`}
 */
export function routePath(prefix, route) {
  return `${prefix}${route.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * The header fields for a reason. `fetch` sends each character of a field as one byte, so the UTF-8 bytes are given
 * to it as characters; a line break would end the field.
 */
export function messageHeader(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  if (!line) return {};
  return { 'Screen-Message': String.fromCharCode(...new TextEncoder().encode(line).slice(0, 1000)) };
}
