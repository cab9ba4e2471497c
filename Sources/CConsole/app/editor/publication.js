// From the draft to the live version and back: review, publish, discard, and publications by others.
import { h } from '../kit/dom.js';
import {
  address, can, changeSet, get, live as inForce, messageHeader, post, remove, routePath, session,
} from '../kit/api.js';
import { href, navigate, reload } from '../kit/router.js';
import { button, confirm, relativeTime, say, time } from '../kit/ui.js';
import { equal } from '../kit/json.js';
import { stream } from '../pages/live.js';
import { rolloutNotice } from '../rollouts/open-rollout.js';
import { audienceWords } from '../rollouts/rollout-words.js';
import { review } from './review.js';
import { mergeDialog } from './conflict.js';
import { DraftSaver, loadVersion } from './autosave.js';
import { frozen } from './scope.js';
import { array } from './layout.js';
import { setDisabled } from './controls.js';

/** The definition of a new screen. */
export const emptyScreen = { kind: 'object', members: [{ name: 'items', value: array([]) }] };

const fullTime = (text) => new Date(text).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });

/**
 * The life of the draft of a page. `page` has `route`, `model`, `scope`, `findings`, `preview`, `live` (the version
 * that apps get: `{ root, version }`), `lock()`, `render()`, `notice(name, kind, words, buttons)` and `drop(name)`.
 */
export function publication(page) {
  const { route, model } = page;
  const path = routePath('/admin/screens/', route);
  let isReviewing = false;
  let unseen;
  let stopWatching;
  /** @type {ReturnType<typeof rolloutNotice> | undefined} */
  let rollouts;

  const saver = new DraftSaver({ route, model, resolve: bringTogether, snapshot: () => frozen(page.scope) });
  saver.addEventListener('saved', (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    page.findings.set(detail.errors, detail.sent);
    ['draft', 'schedule'].forEach(page.drop);
    page.render();
    page.preview.setSource({ hasDraft: true, blocked: page.findings.blocking,
      placeholders: page.findings.placeholders });
    page.preview.saved(saver.saved);
  });

  function begin(draft) {
    saver.begin({
      root: draft || page.live ? model.root : undefined, tag: draft?.tag,
        isHeld: Boolean(draft?.schedule && !draft.schedule.error),
      baseVersion: draft?.baseVersion ?? page.live?.version ?? 0, at: draft && new Date(draft.savedAt),
    });
    watch();
    rollouts = rolloutNotice(page);
    if (draft) sayOrigin(draft);
    else if (!page.live) page.notice('new', '',
      `There is no screen at ${route} yet. What you add here is kept as a draft until you publish it.`);
  }

  /** Says whose draft this page continues, and what is scheduled for it. */
  function sayOrigin(draft) {
    const { live } = page;
    const isOld = live && draft.baseVersion !== live.version;
    // When one's own draft was saved stands in the head.
    if (isOld || draft.by !== session.current.name) page.notice('draft', '', [
      `This draft was last saved by ${draft.by} `, time(draft.savedAt),
      isOld ? `. It began from version ${draft.baseVersion}; version ${live.version} is ${inForce}.` : '.',
    ], [
      isOld ? setDisabled(button(`Merge version ${live.version}`, { on: bringIn }), page.lock()) : null,
      setDisabled(button('Discard draft', { on: discard }), page.lock())]);
    const { schedule } = draft;
    if (!schedule) return;
    page.notice('schedule', schedule.error ? 'error' : 'warn', schedule.error
      ? `The draft was to be published on ${fullTime(schedule.at)}, and was not: ${schedule.error}`
      : `${schedule.by} has planned to publish the draft on ${fullTime(schedule.at)}. Saving a change cancels that.`,
    schedule.error ? [] : [setDisabled(button('Cancel the schedule', { on: cancelSchedule }),
      can('publish') ? '' : 'Cancelling needs a token with the scope publish.')]);
  }

  /** Merges another person's draft with the edits of this page; resolves to whether that is done. */
  async function bringTogether({ base, root, by, savedAt }) {
    if (equal(root, model.root) || equal(root, base)) return true;
    const text = await mergeDialog({
      route, base: base ?? emptyScreen, theirs: root, mine: model.root,
      titles: {
        base: 'The draft as you saved it', mine: 'Your draft',
        theirs: by ? `The draft of ${by} (saved ${relativeTime(new Date(savedAt))})` : `What is ${inForce} now`,
      },
    });
    if (text === undefined) return false;
    model.replace(text, 'Merge both drafts');
    say('Both drafts are merged.');
    return true;
  }

  async function saveNow() {
    if (saver.state.kind === 'conflict') { await saver.meet(); return; }
    if (!saver.isDirty) { say(saver.tag ? 'The draft is saved.' : 'There is nothing to save yet.'); return; }
    await saver.save();
    if (saver.state.kind === 'saved') say('Draft saved');
  }

  async function openReview() {
    if (isReviewing) return;
    isReviewing = true;
    try {
      if (!await saver.flush()) { say(
        `The draft is not saved, so it cannot be published. ${saver.state.message ?? ''}`); return; }
      if (!saver.tag) {
        say(page.live ? `There is nothing to publish: you see version ${page.live.version}, which is ${inForce}.`
          : 'There is nothing to publish yet. Add an item first.');
        return;
      }
      const { text } = model;
      const result = await review({ route, text, draftTag: saver.tag, baseVersion: saver.baseVersion });
      if (result?.version) await published(result.version, text, result.rollout);
      else if (result?.scheduled) reload();
      else if (result?.merged) await goOnWith(result.merged, result);
    } finally {
      isReviewing = false;
      const event = unseen;
      unseen = undefined;
      if (event) otherVersion(event);
    }
  }

  async function published(version, text, rollout) {
    const before = page.isDeleted ? undefined : page.live?.version;
    page.live = await loadVersion(route);
    page.isDeleted = false;
    // The server has filled in ids that were missing in the draft.
    if (model.text === text) model.replace(page.live.root, `Publish version ${version}`);
    end();
    if (saver.isDirty) saver.edited();
    if (changeSet.name) say(`Saved ${route} in the change set ${changeSet.name}.`);
    else if (rollout) say(`Published version ${version} of ${route} for ${audienceWords(rollout)}`,
      { label: 'Open the rollout', on: () => navigate(href(`/rollouts/${rollout.id}`)) });
    else say(`Published version ${version} of ${route}`, before && { label: 'Undo', on: () => takeBack(version, before) });
    watch();
    page.translated();
    await Promise.all([rollouts?.look(), showVersions()]);
  }

  async function showVersions() {
    const { json } = await get(`${path}/versions`, { query: { limit: 30 } });
    page.preview.setSource({ versions: json.versions });
  }

  /** Publishes what was there before a publication. What was published is a draft again. */
  async function takeBack(version, before) {
    if (isReviewing) return;
    isReviewing = true;
    try {
      // The users that the publication has moved go back.
      const { json } = await post(`${path}/rollback`, { query: { allowReassignment: true }, json: { version: before },
        headers: { 'If-Match': `"${version}"`, ...messageHeader(`Undo version ${version}`) } });
      page.live = await loadVersion(route);
      saver.begin({ root: page.live.root, tag: undefined, baseVersion: page.live.version });
      page.render();
      page.preview.setSource({ version: page.live.version });
      if (saver.isDirty) saver.edited(); else page.preview.reload();
      say(`Undone: version ${json.version} has the content of version ${before}. What you wrote is a draft again.`);
      await showVersions();
    } catch (error) {
      say(`Version ${version} stays: ${error.message}`);
    } finally {
      isReviewing = false;
    }
  }

  /** The draft no longer exists: it was published or discarded. */
  function end() {
    page.preview.setSource({ hasDraft: false, version: page.live?.version, blocked: '', placeholders: 0 });
    saver.begin({ root: page.live?.root ?? model.root, tag: undefined, baseVersion: page.live?.version ?? 0 });
    page.findings.set([], frozen(page.scope));
    ['draft', 'schedule', 'live', 'new'].forEach(page.drop);
    page.render();
    page.preview.reload();
  }

  /**
   * Continues with a text that contains the changes of others.
   * @param {string} text
   * @param {{ baseVersion?: number, draftTag?: string }} outcome
   */
  async function goOnWith(text, { baseVersion, ...result } = {}) {
    page.live = await loadVersion(route);
    saver.baseVersion = baseVersion ?? page.live.version;
    // Undefined means that the server has no draft.
    if ('draftTag' in result) saver.tag = result.draftTag;
    model.replace(text, 'Merge the changes of others');
    page.drop('live');
    page.drop('draft');
    await saver.save();
    page.preview.setSource({ version: page.live.version });
    page.render();
    say(`Your draft now begins from version ${saver.baseVersion}.`);
  }

  async function discard() {
    const from = page.live
      ? `You go on from version ${page.live.version}, which is ${inForce}.` : 'The screen has no version yet.';
    if (!await confirm({ title: 'Discard the draft', action: 'Discard draft', kind: 'danger',
      text: `${from} Undo brings the draft back.` })) return;
    try {
      if (!await saver.flush() && saver.state.kind === 'conflict') return;
      if (saver.tag) await remove(`${path}/draft`, { headers: { 'If-Match': saver.tag } });
    } catch (error) {
      if (error.status !== 404) { say(`The draft is not discarded: ${error.message}`); return; }
    }
    // The preview asks for the draft no more.
    page.preview.setSource({ hasDraft: false });
    saver.begin({ root: page.live?.root ?? emptyScreen, tag: undefined, baseVersion: page.live?.version ?? 0 });
    model.replace(page.live?.root ?? emptyScreen, 'Discard the draft');
    end();
    if (!page.live) saver.begin({ root: model.root, tag: undefined, baseVersion: 0 });
    say('Draft discarded');
  }

  async function cancelSchedule() {
    try {
      await remove(`${path}/publish`);
      saver.isHeld = false;
      page.drop('schedule');
      saver.edited();
      say('The schedule is cancelled. The draft stays.');
    } catch (error) { say(`The schedule is not cancelled: ${error.message}`); }
  }

  // Publications by others

  function watch() {
    if (!stopWatching && page.live) stopWatching = watchVersions(route, () => page.live.version, otherVersion);
  }

  async function otherVersion(event) {
    // The dialog announces publications of this page.
    if (isReviewing) { unseen = event; return; }
    if (event.version <= page.live.version) return;
    rollouts?.look().catch(() => {});
    const who = event.by ? ` by ${event.by}` : '';
    const why = event.message ? `: “${event.message}”` : '';
    if (event.isDeleted) {
      const words = `This screen was deleted${who}${why}. Apps get a response that says so. `
        + 'What you have here stays; publishing it brings the screen back.';
      page.isDeleted = true;
      page.render();
      page.notice('live', 'warn', words);
      say(words);
      return;
    }
    const before = page.live;
    page.live = await loadVersion(route);
    await page.translated();
    // A translation leaves the definition as it is.
    if (!page.isDeleted && equal(page.live.root, before.root)) {
      if (!saver.tag && !saver.isUnsaved) saver.begin({ root: model.root, tag: undefined, baseVersion: page.live.version });
      page.preview.setSource({ version: page.live.version });
      page.render();
      page.preview.refresh();
      return;
    }
    page.isDeleted = false;
    const link = h('a', { class: 'button',
      href: href(`/screens/${route}/history`, { from: saver.baseVersion, to: event.version }) }, 'See what changed');
    page.preview.setSource({ version: page.live.version });
    if (!saver.isUnsaved && (!saver.tag || equal(model.root, page.live.root))) {
      ['draft', 'schedule'].forEach(page.drop);
      model.reset(page.live.root);
      saver.begin({ root: model.root, tag: undefined, baseVersion: page.live.version });
      page.render();
      page.preview.reload();
      page.notice('live', 'good', `Version ${event.version} was published${who}${why}. You see it now.`, [link]);
      say(`Version ${event.version} was published${who}. You see it now.`);
      return;
    }
    page.render();
    page.preview.refresh();
    page.notice('live', 'warn',
      `Version ${event.version} was published${who} while you edit${why}. `
        + `Your draft still starts from version ${saver.baseVersion}. Your changes are kept.`,
      [link, setDisabled(button('Merge it into my draft', { kind: 'primary', on: bringIn }), page.lock())]);
    say(`Version ${event.version} was published${who} while you edit. Your draft is kept.`);
  }

  async function bringIn() {
    const [base, theirs] = await Promise.all([
      saver.baseVersion > 0 ? loadVersion(route, saver.baseVersion) : { root: emptyScreen }, loadVersion(route)]);
    const text = await mergeDialog({
      route, base: base.root, theirs: theirs.root, mine: model.root,
      titles: { base: `Version ${saver.baseVersion}`, theirs: `Version ${theirs.version} (${inForce})`,
        mine: 'Your draft' },
    });
    if (text !== undefined) await goOnWith(text);
  }

  return {
    saver, begin, saveNow, openReview, discard,
    /** Goes on from a version that this page has published. */
    adopt: (version) => otherVersion({ version }),
    stop() {
      saver.stop();
      stopWatching?.();
      rollouts?.stop();
    },
  };
}

/**
 * Listens to publications of a screen. `onVersion({ version, by, message, isDeleted })` is called for each newer than
 * `known()`. Returns a function that ends it.
 */
function watchVersions(route, known, onVersion) {
  const receive = async (event) => {
    const version = Number(event.lastEventId);
    if (!(version > known())) return;
    const isDeleted = event.type === 'deleted';
    try {
      const { json } = await get(`${routePath('/admin/screens/', route)}/versions`, { query: { limit: 1 } });
      const newest = json.versions[0];
      // The response can be of a newer version, whose event follows.
      onVersion({ version, isDeleted, by: newest?.by ?? '', message: newest?.message ?? '' });
    } catch {
      onVersion({ version, isDeleted, by: '', message: '' });
    }
  };
  return stream(address(`${routePath('/screens/', route)}/events`), { version: receive, deleted: receive });
}
