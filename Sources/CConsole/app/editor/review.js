// The dialog that publishes a draft: its differences from the live version, their effects on apps, and the time.
import { h, fill } from '../kit/dom.js';
import { get, live as inForce, messageHeader, post, put, can, changeSet, routePath, Problem } from '../kit/api.js';
import { button, dialog, diagnostic, errorMessage, field, progress, say, time, refusal } from '../kit/ui.js';
import { equal, parse, stringify } from '../kit/json.js';
import { emptyDefinition } from './compare.js';
import { linesView } from './compare-view.js';
import { draftIfAny } from './autosave.js';
import { mergeDialog } from './conflict.js';
import { reviewComments } from '../comments/thread.js';
import { every } from '../pages/live.js';
import { changesBetween, changesView, pagesOf } from '../review/changes-view.js';
import { addReplay, effects, isOfGate } from '../review/effects.js';
import { whenToPublish } from '../review/when.js';
import { guardChoice } from '../rollouts/guard-choice.js';
import { openRolloutOf, rolloutLink, rolloutSentence } from '../rollouts/open-rollout.js';

/**
 * Shows the differences of `text` from what is live now and publishes it.
 *
 * `draftTag` is the entity tag of the draft that the text was saved as, if it was; `baseVersion` the version that it
 * began from. Resolves to `{ version, rollout }`, `{ scheduled }` (a time as text), `{ merged, baseVersion, draftTag }` after a
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
    const { json } = await put(server.path, { query: { dryRun: true, allowReassignment: true,
      supersede: changeSet.name ? undefined : true }, body: text });
    return { errors: [], ...json };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { errors: error.errors, refusal: error };
  }
}

/** @param {{ server: { path: `/admin/screens/${string}`, route: string }, [name: string]: any }} review */
function reviewDialog({ server, mine, text, draftTag, baseVersion }) {
  const body = h('div', { class: 'review' });
  const message = h('input', { type: 'text', maxlength: '300', dir: 'auto', autocomplete: 'off',
    placeholder: 'Why? The history shows it.', autofocus: can('publish') && matchMedia('(min-width: 44rem)').matches });
  const allow = h('input', { type: 'checkbox', id: 'allow-reassignment' });
  const when = whenToPublish();
  const audience = guardChoice({ path: server.path, text });
  const ends = h('input', { type: 'checkbox', id: 'end-rollout' });
  const problem = h('div', {});
  /** The message and the time stay in sight at the foot. */
  const publication = h('div', { class: 'publication' }, field('Message', message),
    changeSet.name ? null : [when.element, audience.element]);
  /** The version that the draft is published over; another one than `baseVersion` once it was seen to be harmless. */
  let base = baseVersion;
  /** Why the draft cannot be published yet; empty if it can. */
  let reason = '';
  let close;
  let publish;
  let found;
  let comments;

  const finished = dialog({
    title: changeSet.name ? `Review and save in ${changeSet.name}` : 'Review and publish', wide: true,
    content: (end) => { close = end; return body; },
    actions: (end, element) => {
      element.classList.add('review-dialog');
      element.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      });
      publish = button(changeSet.name ? 'Save in change set' : 'Publish', { kind: 'primary', on: () => send() });
      block('The differences are still being read.');
      return [publication, button('Cancel', { on: () => end() }), publish];
    },
  });

  function block(text) {
    reason = text;
    for (const [name, value] of [['aria-disabled', 'true'], ['aria-description', text], ['title', text]]) {
      if (text) publish.setAttribute(name, value); else publish.removeAttribute(name);
    }
  }

  async function read() {
    const [live, draft, dryRun, rollout] = await Promise.all(
      [loadLive(server), draftIfAny(server.route), rehearse(server, text), openRolloutOf(server.route)]);
    found = { live, draft, dryRun, rollout, changes: await changesBetween(live.definition, mine) };
    // If the draft began from a deletion or was rolled back, there is nothing to merge.
    if (live.version !== base && equal(await definitionOf(server.path, base), live.definition)) base = live.version;
    show();
  }

  function conflictNow() {
    const { live, draft } = found;
    if (found.changes.isEmpty) return undefined;
    if (draft && draft.tag !== draftTag && !equal(draft.root, mine)) return { kind: 'draft', live, draft };
    if (live.version !== base) return { kind: live.isDeleted ? 'deleted' : 'version', live, draft };
    return undefined;
  }

  function show() {
    const { live, draft, dryRun, rollout, changes } = found;
    const conflict = conflictNow();
    if (conflict) block('Merge the changes first.');
    else if (!can('publish')) block(refusal('publish', 'Publishing'));
    else if (changes.isEmpty) block(`Nothing differs: version ${live.version} is the same.`);
    else if (dryRun.refusal) block(dryRun.errors.some((each) => !isOfGate(each)) ? 'Correct the errors first.' : dryRun.refusal.message);
    else block('');
    if (!changeSet.name) when.onChange((label) => { publish.querySelector('span').textContent = label; });
    publication.hidden = !can('publish') || Boolean(conflict) || changes.isEmpty;
    // Without an old version there is nothing to compare with.
    audience.element.hidden = live.version === 0 || Boolean(live.isDeleted);
    audience.supersedes = rollout !== undefined;
    const chips = effects(dryRun, allow);
    comments = refusal('edit', 'Commenting') ? undefined : reviewComments({ route: server.route });
    fill(body,
      conflict ? conflictNotice(conflict, () => {
        if (conflict.kind !== 'deleted') { close({ conflict }); return; }
        base = live.version;
        show();
        message.focus();
      }) : null,
      draft?.schedule && !conflict ? scheduleNotice(draft.schedule) : null,
      rollout && !conflict ? rolloutWarning(rollout, server.route, ends) : null,
      errors(dryRun),
      h('p', { class: 'soft' }, liveWords(live), conflict ? ' Your draft differs from it:'
        : ` This makes version ${live.version + 1}.`,
      changeSet.name ? ` Apps get this when the change set ${changeSet.name} is published.` : null),
      chips,
      changes.isEmpty ? h('p', {}, `The draft is the same as what is ${inForce}.`)
        : changesView(changes, {
          before: live.version > 0 && !live.isDeleted ? pagesOf(server.route, { version: live.version }) : undefined,
          // The draft ends with the publication, and its pictures may come after that.
          after: pagesOf(server.route, { definition: mine }), definition: mine, comments: comments?.of }),
      comments?.others, changes.isEmpty ? null : asText(live, mine), problem);
    comments?.load().catch(() => {});
    // Only what is saved can be replayed. A change set is replayed as a whole, in its view.
    if (!changeSet.name && !dryRun.refusal && !changes.isEmpty && draft && equal(draft.root, mine)) {
      addReplay(chips, { against: 'draft', route: server.route });
    }
    say(conflict ? `Another version is ${inForce} than the one that the draft began from.`
      : `Not published yet: ${changes.summary}.`);
  }

  async function send() {
    if (reason) { say(reason); return; }
    if (found.dryRun.reassignments?.some(({ shares }) => shares.moving > 0) && !allow.checked) {
      fill(problem, h('div', { class: 'message warn', role: 'alert' },
        h('p', {}, 'This moves users between the variants of a running experiment. ',
          `Allow it above, or go back to the weights that are ${inForce}.`)));
      allow.closest('details').open = true;
      allow.focus();
      return;
    }
    if (found.rollout && !ends.checked) {
      fill(problem, h('div', { class: 'message warn', role: 'alert' }, h('p', {}, 'A rollout of this screen is open. '
        + 'Publishing ends it: allow that above, or wait for its end.')));
      ends.focus();
      return;
    }
    const at = when.value();
    const query = audience.value();
    if (at === null || query === undefined) return;
    block('Wait for the response.');
    problem.replaceChildren();
    try {
      const tag = await savedTag();
      const { json } = await post(`${server.path}/publish`, {
        query: { allowReassignment: allow.checked || undefined, supersede: found.rollout && true, ...query }, json: at ? { at } : undefined,
        headers: { 'If-Match': tag, ...messageHeader(message.value) },
      });
      if ('schedule' in json) {
        say(`${server.route} will be published ${new Date(json.schedule.at).toLocaleString(undefined,
          { dateStyle: 'full', timeStyle: 'short' })}.`);
        close({ scheduled: json.schedule.at });
      } else {
        close({ version: json.version, rollout: json.rollout });
      }
    } catch (error) {
      block('');
      if (['draft-outdated', 'rollout-running'].includes(error.type) || error.status === 412) await meet();
      else if (!audience.refuse(error)) fill(problem, errorMessage(error));
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
    publication.hidden = !can('publish');
    fill(body, progress(reading));
    read().catch((error) => fill(body, errorMessage(error, begin)));
  };
  begin();
  const end = every(10, () => comments?.load());
  return finished.finally(end);
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

/** Says that publishing ends an open rollout; `ends` is the box that allows it. */
function rolloutWarning(rollout, route, ends) {
  return h('div', { class: 'message warn' }, h('p', {}, h('strong', {}, rolloutSentence(rollout, route)), ' ',
    rolloutLink(rollout)),
  h('div', { class: 'check' }, ends, h('label', { for: ends.id }, 'End its rollout in favour of this version')));
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
  // The chips list what the gates count.
  if (list.every(isOfGate)) return errorMessage(Object.assign(refusal, { errors: [] }));
  return h('div', { class: 'message error' },
    h('p', {}, h('strong', {}, list.length === 1 ? '1 error' : `${list.length} errors`),
      '. The server refuses the screen until ', list.length === 1 ? 'it is' : 'they are', ' corrected.'),
    h('ul', { class: 'diagnostics' }, list.map((each) => diagnostic({ ...each, line: undefined }))));
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
