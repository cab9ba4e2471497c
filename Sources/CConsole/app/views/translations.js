import { h } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { href } from '../kit/router.js';
import { emptyState, table } from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { languageName, placeName, placeWords, states } from '../pages/languages.js';
import { head, load } from '../pages/load.js';
import { count, percent, whole } from '../pages/text.js';

/** The most texts that are listed. */
const maximumTexts = 500;
/** The most languages whose texts are asked for at once. */
const maximumLanguages = 12;
const columns = [['missing', 'missing'], ['stale', 'stale'], ['needs-review', 'needsReview'], ['translated', 'translated']];

export const title = () => 'Translations';

/** What needs work in each language, over all screens. */
export async function show(outlet, parameters, query) {
  const body = h('div');
  outlet.append(head('Translations', { about: 'What needs work in each language, over all screens. Apps get the source in '
    + 'place of a text that is stale or missing.' }), body);
  await load(body, 'Counting the texts', () => get('/admin/translations'), ({ json }) => content(json, query));
}

/**
 * @param {import('../kit/openapi').Operation<'GET', '/admin/translations'>['response']} overview
 * @param {URLSearchParams} query
 */
function content({ default: source, languages }, query) {
  if (languages.length === 0) {
    return emptyState('The screens have one language', ['Name the others in the file ', h('code', {}, 'screens/_languages.json'),
      ', such as ', h('code', {}, '{"default": "en", "languages": ["en", "ko"]}'), '. Their texts are listed here then.']);
  }
  const list = h('div');
  const filters = filterBar([
    { name: 'language', label: 'Language', kind: 'choice', options: [['', 'All languages'],
      ...languages.map(({ language }) => [language, languageName(language)])] },
    { name: 'state', label: 'State', kind: 'choice', options: [['', 'Needs work'],
      ...Object.entries(states).map(([state, [words]]) => [state, words])] },
  ], query, find);
  find();
  return [h('div', { class: 'action-rows counts' }, table('Languages', ['Language', ...columns.map(([state]) => states[state][0]), 'Done'],
    languages.map(summary))), filters.element, list];

  function find() {
    const { language, state } = filters.values();
    const kinds = columns.filter(([kind]) => (state ? kind === state : kind !== 'translated'));
    const wanted = languages.filter((one) => (!language || one.language === language)
      && kinds.some(([, member]) => one[member] > 0));
    return load(list, 'Loading the texts', () => Promise.all(wanted.slice(0, maximumLanguages).map(async (one) => {
      const { json } = await get('/admin/translations', { query: { language: one.language, state } });
      return json.texts.filter((text) => state || text.state !== 'translated').map((text) => ({ ...text, language: one.language }));
    })), (found) => texts(found.flat(), source, wanted.length > maximumLanguages));
  }
}

function summary(one) {
  const all = columns.reduce((sum, [, member]) => sum + one[member], 0);
  return [languageName(one.language), ...columns.map(([state, member]) => (one[member] === 0 ? h('span', { class: 'soft' }, '0')
    : h('a', { href: href('/translations', { language: one.language, state }),
      'aria-label': `${one[member]} ${states[state][0].toLowerCase()} in ${languageName(one.language)}` }, whole(one[member])))),
  all === 0 ? '–' : percent(one.translated / all, 0)];
}

function texts(found, source, isCut) {
  if (found.length === 0) return emptyState('No text needs this', 'Every text of the screens is in another state. Change the filters to see it.');
  const shown = found.slice(0, maximumTexts);
  return [table(`Texts, ${count(found.length, 'text')}`, ['Text', 'Language', 'Source', 'Translation', 'State'], shown.map((text) => {
    const [words, look] = states[text.state];
    return [h('a', { href: href(`/screens/${text.route}`, { locale: text.language, unit: placeName(text) }) },
      `${text.route}: ${placeWords(text)}`), languageName(text.language),
    h('span', { lang: source, dir: 'auto' }, text.source),
    text.text === undefined ? '–' : h('span', { lang: text.language, dir: 'auto' }, text.text),
    h('span', { class: `badge ${look}` }, words)];
  })), isCut ? h('p', { class: 'soft later' }, `The texts of the first ${maximumLanguages} languages are listed.`) : null, found.length > shown.length ? h('p', { class: 'soft later' }, `The first ${whole(shown.length)} are listed. Choose a language or a state to see others.`) : null];
}
