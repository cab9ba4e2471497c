// The rollout that a screen is in.
import { h } from '../kit/dom.js';
import { changeSet, get } from '../kit/api.js';
import { href } from '../kit/router.js';
import { every } from '../pages/live.js';
import { audienceWords, isOpen, versionWords } from './rollout-words.js';

/** The open rollout of a screen; undefined if there is none, and in a change set, which has none. */
export async function openRolloutOf(route) {
  if (changeSet.name) return undefined;
  const { json } = await get('/admin/rollouts');
  return json.rollouts.find((one) => isOpen(one) && one.screens.some((screen) => screen.route === route));
}

/** An open rollout in a sentence. */
export function rolloutSentence(rollout, route) {
  const versions = rollout.screens.find((screen) => screen.route === route)?.versions;
  const newer = versions ? `Version ${versions.new}` : versionWords(rollout, 'new');
  return `${newer} is shown to ${audienceWords(rollout)}${rollout.state === 'held' ? ', and its rollout is held.'
    : ', and goes on to more if nothing breaks.'}`;
}

/** The link to a rollout. */
export const rolloutLink = ({ id }, look = {}) => h('a', { ...look, href: href(`/rollouts/${id}`) }, 'Open the rollout');

/**
 * Shows the open rollout of the screen that `page` edits, in a message, and keeps it current. Returns
 * `{ look(), stop() }`; `look()` reads it now.
 */
export function rolloutNotice(page) {
  let shown = '';
  let isStopped = false;
  async function look() {
    const rollout = await openRolloutOf(page.route);
    const words = rollout ? rolloutSentence(rollout, page.route) : '';
    // A message that was closed comes back only if it says something else.
    if (isStopped || words === shown) return;
    shown = words;
    if (rollout) page.notice('rollout', rollout.state === 'held' ? 'warn' : '', words, [
      rolloutLink(rollout, { class: 'button' })]);
    else page.drop('rollout');
  }
  const end = every(10, look);
  look().catch(() => {});
  return { look, stop() { isStopped = true; end(); } };
}
