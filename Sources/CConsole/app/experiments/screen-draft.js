// The draft of a screen, for changes of an experiment that go through a review.
import { put, routePath } from '../kit/api.js';
import { stringify } from '../kit/json.js';
import { draftIfAny, loadVersion } from '../editor/autosave.js';

/**
 * The draft of a screen, or what is live if there is none: `{ root, tag, baseVersion, isScheduled }`. Saving a scheduled
 * one would cancel its schedule.
 */
export async function draftOf(route) {
  const draft = await draftIfAny(route);
  if (draft) {
    const { root, tag, baseVersion, schedule } = draft;
    return { root, tag, baseVersion, isScheduled: Boolean(schedule && !schedule.error) };
  }
  const live = await loadVersion(route);
  return { root: live.root, tag: undefined, baseVersion: live.version, isScheduled: false };
}

/** The errors that a draft would have. */
export async function errorsOf(route, root, { baseVersion }) {
  const body = stringify(root, { indent: true });
  return (await put(pathOf(route), { query: { dryRun: true, baseVersion }, body })).json.errors;
}

/** Saves the draft that `draftOf` has read, with another definition; never over what somebody else has saved. */
export function saveDraft(route, root, { tag, baseVersion }) {
  return put(pathOf(route), { query: { baseVersion }, body: stringify(root, { indent: true }),
    headers: tag ? { 'If-Match': tag } : { 'If-None-Match': '*' } });
}

/** @returns {`/admin/screens/${string}/draft`} */
function pathOf(route) { return `${routePath('/admin/screens/', route)}/draft`; }
