import { h } from '../kit/dom.js';
import { get, routePath } from '../kit/api.js';
import { setQuery } from '../kit/router.js';
import { button, field, setError } from '../kit/ui.js';
import { load } from '../pages/load.js';
import { explanation } from './explain.js';

/** Asks for a user and attributes, and explains which variant the user gets and why. Both are in the address. */
export function explainForm(experiment, query) {
  const user = h('input', { type: 'text', value: query.get('user') ?? '', autocomplete: 'off', spellcheck: 'false' });
  const attributes = h('textarea', { rows: '2', spellcheck: 'false', value: query.get('attributes') ?? '',
    class: 'mono',
    placeholder: 'country=KR' });
  const named = field('Attributes, one per line', attributes, {
    help: experiment.condition ? 'The condition looks at attributes of the request. A query such as ' +
      'country=KR&app=2.11.0 works too.' : 'Only needed when the unit is an attribute or there is a condition.' });
  const answer = h('div', { class: 'answer', 'aria-live': 'polite' });
  const form = h('form', { on: { submit: (event) => { event.preventDefault(); explain(); } } },
    h('div', { class: 'explain-inputs' },
      field('User', user, { help: 'The id that the app sends as user.' }), named),
    h('div', { class: 'toolbar' }, button('Explain', { type: 'submit', kind: 'primary' })), answer);
  if (user.value || attributes.value) explain();
  return form;

  function explain() {
    /** @type {Record<string, string>} */
    const found = {};
    setError(named, '');
    for (const line of attributes.value.split(/[\n&]/)) {
      if (!line.trim()) continue;
      const [name, ...rest] = line.split('=');
      if (rest.length === 0) { setError(named, `“${line.trim()}” has no value. Write name=value.`); attributes.focus();
        return; }
      found[name.trim()] = rest.join('=').trim();
    }
    if (user.value.trim()) found.user = user.value.trim();
    setQuery({ user: user.value.trim(), attributes: attributes.value.trim() });
    load(answer, 'Explaining', () => get(`${routePath('/screens/', experiment.route)}/explain`, { query: found }),
      ({ json }) => {
      const said = json.experiments.find((one) => one.experiment === experiment.key);
      return said ? explanation(said, experiment.variants)
        : h('p', {}, 'The current version of the screen does not have this experiment any more. Load the page again.');
    });
  }
}
