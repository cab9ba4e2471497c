// The endpoints of the mock backend: their list, a request to try them, and their state.
import { h, fill } from '../kit/dom.js';
import { address, compute, get, nameRule, put, remove } from '../kit/api.js';
import { member, parse, stringify } from '../kit/json.js';
import { href, navigate } from '../kit/router.js';
import {
  button, codeView, confirm, emptyState, errorMessage, field, needs, pretty, say, setError, statusBadge, table,
} from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { savedEditor } from '../pages/json-editor.js';
import { every } from '../pages/live.js';
import { load, section } from '../pages/load.js';
import { askName } from '../pages/message.js';
import { count, duration, whole } from '../pages/text.js';

/** The path of an endpoint in the admin API. */
export function endpointPath(name) { return /** @type {const} */ (`/admin/mock/endpoints/${encodeURIComponent(name)}`); }

const page = (name, query = {}) => href(`/mock/endpoints/${encodeURIComponent(name)}`, query);

/** Whether an endpoint is of a file, was set here, or is not saved yet. */
export function sourceBadge({ source }) {
  return h('span', { class: source === 'api' ? 'badge warn' : 'badge' },
    { file: 'File', api: 'Set here', new: 'Not saved yet' }[source]);
}

/**
 * Fills an element with what `show` makes of the response of an address, and again when that changes. Returns a function
 * that ends it.
 */
async function follow(path, holder, label, show) {
  let tag;
  const ask = async () => {
    const answer = await get(path, { headers: tag ? { 'If-None-Match': tag } : {} });
    tag = answer.headers.get('ETag');
    return answer;
  };
  await load(holder, label, ask, show);
  return every(5, async () => {
    if (!holder.checkVisibility()) return;
    const answer = await ask();
    const content = answer.status === 200 && show(answer);
    if (content && content !== holder.firstChild) fill(holder, content);
  });
}

/** The tab `Endpoints`: the list, and a request to try. Returns a function that ends it. */
export function endpointList(holder, query) {
  let all = [];
  const list = h('div', {});
  const filters = filterBar([{ name: 'search', label: 'Search', kind: 'search', hint: 'Name or path' }], query, draw);
  const add = (kind) => needs('publish', 'Changing the mock',
    button('Add endpoint', { kind, icon: 'plus', on: askForName }));
  filters.element.append(add('primary to-end'));
  const content = h('div', { class: 'columns' },
    section('Endpoints', filters.element, list),
    section('Try a request', tryRequest({ methods: ['GET'], path: '/api/' })));
  return follow('/admin/mock/endpoints', holder, 'Loading the endpoints', ({ json }) => {
    all = json.endpoints;
    if (all.length === 0) {
      return emptyState('No endpoints', 'An endpoint is an address of your app\'s backend that is not a screen, such as ' +
        'its login or its cart: the requests that it answers, and the responses. It is a file in screens/_endpoints/, or ' +
        'is added here until the server ends.', add('primary'));
    }
    filters.element.querySelector('.field').hidden = all.length < 6 && !filters.values().search;
    draw();
    return content;
  });

  function draw() {
    const words = filters.values().search.toLowerCase();
    const found = all.filter(({ name, methods, path }) => `${name} ${methods.join(' ')} ${path}`.toLowerCase().includes(words));
    const focused = list.contains(document.activeElement) && document.activeElement.getAttribute('href');
    fill(list, found.length === 0 ? emptyState('No endpoint matches', 'Change the search, or clear the filters.')
      : table(`Endpoints, ${count(found.length, 'row')}`, ['Endpoint', 'Requests', 'Answers with', 'From'],
        found.map((one) => [h('a', { href: page(one.name) }, one.name),
          [h('div', {}, h('code', {}, one.path)), h('div', { class: 'soft small-text' }, one.methods.join(', '))],
          inWords(one), sourceBadge(one)])));
    if (focused) list.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
  }

  async function askForName() {
    const name = await askName({ title: 'Add an endpoint', action: 'Write its document', placeholder: 'hello',
      help: 'The name of its file. Letters, digits, “.”, “_” and “-”.',
      check: (text) => (!nameRule.test(text) ? 'Write letters, digits, “.”, “_” and “-”, beginning with a letter or digit.'
        : all.some((one) => one.name === text) ? 'There is an endpoint with this name.' : '') });
    if (name) navigate(page(name, { new: '1' }));
  }
}

function inWords({ kind, document: { responses = [], screen, proxy } }) {
  return { collection: 'A collection', screen: `The screen ${screen}`, proxy: 'The real backend' }[kind]
    ?? `${count(responses.length, 'response')}${proxy ? ', or the real backend' : ''}`;
}

/**
 * A request to try, with the response, and why each endpoint answers it or does not.
 * @param {{ methods: string[], path: string }} endpoint
 */
export function tryRequest({ methods: [first], path }) {
  const method = h('select', { value: first, on: { change: showBody } },
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((one) => h('option', {}, one)));
  const text = (properties) => h('textarea', { class: 'mono', rows: '3', spellcheck: 'false', ...properties });
  const target = h('input', { class: 'mono', autocomplete: 'off', spellcheck: 'false', value: path.replace(/\{[^}]*\}/g, '1') });
  const targetField = field('Path and query', target);
  const fields = text({ placeholder: 'Authorization: Bearer 1' });
  const fieldsField = field('Fields', fields, { help: 'One in a line.' });
  const body = text({ placeholder: '{"name": "ann"}' });
  const bodyField = field('Body', body, { help: 'Sent as application/json unless a field Content-Type says otherwise.' });
  const send = button('Send', { kind: 'primary', on: run });
  const result = h('div', { class: 'later', 'aria-live': 'polite' });
  showBody();
  return h('form', { novalidate: true, on: { submit: (event) => { event.preventDefault(); run(); } } },
    h('div', { class: 'request-form' }, field('Method', method), targetField), fieldsField, bodyField,
    h('div', { class: 'toolbar' }, send), result);

  function showBody() { bodyField.hidden = method.value === 'GET'; }

  /** The request as the browser sends it; undefined after showing what is wrong. */
  function made() {
    const wrong = (place, words) => { setError(place, words); place.querySelector('input, textarea').focus(); };
    setError(targetField, '');
    setError(fieldsField, '');
    if (!/^\/(?!\/)/.test(target.value)) return wrong(targetField, 'Begin with one slash, as in /api/hello?x=1.');
    /** @type {Record<string, string>} */
    const headers = {};
    for (const line of fields.value.split('\n').filter((one) => one.trim())) {
      const [, name, value] = /^([^:\s]+):(.*)$/.exec(line.trim()) ?? [];
      if (!name) return wrong(fieldsField, `Write “${line.trim()}” as Name: value.`);
      headers[name.toLowerCase()] = value.trim();
    }
    const content = bodyField.hidden || body.value === '' ? undefined : body.value;
    if (content !== undefined) headers['content-type'] ??= 'application/json';
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 60_000);
    try {
      const request = new Request(address(target.value), { method: method.value, headers, body: content,
        credentials: 'omit', cache: 'no-store', signal: stop.signal });
      const missing = Object.keys(headers).find((name) => !request.headers.has(name));
      if (missing) return wrong(fieldsField, `Browsers do not send ${missing}. Try it with curl.`);
      return { request, match: { method: method.value, path: target.value, headers, body: content } };
    } catch (error) {
      return wrong(fieldsField, error.message);
    }
  }

  async function run() {
    const asked = made();
    if (!asked || send.disabled) return;
    send.disabled = true;
    // The match first: the response may change the state, which conditions read.
    const why = await compute('/admin/mock/match', { json: asked.match })
      .then(({ json }) => verdicts(json), (error) => errorMessage(error));
    fill(result, await answer(asked.request), h('h3', { class: 'later' }, 'Which endpoint answers'), why);
    send.disabled = false;
  }
}

async function answer(request) {
  const start = performance.now();
  try {
    const response = await fetch(request);
    const content = await response.blob();
    const took = duration(Math.round(performance.now() - start));
    const isText = /^$|^text|json|xml|javascript|urlencoded/.test(content.type);
    return [
      h('h3', {}, 'Response'),
      h('p', {}, statusBadge(response.status), ` ${response.statusText} after ${took}`,
        response.redirected ? `, redirected to ${new URL(response.url).pathname}` : null),
      h('details', { class: 'response-fields' }, h('summary', {}, 'Fields'),
        h('dl', { class: 'facts' }, [...response.headers].map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))),
      content.size === 0 ? h('p', { class: 'soft' }, 'The body is empty.')
        : isText ? codeView(pretty(await content.text()), 'Body of the response')
          : h('p', {}, `${whole(content.size)} bytes of ${content.type}.`),
    ];
  } catch {
    return h('p', { class: 'message error' }, 'No response came. The connection was closed, a minute passed, or the ' +
      'response leads to another host.');
  }
}

/**
 * Why each endpoint answers or does not, the one that answers first.
 * @param {import('../kit/openapi').EndpointMatch} match
 */
function verdicts({ answers, status, note, candidates }) {
  const order = candidates.toSorted((one, other) => Number(other.name === answers) - Number(one.name === answers));
  return [
    answers === null ? h('p', {}, note ?? `No endpoint answers${status ? `: ${status}` : ''}.`) : null,
    h('ul', { class: 'verdicts' }, order.map(({ name, methods, path, verdict, reason }) => h('li', {},
      h('div', {}, h('span', { class: verdict === 'answers' ? 'badge good' : 'badge' }, verdictWords[verdict] ?? verdict), ' ',
        h('a', { href: page(name) }, name), ' ', h('code', { class: 'soft' }, `${methods.join(', ')} ${path}`)),
      h('div', { class: 'soft' }, reason)))),
  ];
}

const verdictWords = {
  answers: 'Answers', condition: 'Condition', body: 'Body', response: 'No response', method: 'Method', path: 'Path',
  later: 'Later',
};

/** The tab `State`: what endpoints have stored. Returns a function that ends it. */
export async function endpointState(holder) {
  const path = '/admin/mock/state';
  const news = h('div', {});
  let editor;
  let latest;
  let tag;
  const end = await follow(path, holder, 'Loading the state', (answer) => {
    latest = asDocument(answer.text);
    tag = answer.headers.get('ETag');
    if (!editor) return parts();
    if (!editor.isDirty()) renew();
    else if (editor.input.value !== latest) fill(news, h('div', { class: 'message warn' },
      h('p', {}, 'Requests have changed the state since you began. Save replaces what they changed.'),
      h('div', { class: 'toolbar' }, button('Show the new state', { on: renew }))));
    return null;
  });
  return () => { end(); editor?.leave(); };

  function parts() {
    const reset = needs('publish', 'Changing the mock', button('Reset', { kind: 'danger', on: askToReset }));
    editor = savedEditor('JSON', latest, { more: [reset],
      help: 'What responses have set, and the items of each collection by the name of its endpoint. What you leave out ' +
        'stays as it is.',
      save: async (text) => {
        await put(path, { body: text, headers: { 'If-Match': tag } });
        await refresh();
        say('The state is saved.');
      } });
    return section('State and collections', news, editor.element);
  }

  function renew() { editor.reset(latest); fill(news); }

  async function refresh() {
    const answer = await get(path);
    latest = asDocument(answer.text);
    tag = answer.headers.get('ETag');
    renew();
  }

  async function askToReset() {
    const sure = await confirm({ title: 'Reset the state', action: 'Reset', kind: 'danger',
      text: 'The state becomes empty, and each collection gets its seed again.' });
    if (!sure) return;
    await remove(path);
    await refresh();
    say('The state is reset.');
  }
}

/** The state as `PUT` takes it: the items of collections by name. */
function asDocument(text) {
  const stored = parse(text);
  const members = member(stored, 'collections').elements.map((one) =>
    ({ name: member(one, 'name').value, value: member(one, 'items') }));
  return stringify({ kind: 'object', members: [{ name: 'state', value: member(stored, 'state') },
    { name: 'collections', value: { kind: 'object', members } }] }, { indent: true });
}
