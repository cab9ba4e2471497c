import { h } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { button, table, time, codeView, copyButton, pretty, statusBadge, tableRow } from '../kit/ui.js';
import {
  assignments, explanationAddress, isUnmatched, mockInWords, nearestName, previewAddress, releaseOf, nameOf,
} from './journal.js';
import { duration, whole } from '../pages/text.js';

const shownBody = 20_000;

/** Why no screen answered a request, and what nearly matched. */
export function missText(request, routes) {
  if (!isUnmatched(request)) return null;
  if (request.route === '') return 'No endpoint of the mock has this path.';
  if (routes.includes(request.route)) {
    if (request.status === 410) return 'The screen was deleted.';
    const asked = ['version', 'variant'].map((name) => {
      const value = new URLSearchParams(request.path.split('?')[1] ?? '').get(name);
      return value === null ? null : `${name} ${value}`;
    }).filter(Boolean);
    return asked.length > 0 ? `The screen is there, but not with ${asked.join(' and ')}.`
      : 'The screen was not there then; it is now.';
  }
  const near = nearestName(request.route, routes);
  return near ? `No screen has this route. Nearly matched: ${near}.` : 'No screen has this route, and none is near.';
}

/** All about one request. `filter` narrows the list; `close` closes the panel. */
export function requestDetail(request, routes, { filter, close }) {
  const preview = previewAddress(request);
  const miss = missText(request, routes);
  const got = assignments(request);
  const release = releaseOf(request);
  const near = miss && request.route !== '' && !routes.includes(request.route) ? nearestName(request.route, routes) : null;
  const facts = [
    ['When', time(request.at)],
    request.endpoint ? ['Endpoint', h('a', { href: href(`/mock/endpoints/${encodeURIComponent(request.endpoint)}`) },
      request.endpoint)] : null,
    ['Answer', [statusBadge(request.status), request.version ? ` version ${request.version},` : null,
      ` after ${duration(request.milliseconds)}`]],
    ['User', request.user === null ? 'none' : [h('code', {}, request.user), ' ',
      button('Only this user', { kind: 'quiet small', on: () => filter({ user: request.user }) })]],
    ['Release', release === null ? 'not said' : h('code', {}, release)],
    ['Variants', got.length === 0 ? 'none' : h('ul', { class: 'plain-list' }, got.map(([experiment, variant]) =>
      h('li', {}, `${variant} of ${experiment} `, h('a', { href: explanationAddress(request, experiment) },
        `Why ${variant}?`))))],
    ['Mock', request.mock === null ? 'did not change it'
      : ['Changed by ', mockInWords(request.mock), '. ', h('a', { href: href('/mock') }, 'Open the mock')]],
  ].filter(Boolean);
  const attributes = Object.entries(request.attributes);
  const headers = Object.entries(request.headers);
  return [
    h('div', { class: 'page-head' }, h('h2', { tabindex: '-1' }, `Request ${whole(request.id)}`),
      h('span', { class: 'spacer' }),
      button('Close', { icon: 'close', iconOnly: true, kind: 'quiet', on: close })),
    h('div', { class: 'request-line' }, h('code', {}, `${request.method} ${request.path}`),
      copyButton(request.path, { what: 'The path' })),
    miss ? h('div', { class: 'message warn' }, h('p', {}, miss),
      near ? h('p', {}, h('a', { href: href(`/screens/${near}`) }, `Open ${near}`)) : null) : null,
    preview
      ? h('p', {}, h('a', { class: 'button primary', href: preview },
        request.version ? 'Preview what this user saw' : 'Preview the screen for this user'),
      request.version ? null : h('span', { class: 'soft' },
        ' The response was not a screen. This is the screen that it would have been.'))
      : null,
    h('dl', { class: 'facts' }, facts.map(([term, value]) => [h('dt', {}, term), h('dd', {}, value)])),
    h('h3', {}, 'Attributes'),
    attributes.length === 0 ? h('p', { class: 'soft' }, 'The request had none.')
      : table('Attributes of the request', ['Name', 'Value'],
        attributes.map(([name, value]) => [name, h('code', {}, String(value))])),
    h('h3', {}, 'Fields that decide the response'),
    headers.length === 0 ? h('p', { class: 'soft' }, 'The request had none.')
      : table('Header fields of the request', ['Field', 'Value'],
        headers.map(([name, value]) => [name, h('code', {}, value)])),
    request.requestBody === undefined ? null : [h('h3', {}, 'Body of the request'),
      codeView(body(request.requestBody), 'Body of the request')],
    h('h3', {}, 'Response'),
    request.body === undefined
      ? h('p', { class: 'soft' }, 'The body was not kept. Start the server with --journal-bodies to keep bodies.')
      : codeView(body(request.body), 'Body of the response'),
  ];
}

function body(text) {
  const shown = pretty(text);
  return shown.length > shownBody
    ? `${shown.slice(0, shownBody)}\n… ${whole(shown.length - shownBody)} more characters` : shown;
}

/** The columns of the list of requests. */
export const columns = ['When', 'Request', 'User', 'Answer', 'Variant', 'Mock', 'Took', 'Preview'];

/** A row for a request. `routes` are the screens that are served, empty until they are known. */
export function requestRow(request, routes, { isSelected, open }) {
  const miss = routes.length > 0 ? missText(request, routes) : null;
  const preview = previewAddress(request);
  const name = nameOf(request);
  const row = tableRow(columns, [
    time(request.at),
    h('div', {}, h('button', { type: 'button', class: 'link-button', 'aria-label': `Request ${request.id}: ${name}`,
      on: { click: open } }, name), miss ? h('div', { class: 'soft small-text' }, miss) : null),
    request.user ?? h('span', { class: 'soft' }, 'none'),
    statusBadge(request.status),
    h('div', {}, variants(request)),
    request.mock ? h('span', { class: 'badge warn' }, mockInWords(request.mock)) : '–',
    duration(request.milliseconds),
    preview ? h('a', { href: preview, 'aria-label': `Preview of request ${request.id}` }, 'Preview') : '–',
  ], { dataset: { request: request.id }, class: isSelected ? 'is-selected' : null });
  row.children[0].classList.add('when');
  row.children[6].classList.add('number');
  return row;
}

function variants(request) {
  const got = assignments(request);
  if (got.length === 0) return '–';
  return got.map(([experiment, variant]) =>
    h('div', {}, variant, h('span', { class: 'soft small-text' }, ` of ${experiment}`)));
}
