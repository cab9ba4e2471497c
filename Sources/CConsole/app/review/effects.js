// What a publication does to apps and users, as chips that open: releases, experiments, texts without a translation, links
// to nowhere, recorded requests, warnings.
import { h } from '../kit/dom.js';
import { post } from '../kit/api.js';
import { diagnostic, errorMessage } from '../kit/ui.js';
import { languageName } from '../pages/languages.js';
import { combinationWords, count } from '../pages/text.js';

/** A fact on one line; with `details`, it opens. */
function chip(kind, words, details, isOpen = false) {
  if (!details) return h('p', { class: `effect ${kind}` }, words);
  return h('details', { class: `effect ${kind}`, open: isOpen }, h('summary', {}, words),
    h('div', { class: 'effect-details' }, details));
}

/**
 * The effects that a rehearsal has found. `allow` is the box that allows to move users, where that is asked for.
 * @param {any} rehearsal
 * @param {HTMLInputElement} [allow]
 */
export function effects({ warnings, errors = [], impact, impactCount, reassignments = [], refusal }, allow) {
  const found = [...warnings ?? [], ...errors];
  const untranslated = found.filter(isUntranslated);
  const lost = found.filter(isLost);
  const others = warnings?.filter((each) => !isUntranslated(each) && !isLost(each));
  const kind = (type) => (refusal?.type === type ? 'bad' : 'warn');
  return h('div', { class: 'effects' }, refusal ? null : impactChip(impact, impactCount),
    reassignments.length > 0 ? reassignmentChip(reassignments, allow) : null,
    untranslated.length > 0 ? translationChip(kind('untranslated'), untranslated) : null,
    lost.length > 0 ? chip(kind('leads-nowhere'), `${count(lost.length, 'link')} to nowhere`, [
      h('p', {}, 'Create the screens, change the links, or name the routes of the app in ', h('code', {}, '_links.json'), '.'), diagnosticList(lost)]) : null,
    others?.length > 0 ? chip('warn', count(others.length, 'warning'), [
      h('p', {}, 'The screen can be published all the same.'),
      diagnosticList(others)]) : null);
}

/** Whether a finding is one of the gates: a text that is left without a translation, or a link to no screen. */
export const isOfGate = (finding) => isUntranslated(finding) || isLost(finding);
const isUntranslated = ({ code }) => code === 'missing-translation' || code === 'stale-translation';
const isLost = ({ code }) => code === 'link-to-nowhere';

const diagnosticList = (found) => h('ul', { class: 'diagnostics' }, found.map((each) => diagnostic({ ...each, line: undefined })));

/** The texts for which apps get the source until they are translated, by language. */
function translationChip(kind, found) {
  const languages = [...new Set(found.map(({ language }) => language))].map((tag) =>
    ({ tag, own: found.filter(({ language }) => language === tag) }));
  return chip(kind, `Without translation: ${languages.map(({ tag, own }) => `${languageName(tag)} ${own.length}`).join(', ')}`,
    [h('p', {}, kind === 'bad' ? 'Save the screen in a change set, translate it there, and publish both together.'
      : 'Apps get the source of these texts until they are translated.'), languages.map(({ tag, own }) =>
      [h('p', {}, h('strong', {}, languageName(tag))), diagnosticList(own)])]);
}

/** The items that supported releases of the app cannot show. */
function impactChip(list, total) {
  if (list === undefined) return null;
  if (list.length === 0) return chip('good', 'Every supported release shows all items.');
  const releases = new Map();
  for (const entry of list) releases.set(entry.release, [...(releases.get(entry.release) ?? []), entry]);
  return chip('warn', `${count(releases.size, 'supported release')} cannot show every item`, [
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
    total ? h('p', { class: 'soft' }, `${total} effects in all; ${list.length} are listed.`) : null]);
}

/** Adds what the last requests would get from `against`. */
export async function addReplay(element, against) {
  try {
    const { json } = await post('/admin/replay', { set: '', json: { ...against, requests: { last: 10_000 } } });
    if (json.requests === 0) return;
    const words = [[json.changed, 'change'], [json.downgraded, 'lose an item'], [json.empty, 'become empty'],
      [json.problems, 'get an error']].map(([number, what]) => `${number || 'none'} ${what}`);
    element.append(chip(json.problems + json.downgraded + json.empty > 0 ? 'warn' : 'plain',
      `Recorded requests: ${json.changed} of ${json.requests} change`,
      h('p', {}, `Of the last ${json.requests} requests ${words.join(', ')}.`)));
  } catch (error) {
    if (error.type !== 'no-journal') element.append(errorMessage(error));
  }
}

const percent = (share) => `${Math.round(share * 10_000) / 100} %`;

function shareWords({ entering, leaving, moving }) {
  const parts = [[entering, 'enter'], [leaving, 'leave'], [moving, 'change their variant']]
    .filter(([share]) => share > 0)
    .map(([share, words], index) => `${percent(share)}${index === 0 ? ' of all users' : ''} ${words}`);
  return parts.length === 0 ? 'nobody enters, leaves or changes the variant' : parts.join(', ');
}

function reassignmentChip(reassignments, allow) {
  const moves = reassignments.some(({ shares }) => shares.moving > 0);
  const [{ experiment, shares }] = reassignments;
  return chip(moves ? 'bad' : 'plain',
    reassignments.length === 1 ? `${experiment}: ${shareWords(shares)}` : count(reassignments.length, 'changed experiment'),
    reassignment({ reassignments }, allow), moves);
}

/** Who enters, leaves and changes the variant of each experiment. */
export function reassignment({ reassignments = [] }, allow) {
  if (reassignments.length === 0) return null;
  return [
    h('ul', {}, reassignments.map(({ experiment, shares }) => h('li', {}, h('strong', {}, experiment), ': ',
      shareWords(shares),
      shares.conditionChanged ? '; the condition changes too, so the shares are of those whom it admits' : '', '.'))),
    reassignments.some(({ shares }) => shares.moving > 0) ? h('div', { class: 'message warn' },
      h('p', {}, 'Users who change their variant make the results from before and after incomparable.'),
      allow && h('div', { class: 'check' }, allow,
        h('label', { for: allow.id }, 'Allow it: move these users'))) : null];
}
