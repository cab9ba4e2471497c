// The dialog that publishes a draft: its differences from the live version, their effects on apps, and the time.
import { h, fill } from '../kit/dom.js';
import { get, live as inForce, messageHeader, post, put, can, changeSet, routePath, Problem } from '../kit/api.js';
import { button, dialog, diagnostic, errorMessage, field, progress, say, setError, time } from '../kit/ui.js';
import { equal, parse, stringify } from '../kit/json.js';
import { emptyDefinition, summaryWords } from './compare.js';
import { compare } from './domain.js';
import { differenceView, linesView } from './compare-view.js';
import { draftIfAny } from './autosave.js';
import { mergeDialog } from './conflict.js';
import { localText } from '../form/controls.js';
import { refusal } from '../pages/access.js';
import { combinationWords } from '../pages/text.js';

/**
 * Shows the differences of `text` from what is live now and publishes it.
 *
 * `draftTag` is the entity tag of the draft that the text was saved as, if it was; `baseVersion` the version that it
 * began from. Resolves to `{ version }`, `{ scheduled }` (a time as text), `{ merged, baseVersion, draftTag }` after a
 * conflict was resolved, or undefined. A merged text is not saved yet: save it with this `baseVersion` and, as
 * `If-Match`, this tag (undefined if the server has no draft).
 */
export async function review({ route, text, draftTag, baseVersion }) {
  const mine = parse(text);
  const server = { path: routePath('/admin/screens/', route), route };
  let outcome;
  // After a conflict while publishing, the dialog begins here again and reads everything again.
  for (;;) {
    outcome = await reviewDialog({ server, mine, text, draftTag, baseVersion });
    if (outcome?.conflict === undefined) return outcome;
    const merged = await resolveConflict({ server, mine, draftTag, baseVersion, ...outcome.conflict });
    if (merged !== undefined) return merged;
  }
}

/**
 * The live version when the dialog opens: `{ version, definition, isDeleted, newest }`.
 * @param {{ path: `/admin/screens/${string}`, route: string }} server
 */
async function loadLive(server) {
  const newest = await get(`${server.path}/versions`, { query: { limit: 1 } }).then(({ json }) => json.versions[0],
    (error) => {
    if (error.status === 404) return undefined;
    throw error;
  });
  const nothing = (isDeleted) => ({ version: newest?.version ?? 0, definition: emptyDefinition, isDeleted, newest });
  if (newest === undefined || newest.via === 'delete') return nothing(newest !== undefined);
  try {
    const { text, headers } = await get(server.path);
    return { version: Number(headers.get('ETag').replaceAll('"', '')), definition: parse(text), newest };
  } catch (error) {
    if (error.status !== 404 && error.status !== 410) throw error;
    return nothing(error.status === 410);
  }
}

/**
 * The definition of a version; nothing for 0 and for a deletion. One that is not kept any more counts as nothing, too,
 * unless `isStrict`.
 * @param {`/admin/screens/${string}`} path
 * @param {number} version
 * @param {{ isStrict?: boolean, set?: string }} options
 */
export async function definitionOf(path, version, { isStrict = false, set } = {}) {
  if (version === 0) return emptyDefinition;
  try {
    return parse((await get(path, { query: { version }, set })).text);
  } catch (error) {
    if (error.status === 404 && (!isStrict || error.title === 'The version has no content')) return emptyDefinition;
    throw error;
  }
}

/**
 * The effects of publishing: `{ errors, warnings, impact, impactCount, reassignments, refusal }`. Changes nothing.
 * @param {{ path: `/admin/screens/${string}`, route: string }} server
 */
async function rehearse(server, text) {
  try {
    const { json } = await put(server.path, { query: { dryRun: true, allowReassignment: true }, body: text });
    return { errors: [], ...json };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { errors: error.errors, refusal: error };
  }
}

/** @param {{ server: { path: `/admin/screens/${string}`, route: string }, [name: string]: any }} review */
function reviewDialog({ server, mine, text, draftTag, baseVersion }) {
  const body = h('div', { class: 'review' });
  const message = h('textarea', { rows: '2', maxlength: '300', dir: 'auto' });
  const allow = h('input', { type: 'checkbox', id: 'allow-reassignment' });
  const when = whenToPublish();
  const problem = h('div', {});
  const replay = h('section', {});
  /** The version that the draft is published over; another one than `baseVersion` once it was seen to be harmless. */
  let base = baseVersion;
  /** Why the draft cannot be published yet; empty if it can. */
  let reason = '';
  let close;
  let publish;
  let found;

  const finished = dialog({
    title: changeSet.name ? `Review and save in ${changeSet.name}` : 'Review and publish', wide: true,
    content: (end) => { close = end; return body; },
    actions: (end) => {
      publish = button(changeSet.name ? 'Save in change set' : 'Publish', { kind: 'primary', on: () => send() });
      block('The differences are still being read.');
      return [button('Cancel', { on: () => end() }), publish];
    },
  });

  function block(text) {
    reason = text;
    for (const [name, value] of [['aria-disabled', 'true'], ['aria-description', text], ['title', text]]) {
      if (text) publish.setAttribute(name, value); else publish.removeAttribute(name);
    }
  }

  async function read() {
    const [live, draft, dryRun] = await Promise.all(
      [loadLive(server), draftIfAny(server.route), rehearse(server, text)]);
    found = { live, draft, dryRun, difference: await compare(live.definition, mine) };
    // If the draft began from a deletion or was rolled back, there is nothing to merge.
    if (live.version !== base && equal(await definitionOf(server.path, base), live.definition)) base = live.version;
    show();
    // Only what is saved can be replayed. A change set is replayed as a whole, in its view.
    if (!changeSet.name && !dryRun.refusal && !found.difference.isEmpty && draft && equal(draft.root, mine)) {
      replayed(replay, { against: 'draft', route: server.route }, 'h3');
    }
  }

  function conflictNow() {
    const { live, draft } = found;
    if (found.difference.isEmpty) return undefined;
    if (draft && draft.tag !== draftTag && !equal(draft.root, mine)) return { kind: 'draft', live, draft };
    if (live.version !== base) return { kind: live.isDeleted ? 'deleted' : 'version', live, draft };
    return undefined;
  }

  function show() {
    const { live, draft, dryRun, difference } = found;
    const conflict = conflictNow();
    if (conflict) block('Merge the changes first.');
    else if (!can('publish')) block(refusal('publish', 'Publishing'));
    else if (difference.isEmpty) block(`Nothing differs: version ${live.version} is the same.`);
    else if (dryRun.refusal) block(dryRun.errors.length > 0 ? 'Correct the errors first.' : dryRun.refusal.message);
    else block('');
    if (!changeSet.name) when.onChange((label) => { publish.querySelector('span').textContent = label; });
    fill(body,
      conflict ? conflictNotice(conflict, () => {
        if (conflict.kind !== 'deleted') { close({ conflict }); return; }
        base = live.version;
        show();
        body.querySelector('textarea')?.focus();
      }) : null,
      draft?.schedule && !conflict ? scheduleNotice(draft.schedule) : null,
      errors(dryRun),
      h('section', {}, h('h3', {}, 'What changes'),
        h('p', { class: 'soft' }, liveWords(live), conflict ? ' Your draft differs from it:'
          : ` This makes version ${live.version + 1}: ${summaryWords(difference)}.`),
        difference.isEmpty ? h('p', {}, `The draft is the same as what is ${inForce}.`)
          : differenceView(difference, { level: 4 }),
        difference.isEmpty ? null : asText(live, mine)),
      warnings(dryRun), impact(dryRun), reassignment(dryRun, allow), replay,
      can('publish') && !conflict && !difference.isEmpty ? h('section', {}, h('h3', {}, 'Publication'),
        changeSet.name ? h('p', {}, `Apps get this when the change set ${changeSet.name} is published.`) : null,
        field('Message', message, { help: 'The reason for the change. The history shows it.' }),
        changeSet.name ? null : when.element) : null,
      problem);
    say(conflict ? `Another version is ${inForce} than the one that the draft began from.`
      : `Not published yet. What would change: ${summaryWords(difference)}.`);
  }

  async function send() {
    if (reason) { say(reason); return; }
    if (found.dryRun.reassignments?.some(({ shares }) => shares.moving > 0) && !allow.checked) {
      fill(problem, h('div', { class: 'message warn', role: 'alert' },
        h('p', {}, 'This moves users between the variants of a running experiment. ',
          `Allow it above, or go back to the weights that are ${inForce}.`)));
      allow.focus();
      return;
    }
    const at = when.value();
    if (at === null) return;
    block('Wait for the response.');
    problem.replaceChildren();
    try {
      const tag = await savedTag();
      const { json } = await post(`${server.path}/publish`, {
        query: { allowReassignment: allow.checked || undefined }, json: at ? { at } : undefined,
        headers: { 'If-Match': tag, ...messageHeader(message.value) },
      });
      if ('schedule' in json) {
        say(`${server.route} will be published ${new Date(json.schedule.at).toLocaleString(undefined,
          { dateStyle: 'full', timeStyle: 'short' })}.`);
        close({ scheduled: json.schedule.at });
      } else {
        close({ version: json.version });
      }
    } catch (error) {
      block('');
      if (error.type === 'draft-outdated' || error.status === 412) await meet();
      else fill(problem, errorMessage(error));
      problem.scrollIntoView({ block: 'nearest' });
    }
  }

  /** The tag of a draft that has exactly the reviewed content. Saves it if needed, but never over another person's. */
  async function savedTag() {
    const { draft } = found;
    if (draft && equal(draft.root, mine) && draft.baseVersion === base) return draft.tag;
    const saved = await put(`${server.path}/draft`, {
      query: { baseVersion: base }, body: text, headers: draft ? { 'If-Match': draft.tag } : { 'If-None-Match': '*' },
    });
    const tag = saved.headers.get('ETag');
    found.draft = { ...draft, tag, root: mine, baseVersion: base };
    draftTag = tag;
    return tag;
  }

  /** Somebody else has published first: shows the differences now. */
  async function meet() {
    await read();
    if (conflictNow()) close({ conflict: conflictNow() });
    else fill(problem, h('div', { class: 'message warn', role: 'alert' },
      h('p', {}, 'The draft was saved or published by somebody else just now. ',
        'What you see is up to date again: look through it, then publish.')));
  }

  const begin = () => {
    fill(body, progress(reading));
    read().catch((error) => fill(body, errorMessage(error, begin)));
  };
  begin();
  return finished;
}

// MARK: Parts of the dialog

const reading = `Reading what is ${inForce} now`;

function liveWords({ version, newest, isDeleted }) {
  if (version === 0) return `Nothing is ${inForce} at this route yet.`;
  const who = newest ? [' by ', newest.by, ', ', time(newest.publishedAt), 
    newest.message ? `: “${newest.message}”` : ''] : [];
  return isDeleted ? ['The screen was deleted', who, '. Publishing brings it back.']
    : [changeSet.name ? `The change set has version ${version}` : `Live now is version ${version}`, who, '.'];
}

function conflictNotice({ kind, live, draft }, resolve) {
  if (kind === 'deleted') {
    return h('div', { class: 'message warn' },
      h('p', {}, h('strong', {}, `${live.newest.by} has deleted the screen since this draft began.`)),
      h('p', {}, live.newest.message ? `The reason given: “${live.newest.message}”. ` : '',
        'Apps get a response that says so. Publishing the draft brings the screen back.'),
      button('Bring it back', { kind: 'primary', on: resolve }));
  }
  const words = kind === 'draft' ? `${draft.by} has saved another draft since you opened this one.`
    : `Version ${live.version} was published by ${live.newest?.by ?? 'somebody'} after this draft began.`;
  return h('div', { class: 'message warn' }, h('p', {}, h('strong', {}, words)),
    h('p', {}, 'Nothing can be published until both changes are merged. ',
      'What you have written stays as it is until then.'),
    button('Merge the changes', { kind: 'primary', on: resolve }));
}

function scheduleNotice(schedule) {
  return h('div', { class: schedule.error ? 'message warn' : 'message' }, h('p', {},
    schedule.error ? [`This draft was to be published `, time(schedule.at), `, but it was not: ${schedule.error}`]
      : ['This draft is scheduled: it is published ', time(schedule.at),
        ` (${schedule.at}). Publishing here replaces the schedule.`]));
}

function asText(live, mine) {
  const holder = h('div', {});
  return h('details', { class: 'as-text', on: { toggle: (event) => {
    if (event.target.open && holder.childElementCount === 0) fill(holder,
      linesView(live.definition, mine, 'The difference as JSON'));
  } } }, h('summary', {}, h('span', { class: 'label' }, 'As JSON')), holder);
}

function errors({ refusal, errors: list }) {
  if (!refusal) return null;
  if (refusal.status === 403) return h('div', { class: 'message warn' },
    h('p', {}, 'Your token may not check what publishing would do.'));
  if (list.length === 0) return errorMessage(refusal);
  return h('div', { class: 'message error' },
    h('p', {}, h('strong', {}, list.length === 1 ? '1 error' : `${list.length} errors`),
      '. The server refuses the screen until ', list.length === 1 ? 'it is' : 'they are', ' corrected.'),
    h('ul', { class: 'diagnostics' }, list.map((each) => diagnostic({ ...each, line: undefined }))));
}

/**
 * Findings that do not prevent publication.
 * @param {{ warnings?: import('../kit/openapi').Diagnostic[] }} response
 */
export function warnings({ warnings: list }) {
  if (list === undefined) return null;
  return h('div', { class: 'message warn' },
    h('p', {}, h('strong', {}, list.length === 1 ? '1 warning' : `${list.length} warnings`),
      '. The screen can be published all the same.'),
    h('ul', { class: 'diagnostics' }, list.map((each) => diagnostic({ ...each, line: undefined }))));
}

/**
 * The items that supported releases of the app cannot show.
 * @param {{ impact?: any[], impactCount?: number, refusal?: any }} response
 */
export function impact({ impact: list, impactCount, refusal }) {
  if (refusal || list === undefined) return null;
  if (list.length === 0) return h('section', {}, h('h3', {}, 'Releases'),
    h('p', {}, 'Every supported release shows all items.'));
  const releases = new Map();
  for (const entry of list) releases.set(entry.release, [...(releases.get(entry.release) ?? []), entry]);
  return h('section', {}, h('h3', {}, 'Releases'), h('p', {}, 'Supported releases that cannot show every item:'),
    h('ul', { class: 'release-impact' }, [...releases].map(([release, entries]) => {
      const words = (effect) => {
        const items = [...new Set(entries.filter((entry) => entry.effect === effect).map(({ item }) => item))];
        return items.length === 0 ? null : [effect === 'dropped' ? h('span', { class: 'badge bad' }, 'leaves out')
          : h('span', { class: 'badge warn' }, 'shows a fallback for'), ' ', items.join(', '), ' '];
      };
      const variants = [...new Set(entries.map(({ variant }) => variant).filter(Boolean))];
      return h('li', {}, h('strong', {}, release), ' ', words('dropped'), words('fallback'),
        variants.length > 0 ? [h('span', { class: 'soft' }, variants.length === 1 ? 'in the variant ' : 'in the variants '),
          variants.map((variant) => [h('span', { class: 'badge' }, combinationWords(variant)), ' '])] : null);
    })),
    impactCount ? h('p', { class: 'soft' }, `${impactCount} effects in all; ${list.length} are listed.`) : null);
}

/** Shows what the last requests would get from `against`, below a heading `h2` or `h3`. */
export async function replayed(element, against, heading) {
  try {
    const { json } = await post('/admin/replay', { set: '', json: { ...against, requests: { last: 10_000 } } });
    if (json.requests === 0) return;
    const words = [[json.changed, 'change'], [json.downgraded, 'lose an item'], [json.empty, 'become empty'],
      [json.problems, 'get an error']].map(([count, what]) => `${count || 'none'} ${what}`);
    fill(element, h(heading, {}, 'Recorded requests'),
      h('p', {}, `Of the last ${json.requests} requests ${words.join(', ')}.`));
  } catch (error) {
    if (error.type !== 'no-journal') fill(element, errorMessage(error));
  }
}

const percent = (share) => `${Math.round(share * 10_000) / 100} %`;

function shareWords({ entering, leaving, moving }) {
  const parts = [[entering, 'enter'], [leaving, 'leave'], [moving, 'change their variant']]
    .filter(([share]) => share > 0)
    .map(([share, words], index) => `${percent(share)}${index === 0 ? ' of all users' : ''} ${words}`);
  return parts.length === 0 ? 'nobody enters, leaves or changes the variant' : parts.join(', ');
}

/** Who enters, leaves and changes the variant of an experiment. */
export function reassignment({ reassignments = [] }, allow) {
  if (reassignments.length === 0) return null;
  const moves = reassignments.some(({ shares }) => shares.moving > 0);
  return h('section', {}, h('h3', {}, 'Experiments'),
    h('ul', {}, reassignments.map(({ experiment, shares }) => h('li', {}, h('strong', {}, experiment), ': ',
      shareWords(shares),
      shares.conditionChanged ? '; the condition changes too, so the shares are of those whom it admits' : '', '.'))),
    moves ? h('div', { class: 'message warn' },
      h('p', {}, 'Users who change their variant make the results from before and after incomparable.'),
      allow && h('div', { class: 'check' }, allow,
        h('label', { for: allow.id }, 'Allow it: move these users'))) : null);
}

/** A choice of now or a time, with the time zone in words and the time in UTC. */
export function whenToPublish() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const soon = new Date(Date.now() + 3_600_000);
  soon.setMinutes(0, 0, 0);
  const input = h('input', { type: 'datetime-local', value: localText(soon), min: localText(new Date()) });
  const said = h('p', { class: 'help' });
  const place = field('Time', input, { help: `In your time zone, ${zone}.` });
  place.append(said);
  const now = h('input', { type: 'radio', name: 'when', id: 'when-now', checked: true });
  const later = h('input', { type: 'radio', name: 'when', id: 'when-later' });
  /** @type {(action: string) => void} */
  let listener = () => {};
  const update = () => {
    place.hidden = !later.checked;
    setError(place, '');
    const date = new Date(input.value);
    said.textContent = Number.isNaN(date.getTime()) ? ''
      : `${date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })}, which is `
        + `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    listener(later.checked ? 'Schedule' : 'Publish');
  };
  for (const control of [now, later]) control.addEventListener('change', update);
  input.addEventListener('input', update);
  const element = h('fieldset', { class: 'publish-when' }, h('legend', {}, 'When'),
    h('div', { class: 'check' }, now, h('label', { for: now.id }, 'Now')),
    h('div', { class: 'check' }, later, h('label', { for: later.id }, 'At a time')), place);
  update();
  return {
    element,
    onChange(callback) { listener = callback; update(); },
    /** Undefined for now, a time as text, or null if the time is missing or has passed. */
    value() {
      if (!later.checked) return undefined;
      const date = new Date(input.value);
      if (Number.isNaN(date.getTime()) || date <= new Date()) {
        setError(place, Number.isNaN(date.getTime()) ? 'Enter a date and a time.'
          : 'This time has passed. Choose a later one, or publish now.');
        input.focus();
        return null;
      }
      return date.toISOString();
    },
  };
}

// MARK: Conflicts

/** Merges the draft with that of another person, and then with the live version: both may have changed. */
async function resolveConflict({ server, mine, draftTag, baseVersion, live, draft }) {
  let own = mine;
  let base = baseVersion;
  const versionName = (version) => (version === 0 ? 'An empty screen' : `Version ${version}`);
  const isOther = draft !== undefined && draft.tag !== draftTag && !equal(draft.root, mine);
  if (isOther) {
    const merged = await mergeDialog({ route: server.route, base: await definitionOf(server.path, base),
      theirs: draft.root, mine: own,
      titles: { base: versionName(base), theirs: `The draft of ${draft.by}`, mine: 'Your draft' } });
    if (merged === undefined) return undefined;
    own = parse(merged);
    base = draft.baseVersion;
  }
  if (live.version !== base && !live.isDeleted) {
    const merged = await mergeDialog({ route: server.route, base: await definitionOf(server.path, base),
      theirs: live.definition, mine: own,
      titles: { base: versionName(base),
        theirs: `Version ${live.version}${live.newest ? ` by ${live.newest.by}` : ''}`, mine: 'Your draft' } });
    if (merged === undefined) return undefined;
    own = parse(merged);
    base = live.version;
  }
  say('The changes are merged. Look through them, then publish.');
  return { merged: stringify(own, { indent: true }), baseVersion: base, draftTag: draft?.tag };
}
