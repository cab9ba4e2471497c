// Rules of the mock in words, and the common faults that the form offers.
import { percent, duration, listed, whole } from '../pages/text.js';

/** The kinds of chaos with what they do to a screen. */
export const chaosKinds = [
  ['unknown-view-type', 'One item has a view type that no app knows'],
  ['missing-required', 'A required member of an item is missing'],
  ['missing-optional', 'All optional members are missing'],
  ['wrong-type', 'A member has another type'],
  ['null-value', 'A member is null'],
  ['extra-member', 'Members that the schema does not have'],
  ['long-text', 'Texts that are far too long'],
  ['right-to-left', 'Arabic and Hebrew texts'],
  ['emoji', 'Texts of emoji and stacked marks'],
  ['empty-screen', 'A screen without items'],
  ['many-items', 'A screen with 10,000 items'],
  ['duplicate-ids', 'Two items with the same id'],
  ['truncated-body', 'A body that ends too early'],
  ['invalid-utf8', 'A body that is not UTF-8'],
  ['html-instead', 'A page of HTML instead of the screen'],
];

/** The faults of the connection. */
export const faults = [
  ['reset', 'Reset the connection'],
  ['empty', 'Close it without a response'],
  ['half', 'Close it in the middle of the body'],
  ['garbage', 'Send bytes that are not HTTP'],
];

/** The effect of a rule, as a sentence. */
export function ruleInWords(rule) {
  const effects = [];
  if (rule.delay !== undefined) effects.push(delayInWords(rule.delay));
  if (rule.bytesPerSecond) effects.push(`send ${whole(rule.bytesPerSecond)} bytes a second`);
  if (rule.status) effects.push(`answer ${rule.status}`);
  if (rule.fault) effects.push((faults.find(([key]) => key === rule.fault)?.[1] ?? rule.fault).replace(/^./,
    (letter) => letter.toLowerCase()));
  if (rule.chaos) effects.push(`damage the screen: ${rule.chaos}`);
  if (rule.scenario) effects.push(`answer as the scenario ${rule.scenario}`);
  const text = effects.length > 0 ? listed(effects) : 'change nothing';
  return text[0].toUpperCase() + text.slice(1);
}

function delayInWords(delay) {
  if (typeof delay === 'number') return `wait ${duration(delay)}`;
  if (delay?.from !== undefined) return `wait ${duration(delay.from)} to ${duration(delay.to)}`;
  if (delay?.median !== undefined) return `wait about ${duration(delay.median)}, as networks do`;
  return 'wait';
}

/** The requests that a rule is for, as a sentence. */
export function matchInWords(match = {}) {
  const which = match.route ? `Requests for ${match.route}` : 'All requests';
  const more = [];
  if (match.condition) more.push(`that meet ${JSON.stringify(match.condition)}`);
  if (match.nth) more.push(`only number ${match.nth}`);
  if (match.times !== undefined) more.push(`only the first ${whole(match.times)}`);
  if (match.probability !== undefined) more.push(`${percent(match.probability, 0)} of them`);
  return [which, ...more].join(', ');
}
