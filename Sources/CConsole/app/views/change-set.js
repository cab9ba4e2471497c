// A change set: its changes in pictures, what prevents its publication, and its publication.
import { h, fill } from '../kit/dom.js';
import { changeSet, get, post, put, remove, routePath } from '../kit/api.js';
import { base, href } from '../kit/router.js';
import { button, diagnostic, disable, say, time, needs, refusal, copyButton } from '../kit/ui.js';
import { parse } from '../kit/json.js';
import { emptyDefinition } from '../editor/compare.js';
import { mergeDialog } from '../editor/conflict.js';
import { definitionOf } from '../editor/review.js';
import { compatibilityReport } from '../pages/compatibility.js';
import { every } from '../pages/live.js';
import { head, load, section } from '../pages/load.js';
import { askReason } from '../pages/message.js';
import { count, listed } from '../pages/text.js';
import { reviewComments } from '../comments/thread.js';
import { changesBetween, changesView, pagesOf } from '../review/changes-view.js';
import { addReplay, effects, reassignment } from '../review/effects.js';
import { verdicts, warning } from '../review/verdicts.js';
import { whenToPublish } from '../review/when.js';
import { goTo } from './change-set-bar.js';
import { stateWords } from './change-sets.js';
import { guestLinkDialog } from './guest-link.js';

export function title({ name }) { return `Change set ${name}`; }

const effectKinds = { created: 'good', deleted: 'bad', updated: 'warn' };

export async function show(outlet, { name }) {
  /** @type {`/admin/changesets/${string}`} */
  const path = `/admin/changesets/${encodeURIComponent(name)}`;
  const inSet = { set: `/c/${name}` };
  const onServer = { set: '' };
  const root = `/console/c/${name}`;
  /** The comments on each screen. */
  let talks = [];
  let set;
  let shown;
  let tag;
  await refresh();
  // What somebody writes must not go away.
  const onVisible = () => { if (!document.hidden && shown && !outlet.querySelector('.comment-form')) refresh(); };
  document.addEventListener('visibilitychange', onVisible);
  const end = every(10, () => Promise.all(talks.map((comments) => comments.load())));
  return () => { end(); document.removeEventListener('visibilitychange', onVisible); };

  async function refresh() {
    const render = ({ text, json, headers }) => {
      set = json;
      shown = text;
      tag = headers.get('ETag');
      return content();
    };
    if (!shown) {
      await load(outlet, 'Loading the change set', () => get(path), render);
      return;
    }
    const found = await get(path);
    // Keep the pictures and the focus of what has not changed.
    if (found.text !== shown) fill(outlet, render(found));
  }

  /** After an action: shows the set again, announces the result, and keeps the focus on the page. */
  async function done(words) {
    if (!words) return;
    await refresh();
    const heading = outlet.querySelector('h1');
    if (heading && !outlet.contains(document.activeElement)) {
      heading.tabIndex = -1;
      heading.focus();
    }
    say(words);
  }

  function content() {
    talks = [];
    const isOpen = set.state === 'open';
    const isEmpty = set.changes.length === 0;
    const publish = action('publish', 'Publish', askToPublish, 'primary');
    if (!set.isPublishable) disable(publish, set.conflicts.length > 0 ? 'Decide the conflicts first.'
      : 'Correct the problems first.');
    const link = location.origin + href(`/changesets/${name}`, {}, '/console');
    const appURL = location.origin + inSet.set;
    return [
      head(name, { about: set.message, actions: [
        isOpen && changeSet.name !== name ? button('Switch to change set', { kind: isEmpty ? 'primary' : 'plain',
          on: () => goTo(root, `You work in the change set ${name}.`, '/screens') }) : null,
        set.schedule ? action('publish', 'Cancel schedule', cancel) : null,
        isOpen ? !isEmpty && publish : action('publish', 'Roll back', askToRollBack, 'danger'),
        isOpen ? action('edit', 'Guest link', () => guestLinkDialog(name)) : null,
        action('edit', 'Delete', askToDelete, 'danger'),
      ] }),
      set.schedule?.error ? h('div', { class: 'message error' }, h('p', {}, 'The set was to be published ',
        time(set.schedule.at), `, and was not: ${set.schedule.error}`)) : null,
      h('dl', { class: 'facts' },
        fact('State', stateWords({ ...set, name: '' })),
        fact('Created', [time(set.createdAt), ` by ${set.by}, from revision ${set.baseRevision}`]),
        set.expiresAt ? fact('Expires', time(set.expiresAt)) : null,
        fact('Link', [h('a', { href: link }, link), ' ', copyButton(link, { label: 'Copy link', what: 'The link' })]),
        isOpen ? fact('For apps', [h('code', {}, appURL), ' ',
          copyButton(appURL, { label: 'Copy base URL', what: 'The base URL' })]) : null),
      against(),
      verdicts(set, { done, judge: (verdict, message) => post(`${path}/reviews`,
        { ...ifAsShown(), json: { verdict, ...(message && { message }) } }).then(() => undefined, changedMeanwhile) }),
      isEmpty ? h('p', { class: 'panel' }, 'The set changes nothing yet. Switch to it and edit as usual.') : null,
      set.screens.length > 0 ? section('Screens', set.screens.map(screen)) : null,
      set.documents.length > 0 ? section('Documents', set.documents.map(({ subject, effect, compatibility }) =>
        h('section', { class: 'change' }, h('h3', {}, subjectLink(subject), ' ', isOpen ? badge(effect) : null),
          compatibility && isOpen ? compatibilityReport(compatibility) : null))) : null,
      set.drafts.length > 0 && isOpen ? section('Drafts', h('p', {}, 'Drafts are not published with the set. Open '
        + 'each to save it in the set or to discard it.'),
      h('ul', {}, set.drafts.map((route) => h('li', {}, subjectLink(`screens/${route}`))))) : null,
    ];
  }

  /** A button that needs a scope on the server; `subject` is the object of the action, if it is not the set. */
  function action(scope, label, on, kind, subject) {
    return needs(scope, `“${label}”`, button(label,
      { kind, on, 'aria-label': subject ? `${label}: ${subject}` : null }), {});
  }

  function fact(term, value) { return [h('dt', {}, term), h('dd', {}, value)]; }

  function badge(effect) {
    return h('span', { class: `badge ${effectKinds[effect] ?? ''}` }, effect);
  }

  /** A link to a subject in the set, if it has a view. */
  function subjectLink(subject) {
    const [, kind, id] = /^([^/]+)\/(.*)$/.exec(subject);
    const view = { 'screens': routePath('/screens/', id), 'view-types': routePath('/view-types/', id) }[kind];
    const place = set.state === 'open' ? root : '/console';
    return view ? h('a', { href: href(view, {}, place) }, subject) : subject;
  }

  // What prevents the publication

  function against() {
    const { conflicts, problems } = set;
    if (conflicts.length + problems.length === 0) {
      const holder = h('div', { class: 'effects' });
      if (set.state === 'open') addReplay(holder, { against: 'changeset', name });
      return holder;
    }
    return h('div', {},
      conflicts.length === 0 ? null : section('Conflicts',
        h('p', {}, 'The server has changed since this set was created. Decide what the set publishes.'),
        conflicts.some((one) => one.conflicts.length === 0)
          ? action('edit', 'Take over what does not conflict', rebase, 'primary') : null,
        conflicts.map(conflict)),
      problems.length === 0 ? null : section('Problems',
        h('p', {}, 'The server refuses the set until these are corrected.'),
        problems.map(({ subject, errors }) => h('section', { class: 'change' }, h('h3', {}, subjectLink(subject)),
          h('ul', { class: 'diagnostics' }, errors.map(diagnostic))))));
  }

  function conflict(one) {
    const { subject, conflicts } = one;
    const sides = h('div', { class: 'sides' });
    const element = h('section', { class: 'change' }, h('h3', {}, subjectLink(subject)),
      h('p', {}, conflicts.length === 0 ? 'The changes do not conflict.' : ['Both sides changed ',
        h('strong', {}, conflicts[0] === '/' ? 'the document' : listed(conflicts)), '.']), sides,
      h('div', { class: 'toolbar' }, choices(one)));
    load(sides, 'Comparing both sides', () => bothSides(one), ([ours, theirs]) => [
      h('div', {}, h('h4', {}, 'This set'), ours), h('div', {}, h('h4', {}, 'The server'), theirs)]);
    return element;
  }

  function choices({ subject, conflicts, current: version, base }) {
    const choose = (label, side, text) => action('edit', label,
      () => ask(label, text, () => resolve(subject, side), subject).then(done), 'plain', subject);
    const route = /^screens\/(.*)$/.exec(subject)?.[1];
    return [
      conflicts.length > 0 && route && base > 0 && version > 0
        ? action('edit', 'Decide by item', () => decide(route, base), 'primary', subject) : null,
      choose('Keep ours', 'ours', 'Publishing the set replaces what the server has, with all that was changed there.'),
      choose('Take theirs', 'theirs', 'The set gives up all that it changes here.')];
  }

  /** The change of each side where both changed the same, in words. */
  async function bothSides({ subject, base, ours, theirs, conflicts }) {
    const route = /^screens\/(.*)$/.exec(subject)?.[1];
    if (!route) return [ours, theirs].map(patchList);
    const source = routePath('/admin/screens/', route);
    const [before, mine, other] = await Promise.all([definitionOf(source, base, onServer),
      current(source, inSet), current(source, onServer)]);
    const isDisputed = ({ id }) => conflicts.includes(id) || conflicts.every((place) => place.startsWith('/'));
    return Promise.all([{ node: mine, ...inSet }, { node: other, ...onServer }].map(async ({ node, ...place }) => {
      const changes = await changesBetween(before, node);
      const groups = changes.groups.map((group) => ({ ...group, items: group.items.filter(isDisputed) }));
      return changesView({ ...changes, groups }, { definition: node, after: pagesOf(route, place),
        before: base > 0 ? pagesOf(route, { version: base, ...onServer }) : undefined });
    }));
  }

  function patchList({ patch }) {
    return h('ul', {}, patch.map(({ op, path: place, value }) => h('li', {}, h('code', {}, place), ' ',
      op === 'remove' ? 'is removed' : op === 'add' ? 'is new: ' : 'becomes ',
      value === undefined ? null : h('ins', {}, JSON.stringify(value)))));
  }

  async function resolve(subject, side) {
    await post(`${path}/rebase`, { json: { resolve: { [subject]: side } } });
    return side === 'ours' ? `The change set keeps its ${subject}.` : `The change set no longer changes ${subject}.`;
  }

  async function rebase() {
    const { json } = await post(`${path}/rebase`, { json: {} });
    await done(`Taken over: ${listed(json.rebased) || 'nothing'}. Left to decide: ${json.conflicts.length}.`);
  }

  /** Merges both sides of a screen in a dialog, and saves the result in the set. */
  async function decide(route, base) {
    const source = routePath('/admin/screens/', route);
    const [before, mine, theirs] = await Promise.all([definitionOf(source, base, onServer), get(source, inSet),
      current(source, onServer)]);
    const merged = await mergeDialog({ route, base: before, theirs, mine: parse(mine.text),
      titles: { base: `Version ${base} of the server`, theirs: 'The server', mine: 'This change set' } });
    if (merged === undefined) return;
    await put(source, { ...inSet, body: merged, headers: { 'If-Match': mine.headers.get('ETag') } });
    await resolve(`screens/${route}`, 'ours');
    await done(`Both sides of ${route} are merged in the change set.`);
  }

  // Screens

  function screen({ route, effect, reassignments, ...rest }) {
    const holder = h('div', {});
    load(holder, `Comparing ${route}`, async () => {
      const sides = await (set.state === 'open' ? sidesOfOpen(route, effect) : sidesOfPublished(route));
      if (!sides) return undefined;
      const [before, after] = sides;
      const changes = await changesBetween(before.definition ?? emptyDefinition, after.definition ?? emptyDefinition);
      return { before, after, changes };
    },
      (compared) => {
        if (!compared) return h('p', {}, 'The version of this change set is not kept.');
        const { before, after, changes } = compared;
        const comments = refusal('edit', 'Commenting', {}) ? undefined : reviewComments({ route, ...inSet,
          lock: set.state === 'open' ? '' : 'The change set is published. Its comments can only be read.' });
        const view = changesView(changes, { before: before.pages, after: after.pages, comments: comments?.of,
          definition: after.definition ?? emptyDefinition });
        comments?.load().then(() => talks.push(comments), () => {});
        return [
          h('p', { class: 'soft' }, after.definition ? changes.summary : 'The screen is deleted.'),
          effects({ ...rest, reassignments }),
          view, comments?.others,
        ];
      });
    return h('section', { class: 'change' }, h('h3', {}, subjectLink(`screens/${route}`), ' ',
      set.state === 'open' ? badge(effect) : null), holder);
  }

  async function sidesOfOpen(route, effect) {
    const side = async (isThere, place) => (isThere ? { pages: pagesOf(route, place),
      definition: await current(routePath('/admin/screens/', route), place) } : {});
    return Promise.all([side(effect !== 'created', onServer), side(effect !== 'deleted', inSet)]);
  }

  /** The versions before and after the publication. */
  async function sidesOfPublished(route) {
    const source = routePath('/admin/screens/', route);
    const { versions } = (await get(`${source}/versions`, { query: { limit: 200 }, ...onServer })).json;
    const index = versions.findIndex(({ publishedAt }) => publishedAt === set.publishedAt);
    if (index < 0) return undefined;
    return Promise.all([versions[index + 1], versions[index]].map(async (one) => (one && one.via !== 'delete'
      ? { pages: pagesOf(route, { version: one.version, ...onServer }),
        definition: await definitionOf(source, one.version, onServer) } : {})));
  }

  /** The current definition on the server or in the set; an empty one if it was deleted. */
  async function current(source, place) {
    return get(source, place).then(({ text }) => parse(text), (error) => {
      if (error.status !== 404 && error.status !== 410) throw error;
      return emptyDefinition;
    });
  }

  // Publishing, rolling back, deleting

  async function askToPublish() {
    const when = whenToPublish();
    const allow = h('input', { type: 'checkbox', id: 'allow-reassignment' });
    const reassignments = set.screens.flatMap((one) => one.reassignments ?? []);
    const moves = h('div', {}, reassignment({ reassignments }, allow));
    const asShown = ifAsShown();
    const { json } = await post(`${path}/publish`, { query: { dryRun: true, allowReassignment: true } });
    const plan = /** @type {import('../kit/openapi').PublishedChangeSet} */ (json);
    const asked = askReason({
      title: `Publish: ${name}`, action: 'Publish', help: null,
      content: h('div', { class: 'review' },
        h('p', {}, 'Apps get all of it at once, as one revision. All of it can be rolled back.'),
        h('ul', {}, plan.screens.map(({ route, version }) => h('li', {}, h('strong', {}, route),
          set.screens.some((one) => one.route === route && one.effect === 'deleted') ? ' is deleted'
            : ` becomes version ${version}`)),
        plan.documents.map((subject) => h('li', {}, h('strong', {}, subject)))),
        set.drafts.length > 0 ? h('p', { class: 'message warn' }, `${count(set.drafts.length, 'draft')} in the set `
          + `${set.drafts.length === 1 ? 'is' : 'are'} not published: ${listed(set.drafts)}.`) : null,
        warning(set), moves, when.element),
      apply: async () => {
        const at = when.value();
        if (at === null) throw new Error('Choose a time in the future.');
        try {
          const { json } = await post(`${path}/publish`, { ...asShown,
            query: { allowReassignment: allow.checked || undefined }, json: at ? { at } : {} });
          return 'schedule' in json
            ? `The change set ${name} will be published ${new Date(json.schedule.at).toLocaleString()}.`
            : `Published the change set ${name} as revision ${json.revision}.`;
        } catch (error) {
          return refused(error, moves, allow);
        }
      },
    });
    when.onChange((label) => { document.querySelector('dialog footer .primary span').textContent = label; });
    await done(await asked);
  }

  /** A precondition: the set must be the one that the page shows. */
  function ifAsShown() { return { headers: { 'If-Match': tag } }; }

  /** The announcement if others have changed something since the page was read; the page then shows the set again. */
  function changedMeanwhile(error) {
    if (error.status === 412) return 'Nothing was done: others have changed something since. Look at the set again.';
    if (/^(changeset-|invalid-changeset)/.test(error.type)) return error.message;
    throw error;
  }

  /** What to say of a refused publication or rollback. If it moves users, shows whom in `moves`, and asks to allow it. */
  function refused(error, moves, allow) {
    if (error.type !== 'reassigns-units') return changedMeanwhile(error);
    fill(moves, reassignment(error.document, allow));
    throw new Error('Allow it above to move these users.');
  }

  async function cancel() {
    await remove(`${path}/publish`);
    await done('The schedule is cancelled. The change set stays open.');
  }

  /** Asks before an action; resolves to its announcement, or undefined. */
  function ask(label, text, apply, subject = name) {
    return askReason({ title: `${label}: ${subject}`, action: label, kind: 'danger', help: null,
      content: typeof text === 'string' ? h('p', {}, text) : text, apply });
  }

  async function askToRollBack() {
    const allow = h('input', { type: 'checkbox', id: 'allow-reassignment' });
    const moves = h('div', {});
    const words = h('div', {}, h('p', {}, `This brings back what was before in ${listed(set.changes)}. The change set is `
      + 'open again and keeps its changes.'), moves);
    const asShown = ifAsShown();
    await done(await ask('Roll back', words, async () => {
      try {
        const { json } = await post(`${path}/rollback`, { ...asShown,
          query: { allowReassignment: allow.checked || undefined } });
        return `Rolled back the change set ${name} as revision ${json.revision}. It is open again.`;
      } catch (error) {
        return refused(error, moves, allow);
      }
    }));
  }

  async function askToDelete() {
    const asShown = ifAsShown();
    let isDeleted = false;
    const words = await ask('Delete', set.state === 'open'
      ? 'Its changes and drafts are lost. The server stays unchanged.'
      : 'What it has published stays. It can no longer be rolled back as one.', async () => {
      try {
        await remove(path, asShown);
      } catch (error) {
        return changedMeanwhile(error);
      }
      isDeleted = true;
      return `The change set ${name} is deleted.`;
    });
    // A page within the set cannot stay in it.
    if (isDeleted) goTo(changeSet.name === name ? '/console' : base, words, '/changesets');
    else await done(words);
  }
}
