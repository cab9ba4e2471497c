// The choice of the language in which an editor shows the texts.
import { h, fill } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { languageName, pseudoLanguages } from '../pages/languages.js';
import { select } from './controls.js';

/**
 * The control `Language`. `onChoose(tag, isTranslated)` is called with an empty tag for the source; `isTranslated` says
 * whether people translate into the language.
 */
export function languageChoice({ query, preview, onChoose }) {
  let chosen = query.get('locale') ?? '';
  let source = 'The source';
  let languages = [];
  const element = h('div', { class: 'language' });

  function show() {
    const known = languages.map((tag) => [tag, languageName(tag)]);
    const isKnown = [['', ''], ...known, ...pseudoLanguages].some(([tag]) => tag === chosen);
    fill(element, select('Language', [['', source], ...known, ...isKnown ? [] : [[chosen, languageName(chosen)]],
      { label: 'Made of the source', options: pseudoLanguages }], chosen, choose));
    preview.setSource({ languages: [['', source], ...known, ...pseudoLanguages] });
  }

  function choose(tag) {
    chosen = tag;
    preview.setLanguage(tag);
    onChoose(tag, languages.includes(tag));
  }

  show();
  get('/admin/translations').then(({ json }) => {
    languages = json.languages.map(({ language }) => language);
    if (json.default) source = `${languageName(json.default)}, the source`;
    show();
    if (languages.includes(chosen)) onChoose(chosen, true);
  }).catch(() => {});
  return element;
}
