// The words for rollouts, and the states of their steps.
import { h } from '../kit/dom.js';
import { decimal, whole } from '../pages/text.js';

const stateWords = {
  'running': ['good', 'Running'], 'held': ['warn', 'Held'], 'finished': ['', 'Finished'],
  'rolled-back': ['bad', 'Rolled back'], 'superseded': ['', 'Superseded'],
};

/** Whether a rollout still decides who gets which version. */
export const isOpen = ({ state }) => state === 'running' || state === 'held';

/** The state as a badge. */
export function stateBadge({ state }) {
  const [kind, words] = stateWords[state] ?? ['', state];
  return h('span', { class: `badge ${kind}` }, words);
}

/** A share of an API, in per cent: "0.5 %". */
export const shareWords = (share) => `${decimal(share)} %`;

/**
 * What a rollout brings: the route of its screen, or the name of its change set.
 * @param {import('../kit/openapi').RolloutSummary} rollout
 */
export const subjectOf = ({ screen, changeset, id }) => screen ?? changeset ?? id;

/** Each step with its state: done, present, held, stopped, ahead, or skipped. */
export function stepsOf(rollout) {
  const { steps, step, state } = rollout;
  const present = steps.findLastIndex((share) => share <= step);
  return steps.map((share, index) => {
    if (index < present) return { share, state: 'done' };
    if (index > present) return { share, state: isOpen(rollout) ? 'ahead' : 'skipped' };
    const own = { running: 'present', held: 'held', finished: 'done' };
    return { share, state: own[state] ?? 'stopped' };
  });
}

/** Who gets the new version now: "10 % of the users". The last step leaves some with the old one, to compare. */
export function audienceWords({ step }) {
  return step > 99 ? '99 % of the users' : `${shareWords(step)} of the users`;
}

/**
 * The versions of one side in words: "version 8".
 * @param {import('../kit/openapi').RolloutSummary} rollout
 * @param {'old' | 'new'} side
 */
export function versionWords({ versions }, side) {
  return versions ? `version ${versions[side]}` : side === 'new' ? 'the change set' : 'the versions before';
}

/** Evidence as odds, from its natural logarithm: "1:185,000". */
export function oddsWords(logarithm) {
  if (logarithm === null || logarithm === undefined) return '1:∞';
  if (logarithm >= Math.log(1e15)) return `1:10^${Math.floor(logarithm / Math.LN10)}`;
  return logarithm <= 0 ? '1:1' : `1:${whole(decimal(Math.exp(logarithm), logarithm < Math.log(10) ? 2 : 3))}`;
}

/** @type {[number, string][]} */
const spans = [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/** Seconds in words: "1 h 5 min". */
export function spanWords(seconds) {
  if (seconds < 1) return '0 s';
  const index = spans.findIndex(([size]) => seconds >= size);
  const [size, unit] = spans[index];
  const [nextSize, nextUnit] = spans[index + 1] ?? [1, ''];
  const rest = Math.floor(seconds % size / nextSize);
  return `${Math.floor(seconds / size)} ${unit}${nextUnit && rest > 0 ? ` ${rest} ${nextUnit}` : ''}`;
}

/** What the next step waits for, as a sentence. The name of an event stays as it is. */
export function waitWords({ events }, wait) {
  return events.some(({ name }) => wait.startsWith(`${name}:`)) ? wait : sentence(wait);
}

/** A duration of a guard in words: "10 min" for `10m`. */
export const durationWords = (text) => text.replace(/^([\d.]+)([dhms])$/, (_, number, unit) =>
  `${number} ${unit === 'm' ? 'min' : unit}`);

/** A sentence of a guard: it begins with a capital, and long times are in hours and minutes. */
export function sentence(text) {
  return text.replace(/\b(\d+) s\b/g, (_, seconds) => spanWords(Number(seconds)))
    .replace(/^./, (letter) => letter.toUpperCase());
}

const decisionWords = {
  start: ['', 'Started'], advance: ['good', 'Advanced'], hold: ['warn', 'Held'], resume: ['', 'Resumed'],
  finish: ['good', 'Finished'], rollback: ['bad', 'Rolled back'], supersede: ['', 'Superseded'],
};

/** A decision as a badge. */
export function decisionBadge({ decision }) {
  const [kind, words] = decisionWords[decision] ?? ['', decision];
  return h('span', { class: `badge ${kind}` }, words);
}

/** A decision for a message: "Held by the guard". */
export const decisionSentence = ({ decision, by }) =>
  `${decisionWords[decision]?.[1] ?? decision} by ${by === 'guard' ? 'the guard' : by}`;
