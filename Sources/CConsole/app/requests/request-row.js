import { h } from '../kit/dom.js';
import { tableRow, time } from '../kit/ui.js';
import { assignments, mockInWords, nameOf, previewAddress } from './journal.js';
import { missText, statusBadge } from './request-detail.js';
import { duration } from '../pages/text.js';

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
