// The versions of a screen: who published what, when and why; a comparison of any two; a rollback to one of them.
import { stream } from '../pages/live.js';
import { h, fill } from '../kit/dom.js';
import { messageHeader, address, can, get, live as inForce, post, routePath, Problem } from '../kit/api.js';
import { href, setQuery } from '../kit/router.js';
import { button, dialog, disable, emptyState, errorMessage, field, progress, say, time } from '../kit/ui.js';
import { member, parse } from '../kit/json.js';
import { emptyDefinition } from '../editor/compare.js';
import { linesView } from '../editor/compare-view.js';
import { definitionOf } from '../editor/review.js';
import { changesBetween, changesView, pagesOf } from '../review/changes-view.js';
import { deviceFrame } from '../pages/device-frame.js';

const pageSize = 25;
const ways = {
  file: 'from a file', put: 'as a whole', patch: 'by a patch', order: 'by reordering', item: 'by an item',
    draft: 'from a draft',
  schedule: 'on schedule', changeset: 'in a change set',
  rollback: 'by a rollback', delete: 'deleted', experiment: 'by an experiment',
};

export function title({ route }) { return `History of ${route}`; }

export async function show(outlet, { route }, query) {
  const path = routePath('/admin/screens/', route);
  const self = routePath('/screens/', route);
  const list = h('div', { class: 'panel versions' });
  const comparison = h('div', { class: 'panel comparison' });
  const state = {
    before: number(query.get('before')), from: versionName(query.get('from')), to: versionName(query.get('to')),
    show: ['words', 'json', 'pictures'].includes(query.get('show')) ? query.get('show') : 'words',
  };
  fill(outlet,
    h('div', { class: 'page-head' }, h('h1', {}, `History of ${route}`), h('span', { class: 'spacer' }),
      h('a', { class: 'button', href: href(self) }, 'Back to the screen')),
    h('div', { class: 'history' }, list, comparison));
  let versions = [];
  let newest;
  let request = 0;
  let isRollingBack = false;
  /** Versions that are deletions: they have no content to request. */
  const deletions = new Set();

  // MARK: The list

  async function load() {
    const page = async (before, limit) => (await get(`${path}/versions`, { query: { before, limit } })).json.versions;
    const [found, first] = await Promise.all([page(state.before, pageSize + 1), page(undefined, 2)]);
    newest = first[0];
    versions = found;
    for (const each of [...first, ...found]) if (each.via === 'delete') deletions.add(each.version);
    if (state.to === '' && newest) state.to = String(newest.version);
    const older = found.find(({ version }) => version < number(state.to)) ?? first[1];
    if (state.from === '') state.from = String(older?.version ?? 0);
    showList();
  }

  function link(changes, label, properties = {}) {
    const next = { from: state.from, to: state.to, show: state.show, before: state.before, ...changes };
    return h('a', { href: href(`${self}/history`, next), ...properties }, label);
  }

  function showList() {
    const shown = versions.slice(0, pageSize);
    const hasOlder = versions.length > pageSize;
    const pick = (side, version) => h('input',
      { type: 'radio', name: side, value: String(version), checked: state[side] === String(version),
      'aria-label': `Compare ${side} version ${version}`, on: { change: () => choose({ [side]: String(version) }) } });
    const rows = shown.map((each) => {
      const isCurrent = each.version === newest.version;
      const isDeletion = each.via === 'delete';
      const previous = String(versions.find(({ version }) => version < each.version)?.version ?? 0);
      const back = button('Roll back', { kind: 'small-button', 'aria-label': `Roll back to version ${each.version}`,
        on: () => rollBack(each) });
      if (!can('publish')) disable(back, 'Your token may not publish. A rollback needs the scope “publish”.');
      return h('tr', { class: isCurrent ? 'current' : null },
        h('td', { class: 'pick' }, pick('from', each.version)), h('td', { class: 'pick' }, pick('to', each.version)),
        h('th', { scope: 'row' },
          h('a', { href: href(`${self}/history`, { from: previous, to: each.version, show: state.show,
            before: state.before }),
            'aria-label': `What version ${each.version} changed`, on: { click: (event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              choose({ from: previous, to: String(each.version) });
            } } }, String(each.version))),
        h('td', {}, h('div', { class: 'entry-line' },
          h('div', { class: 'entry-words' },
            h('div', { class: 'why', dir: 'auto' },
              isCurrent ? [h('span', { class: `badge ${isDeletion ? 'bad' : 'good'}` },
                isDeletion ? 'deleted' : inForce), ' '] : null,
              each.message ?? h('span', { class: 'soft' }, 'No message')),
            h('div', { class: 'soft who-when' }, each.by, ' · ', time(each.publishedAt), ' · ', 
              ways[each.via] ?? each.via,
              isDeletion ? '' : ` · ${each.items} ${each.items === 1 ? 'item' : 'items'}`)),
          isCurrent || isDeletion ? null : back)));
    });
    fill(list, h('h2', {}, 'Versions'),
      shown.length === 0 ? emptyState('No versions here',
        'Older versions are not kept, or the address has a wrong page.', link({ before: undefined }, 'Show the newest'))
        : h('div', { class: 'table-holder', tabindex: '0', role: 'region', 'aria-label': 'Versions' }, h('table', {},
          h('caption', { class: 'visually-hidden' }, 'Versions, newest first'),
          h('thead', {}, h('tr', {}, ['From', 'To', 'No.',
            'Why, who and when'].map((column) => h('th', { scope: 'col' }, column)))),
          h('tbody', {}, rows))),
      h('nav', { class: 'toolbar pages', 'aria-label': 'Pages of versions' },
        state.before ? link({ before: undefined }, 'Newest', { class: 'button' }) : null,
        hasOlder ? link({ before: String(shown.at(-1).version) }, 'Older', { class: 'button' }) : null));
  }

  // MARK: The comparison

  function choose(changes) {
    Object.assign(state, changes);
    setQuery({ from: state.from, to: state.to, show: state.show });
    for (const radio of list.querySelectorAll('input[type="radio"]')) radio.checked = radio.value === state[radio.name];
    return showComparison();
  }

  async function definition(name) {
    if (name === 'draft') return member(parse((await get(`${path}/draft`)).text), 'definition');
    const version = number(name) ?? 0;
    return deletions.has(version) ? emptyDefinition : definitionOf(path, version, { isStrict: true });
  }

  /** The pages of a version; undefined for one without content. */
  const pages = (name) => (name === '0' || deletions.has(number(name)) ? undefined : pagesOf(route, { version: name }));

  const words = (name) => (name === 'draft' ? 'the draft' : name === '0' ? 'nothing' : `version ${name}`);

  async function showComparison() {
    request += 1;
    const mine = request;
    const heading = h('h2', { tabindex: '-1' }, `From ${words(state.from)} to ${words(state.to)}`);
    if (comparison.childElementCount === 0) fill(comparison, heading, progress('Comparing'));
    let content;
    let summary = null;
    try {
      const [before, after] = await Promise.all([definition(state.from), definition(state.to)]);
      const changes = await changesBetween(before, after);
      summary = changes.summary;
      if (state.show === 'words') content = changesView(changes, { before: pages(state.from), after: pages(state.to),
        definition: after });
      else if (state.show === 'json') content = linesView(before, after,
        `JSON of ${words(state.from)} and ${words(state.to)}`);
      else content = pictures(before, after);
    } catch (error) {
      if (!(error instanceof Problem) && error.name !== 'Unreachable') throw error;
      content = errorMessage(error);
    }
    if (mine !== request) return;
    fill(comparison, h('div', { class: 'comparison-head' }, heading,
      button('Swap', { 'aria-label': 'Swap the two versions',
        on: () => choose({ from: state.to, to: state.from }).then(() => comparison.querySelector('button').focus()) })),
    summary ? h('p', { class: 'soft' }, `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`) : null, tabs(),
      content);
  }

  function tabs() {
    const choices = [['words', 'Changes'], ['pictures', 'Whole screens'], ['json', 'JSON']];
    return h('fieldset', { class: 'segments' }, h('legend', { class: 'visually-hidden' }, 'Show the difference in'),
      choices.map(([value, label]) => h('span', { class: 'segment' },
        h('input', { type: 'radio', name: 'show', id: `show-${value}`, value, checked: state.show === value,
          on: { change: () => {
          choose({ show: value }).then(() => document.getElementById(`show-${value}`)?.focus());
        } } }), h('label', { for: `show-${value}` }, label))));
  }

  function pictures(before, after) {
    const isEmpty = (node) => node.members.length === 0;
    if (isEmpty(before) && isEmpty(after)) return h('p', { class: 'soft' },
      'There is no picture of either: both have no content.');
    if (isEmpty(before) || isEmpty(after)) {
      const [name, other] = isEmpty(before) ? [state.to, state.from] : [state.from, state.to];
      return h('div', {}, h('p', { class: 'soft' },
        `${capital(words(other))} has no content, so there is only a picture of ${words(name)}.`),
        frame(address(routePath('/preview/', route), { version: name, annotate: 'true' }), capital(words(name))));
    }
    return h('div', {}, frame(address(routePath('/preview/', route),
      { version: state.from, compare: state.to, annotate: 'true' }),
      `${capital(words(state.from))} beside ${words(state.to)}`, 781));
  }

  /** By default, a preview is 390 px wide, and two beside each other with their line 781. */
  function frame(source, label, width = 390) {
    return h('div', { class: 'pictures' },
      h('p', {}, h('a', { href: source, target: '_blank', rel: 'noopener' },
        'Open the pictures in a tab of their own')),
      deviceFrame(width, { title: label, src: source }));
  }

  // MARK: Rolling back

  async function rollBack(target) {
    isRollingBack = true;
    const result = await rollbackDialog({ route, path, target });
    isRollingBack = false;
    if (!result) {
      // Somebody may have published meanwhile.
      await load();
      [...list.querySelectorAll('button')].find((each) =>
        each.getAttribute('aria-label') === `Roll back to version ${target.version}`)?.focus();
      return;
    }
    say(result.isUnchanged
      ? `Nothing was published: version ${result.version} has the same content as version ${target.version}.`
      : `Version ${result.version} of ${route} is ${inForce}. It has the content of version ${target.version}.`);
    state.before = undefined;
    setQuery({ before: undefined });
    await load();
    if (!result.isUnchanged) await choose({ from: String(result.from), to: String(result.version) });
    comparison.querySelector('h2')?.focus();
  }

  // MARK: Start

  fill(list, h('h2', {}, 'Versions'), progress('Reading the versions'));
  try {
    await load();
  } catch (error) {
    comparison.remove();
    if (error.status === 404) {
      fill(list, h('h2', {}, 'Versions'), emptyState('Nothing has been published here',
        `The route ${route} has no versions yet. Each publication adds one: save a draft, then review and publish it.`,
        h('a', { class: 'button', href: href(self) }, 'To the screen')));
      return undefined;
    }
    fill(list, h('h2', {}, 'Versions'), errorMessage(error));
    return undefined;
  }
  setQuery({ from: state.from, to: state.to, show: state.show });
  showComparison();
  return listen(route, async (version) => {
    if (isRollingBack || !newest || version <= newest.version) return;
    const hadFocus = list.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
    await load();
    if (hadFocus) [...list.querySelectorAll('[aria-label]')].find((each) =>
      each.getAttribute('aria-label') === hadFocus)?.focus();
    const why = newest.message ? `: ${newest.message}` : '';
    if (newest.version >= version) say(`Version ${newest.version} was published by ${newest.by}${why}.`);
  });
}

/** A version as the address names it: a number or `draft`; empty for anything else. */
function versionName(text) { return text === 'draft' || number(text) !== undefined ? text : ''; }
function number(text) { return /^\d+$/.test(text ?? '') ? Number(text) : undefined; }
function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

/** Calls back for each version that is published while the view is open; returns a function that stops it. */
function listen(route, callback) {
  const receive = (event) => callback(Number(event.lastEventId));
  return stream(address(`${routePath('/screens/', route)}/events`), { version: receive, deleted: receive });
}

/**
 * Asks before rolling back, and shows the differences from the live version. Resolves to
 * `{ version, from, isUnchanged }` or undefined.
 * @param {{ route: string, path: `/admin/screens/${string}`, target: any }} rollback
 */
function rollbackDialog({ route, path, target }) {
  const body = h('div', { class: 'review' }, progress(`Reading what is ${inForce} now`));
  const message = h('input', { type: 'text', maxlength: '300', dir: 'auto', autocomplete: 'off',
    value: `Back to version ${target.version}` });
  const allow = h('input', { type: 'checkbox', id: 'allow-reassignment' });
  const problem = h('div', {});
  let live;
  let isDeleted;
  let apply;
  let close;
  const finished = dialog({
    title: `Roll back ${route} to version ${target.version}`, wide: true,
      content: (end) => { close = end; return body; },
    actions: (end, element) => {
      element.classList.add('review-dialog');
      apply = button('Roll back', { kind: 'primary', on: run });
      apply.disabled = true;
      return [h('div', { class: 'publication' }, field('Message', message)), button('Cancel', { on: () => end() }), apply];
    },
  });
  const precondition = () => (isDeleted ? { 'If-None-Match': '*' } : { 'If-Match': `"${live.version}"` });
  async function read() {
    live = (await get(`${path}/versions`, { query: { limit: 1 } })).json.versions[0];
    isDeleted = live.via === 'delete';
    const [now, then] = await Promise.all([isDeleted ? emptyDefinition : definitionOf(path, live.version),
      definitionOf(path, target.version)]);
    let moves = [];
    let refusal = null;
    try {
      moves = (await post(`${path}/rollback`, { query: { dryRun: true, allowReassignment: true },
        json: { version: target.version } })).json.reassignments ?? [];
    } catch (error) { refusal = error; }
    const isMoving = moves.some(({ shares }) => shares.moving > 0);
    const changes = await changesBetween(now, then);
    const side = (version) => pagesOf(route, { version });
    fill(body,
      h('p', {}, `The content of version ${target.version}`, target.message ? ` (“${target.message}”)` : '',
        ` is published again as version ${live.version + 1}. No version is lost: you can roll back from this, too.`),
      h('h3', {}, isDeleted ? 'What comes back' : `What changes against what is ${inForce} now`),
      changesView(changes, { before: isDeleted ? undefined : side(live.version), after: side(target.version),
        definition: then }),
      isMoving ? h('div', { class: 'message warn' },
        h('p', {}, 'It changes a running experiment, and users go from one variant to another.'),
        h('div', { class: 'check' }, allow, h('label', { for: allow.id }, 'Allow it: move these users'))) : null,
      refusal ? errorMessage(refusal) : null, problem);
    apply.disabled = refusal !== null;
  }
  async function run() {
    apply.disabled = true;
    try {
      const { json } = await post(`${path}/rollback`, {
        query: { allowReassignment: allow.checked || undefined }, json: { version: target.version },
        headers: { ...precondition(), ...messageHeader(message.value) },
      });
      close({ version: json.version, from: live.version, isUnchanged: json.version === live.version });
    } catch (error) {
      // After a 412 the button stays disabled until the new differences are shown.
      if (error.status !== 412) apply.disabled = false;
      if (error.status === 412) {
        await read();
        fill(problem, h('div', { class: 'message warn', role: 'alert' },
          h('p', {}, `Version ${live.version} was published by ${live.by} just now. `,
            'The differences are those from it: look through them, then roll back.')));
      } else if (error.type === 'reassigns-units') {
        fill(problem, h('div', { class: 'message warn', role: 'alert' },
          h('p', {}, 'Users would go from one variant to another. Allow it above first.')));
        allow.focus();
      } else fill(problem, errorMessage(error));
    }
  }
  read().catch((error) => fill(body, errorMessage(error)));
  return finished;
}
