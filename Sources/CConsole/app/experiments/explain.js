import { h } from '../kit/dom.js';
import { decimal, listed, percent } from '../pages/text.js';
import { splitBar } from './split.js';
import { get, routePath } from '../kit/api.js';
import { setQuery } from '../kit/router.js';
import { button, field, setError } from '../kit/ui.js';
import { load } from '../pages/load.js';

/** What an explanation of the server says, as the answer to "why does this user see that?". */
export function explanation(said, weights) {
  const words = sentences(said);
  const bar = said.hashValue === null || said.ranges.length === 0 ? null : splitBar(
    { variants: said.variants.map((key, index) => [key, weights[index]?.[1] ?? 1]), coverage: said.coverage,
      status: said.status },
    { marker: said.hashValue, of: said.ranges,
      caption: `The hash value ${decimal(said.hashValue)} among the ranges of the variants.` });
  return h('div', { class: 'explanation' },
    h('p', { class: 'lead' }, conclusion(said)), bar,
    h('ol', { class: 'steps' }, words.map(({ outcome, text }) =>
      h('li', { class: `step ${outcome}` },
        h('span', { class: 'badge' + (outcome === 'decided' ? ' good' : '') },
          { decided: 'Decided', passed: 'Passed', 'not-reached': 'Not reached' }[outcome] ?? outcome), ' ', text))),
    said.portable ? null : portability(said));
}

function conclusion(said) {
  const who = said.unit === null ? 'A request without a user'
    : `${said.hashAttribute === 'user' ? 'User' : said.hashAttribute} ${said.unit}`;
  if (said.reason === 'stopped') return `${who} gets ${said.variant}, as everybody does: the experiment is stopped.`;
  if (!said.inExperiment) return `${who} is not in the experiment and gets the definition as it is.`;
  return `${who} gets the variant ${said.variant}.`;
}

function sentences(said) {
  const unit = said.unit ?? '';
  const rangeOf = (key) => said.ranges[said.variants.indexOf(key)] ?? [];
  const text = {
    override: {
      passed: 'The request asks for no variant of its own.',
      decided: `The request asks for the variant ${said.variant}, whatever the assignment.`,
    },
    forced: {
      passed: 'The experiment does not force this user to a variant.',
      decided: `The experiment forces this user to ${said.variant}.`,
    },
    active: {
      passed: 'The experiment is running.',
      decided: `The experiment is stopped, so everybody gets its first variant, ${said.variants[0]}, and nobody ` +
        `is counted.`,
    },
    unit: {
      passed: `The request names who it is for: ${said.hashAttribute} is ${unit}.`,
      decided: `The request has no ${said.hashAttribute}, so there is nothing to hash.`,
    },
    namespace: namespaceText(said),
    condition: conditionText(said),
    coverage: {
      decided: said.reason === 'assigned'
        ? `${unit} and the seed ${said.seed} hash to ${decimal(said.hashValue)}. That is in the range of ` +
          `${said.variant}: ${rangeText(rangeOf(said.variant))}.`
        : `${unit} and the seed ${said.seed} hash to ` +
          `${said.hashValue === null ? 'nothing' : decimal(said.hashValue)}. That is in no variant's range, ` +
          `because the experiment covers ${percent(said.coverage)} of the users.`,
    },
  };
  return said.steps.map(({ step, outcome }) => ({
    outcome,
    text: text[step]?.[outcome] ?? `The step “${stepName[step] ?? step}” was not needed.`,
  }));
}

const stepName = {
  override: 'variant in the request', forced: 'forced users', active: 'running or stopped', unit: 'user',
    namespace: 'namespace',
  condition: 'condition', coverage: 'hash and range',
};

function rangeText([from, to]) { return `from ${decimal(from)} to below ${decimal(to)}`; }

function namespaceText({ namespace }) {
  if (!namespace) return { passed: 'The experiment shares no namespace with others.' };
  const place = `In the namespace ${namespace.id} this user has the value ` +
    `${namespace.value === null ? 'none' : decimal(namespace.value)}`;
  const range = rangeText(namespace.range);
  return {
    passed: `${place}, inside the part of this experiment (${range}).`,
    decided: `${place}, outside the part of this experiment (${range}). Another experiment may have this user.`,
  };
}

function conditionText(said) {
  if (!said.condition) return { passed: 'The experiment has no condition.' };
  const seen = Object.entries(said.attributes ?? {}).map(([path, value]) =>
    (value === null ? `no ${path}` : `${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`));
  const with_ = seen.length > 0 ? ` with ${listed(seen)}` : '';
  return {
    passed: `The user meets the condition${with_}.`,
    decided: `The user does not meet the ` +
      `condition${with_}.${said.condition.decidedBy ? ` What decided is ${said.condition.decidedBy}.` : ''}`,
  };
}

function portability(said) {
  return h('div', { class: 'message warn' }, h('p', {}, h('strong', {}, 'Not portable. '),
    `The user, the seed (${said.seed}), the key or the namespace has characters outside ASCII. Marquee hashes ` +
      `their UTF-8 bytes; `,
    'some GrowthBook SDKs hash other bytes and may come to another variant. If an app or an analysis computes the ',
    'variant itself, use ids and seeds of ASCII characters.'));
}

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
