// What a person can do with a rollout: hold, resume, advance, finish, roll back.
import { h } from '../kit/dom.js';
import { messageHeader, post } from '../kit/api.js';
import { button, needs } from '../kit/ui.js';
import { askReason } from '../pages/message.js';
import { audienceWords, isOpen, sentence, shareWords, subjectOf, versionWords, waitWords } from './rollout-words.js';

/** What each way to steer does, in words. */
function waysOf(rollout) {
  const { steps, step, waitsFor, versions } = rollout;
  const next = steps.find((share) => share > step);
  const [older, newer] = [versionWords(rollout, 'old'), versionWords(rollout, 'new')];
  const waits = waitsFor.length > 0 && rollout.state === 'running'
    ? [h('p', {}, 'It does not wait for:'), h('ul', {}, waitsFor.map((wait) => h('li', {}, waitWords(rollout, wait))))] : null;
  return {
    hold: { label: 'Hold', text: `${sentence(newer)} stays at ${audienceWords(rollout)} until somebody resumes the rollout. If the `
      + 'guard finds harm, it still acts.' },
    resume: { label: 'Resume', kind: 'primary', text: `The rollout goes on from ${shareWords(step)}. If the guard has held it `
      + 'because of harm, it stops it again only when the evidence is ten times as large.' },
    advance: { label: next === undefined ? 'Advance to the end' : `Advance to ${shareWords(next)}`,
      text: next === undefined ? `Everybody gets ${newer} now, and the rollout ends.`
        : `${shareWords(next)} of the users get ${newer} now.`, more: waits },
    finish: { label: 'Finish', text: `Everybody gets ${newer} now, and the rollout ends. The guard looks no more.` },
    rollback: { label: 'Roll back', kind: 'danger', text: versions
      ? `Everybody gets the content of ${older} again, as version ${versions.new + 1}, and the rollout ends.`
      : 'Everybody gets the screens of before again, as new versions, and the rollout ends.' },
  };
}

/**
 * The buttons for an open rollout. `current()` is the rollout as it is known now, `refresh()` reads it again, and
 * `changed(rollout)` gets it after it was steered.
 */
export function steeringButtons(rollout, { current, refresh, changed }) {
  if (!isOpen(rollout)) return [];
  const ways = waysOf(rollout);
  return [rollout.state === 'held' ? 'resume' : 'hold', 'advance', 'finish', 'rollback'].map((way) => {
    const { label, kind } = ways[way];
    const control = button(way === 'advance' ? 'Advance' : label, { kind: kind ?? 'plain', 'data-way': way,
      on: () => steer(way) });
    return needs('publish', 'Steering a rollout', control, {});
  });

  async function steer(way) {
    const { label, kind = 'primary', text, more } = waysOf(current())[way];
    const result = await askReason({
      title: `${label}: ${subjectOf(current())}`, action: label, kind, content: [h('p', {}, text), more],
      apply: async (message) => {
        const { id, serial } = current();
        try {
          return (await post(/** @type {`/admin/rollouts/${string}/hold`} */ (`/admin/rollouts/${id}/${way}`), {
            headers: { 'If-Match': `"${serial}"`, ...messageHeader(message) } })).json;
        } catch (error) {
          if (error.status !== 412 && error.type !== 'rollout-ended') throw error;
          await refresh();
          const { state, step } = current();
          throw new Error(`The rollout has changed meanwhile: it is ${state.replace('-', ' ')} at ${shareWords(step)} now. `
            + (isOpen(current()) ? 'Look at it, then decide again.' : 'It has ended.'), { cause: error });
        }
      },
    });
    if (result) changed(result);
  }
}
