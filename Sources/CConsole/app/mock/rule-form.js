import { h, fill } from '../kit/dom.js';
import { Problem } from '../kit/api.js';
import { parse, set, from, stringify, JSONSyntaxError } from '../kit/json.js';
import { numberProblem, readNumber } from '../kit/numbers.js';
import { button, dialog, errorMessage, field, say, setError } from '../kit/ui.js';
import { forgetOff, mockState, setRule } from './mock-state.js';
import { percent, duration, listed, whole } from '../pages/text.js';

const known = ['match', 'order', 'delay', 'bytesPerSecond', 'status', 'fault', 'chaos', 'scenario', 'seed'];

/** The text of a field for a number that is none. */
class NoNumber extends Error {
  constructor(control) { super(numberProblem(control.value)); this.control = control; }
}

/**
 * A dialog for a rule: a form for the common faults, and JSON for everything. `rule` is `{ name, node, value }`, or
 * null for a new one. Resolves to the rule's name once it is set.
 */
export function editRule(rule) {
  const input = (properties) => h('input', { autocomplete: 'off', spellcheck: 'false', ...properties });
  const name = input({ type: 'text', value: rule?.name ?? '', autofocus: !rule, readonly: Boolean(rule) });
  const nameField = field('Name', name, { help: rule ? 'The name stays. Add another rule for another name.'
    : 'Letters, digits, “.”, “_” and “-”. Responses that the rule changes show this name.' });
  const route = input({ type: 'text', placeholder: 'all screens', list: null });
  const condition = h('textarea', { rows: '2', class: 'mono', spellcheck: 'false', placeholder: '{"country": "KR"}' });
  const conditionField = field('Only for requests that meet this condition', condition,
    { help: 'As in experiments, in JSON.' });
  const probability = input({ type: 'text', inputmode: 'decimal', placeholder: '100' });
  const times = input({ type: 'text', inputmode: 'decimal', placeholder: 'no limit' });
  const delay = input({ type: 'text', inputmode: 'decimal', placeholder: 'none' });
  const delayTo = input({ type: 'text', inputmode: 'decimal', placeholder: 'the same' });
  const rate = input({ type: 'text', inputmode: 'decimal', placeholder: 'unlimited' });
  const status = input({ type: 'text', inputmode: 'decimal', placeholder: '200' });
  const choice = (options, none) => h('select', {}, h('option', { value: '' }, none),
    options.map(([key, text]) => h('option', { value: key }, text)));
  const fault = choice(faults, 'None');
  const chaos = choice(chaosKinds.map(([key, text]) => [key, `${key}: ${text.toLowerCase()}`]), 'None');
  const scenario = choice((mockState()?.scenarios ?? []).map((one) => [one.name, one.name]), 'None');
  const order = input({ type: 'text', inputmode: 'decimal', placeholder: '0' });
  const json = h('textarea', { rows: '12', class: 'mono', spellcheck: 'false' });
  const jsonField = field('Rule as JSON', json,
    { help: 'Everything that a rule can say: match.nth, delay as {"median", "sigma"}, seed.' });
  const problem = h('div', {});
  const form = h('div', {},
    h('fieldset', {}, h('legend', {}, 'Which requests'),
      h('div', { class: 'form-grid' },
        field('Screens', route, { help: 'A route; * matches within a segment, ** anything.' }),
        field('Share in per cent', probability), field('At most this many requests', times)),
      conditionField),
    h('fieldset', {}, h('legend', {}, 'What happens'),
      h('div', { class: 'form-grid' },
        field('Delay in milliseconds', delay), field('Delay up to', delayTo), field('Bytes per second', rate),
        field('Status', status), field('Fault of the connection', fault), field('Chaos', chaos),
          field('Scenario', scenario))),
    field('Order', order, {
      help: 'The rule with the lowest order is tried first. The first that matches is applied.' }));
  // Where the form shows an error of the server.
  const places = new Map([['/match/condition', conditionField]]);
  /** @type {[string, HTMLElement][]} */
  const controls = [['/match/route', route], ['/match/probability', probability],
    ['/match/times', times],
    ['/delay', delay], ['/bytesPerSecond', rate], ['/status', status], ['/fault', fault], ['/chaos', chaos],
    ['/scenario', scenario], ['/order', order]];
  for (const [pointer, control] of controls) places.set(pointer, control.closest('.field'));
  const jsonPart = h('div', { hidden: true }, jsonField);
  // The document as last shown. The form keeps the members that it cannot express.
  let base = rule?.node ?? { kind: 'object', members: [] };
  let isJSON = rule !== null && !canExpress(rule.value);
  const toggle = button('Edit as JSON', { kind: 'quiet', on: switchMode });
  showForm(rule?.value ?? {});
  showMode();
  let go;

  return dialog({
    title: rule ? `Change the rule ${rule.name}` : 'Add a rule', keeps: true,
    content: (close) => h('form', { novalidate: true,
      on: { submit: (event) => { event.preventDefault(); submit(close); } } },
      problem, nameField, h('div', { class: 'toolbar mode-switch' }, toggle), form, jsonPart),
    actions: (close) => {
      go = button(rule ? 'Save' : 'Add rule', { kind: 'primary', on: () => submit(close) });
      return [button('Cancel', { on: () => close() }), go];
    },
  });

  function canExpress(value) {
    const { match = {} } = value;
    const plainDelay = value.delay === undefined || typeof value.delay === 'number' || value.delay.from !== undefined;
    return plainDelay && Object.keys(match).every((key) => ['route', 'condition', 'probability', 'times'].includes(key))
      && Object.keys(value).every((key) => known.includes(key)) && value.seed === undefined;
  }

  function showForm(value) {
    const { match = {} } = value;
    const text = (control, content) => { control.value = content === undefined || content === null ? ''
      : String(content); };
    text(route, match.route);
    condition.value = match.condition ? JSON.stringify(match.condition) : '';
    text(probability, match.probability === undefined ? '' : Number((match.probability * 100).toFixed(4)));
    text(times, match.times);
    text(delay, typeof value.delay === 'object' ? value.delay.from : value.delay);
    text(delayTo, value.delay?.to);
    text(rate, value.bytesPerSecond);
    text(status, value.status);
    text(fault, value.fault);
    text(chaos, value.chaos);
    text(scenario, value.scenario);
    text(order, value.order);
  }

  /** The rule of the form: the document, with the values of the fields. */
  function built() {
    let node = base;
    const read = (control) => {
      const value = readNumber(control.value);
      if (Number.isNaN(value)) throw new NoNumber(control);
      return value;
    };
    const number = (control) => { const value = read(control); return value === undefined ? undefined : from(value); };
    const string = (control) => (control.value.trim() === '' ? undefined : from(control.value.trim()));
    const put = (path, value) => {
      const parent = path.length > 1 ? node.members.some((one) => one.name === path[0]) : true;
      if (value === undefined && !parent) return;
      node = set(node, path, value);
    };
    put(['match', 'route'], string(route));
    put(['match', 'condition'], condition.value.trim() === '' ? undefined : parse(condition.value));
    const share = read(probability);
    put(['match', 'probability'], share === undefined ? undefined : from(Number((share / 100).toFixed(6))));
    put(['match', 'times'], number(times));
    const match = node.members.find((one) => one.name === 'match');
    if (match && match.value.members?.length === 0) node = set(node, ['match'], undefined);
    const to = read(delayTo);
    put(['delay'], to === undefined ? number(delay) : from({ from: read(delay) ?? 0, to }));
    put(['bytesPerSecond'], number(rate));
    put(['status'], number(status));
    put(['fault'], string(fault));
    put(['chaos'], string(chaos));
    put(['scenario'], string(scenario));
    put(['order'], number(order));
    return node;
  }

  function switchMode() {
    setError(jsonField, '');
    for (const place of form.querySelectorAll('.field')) setError(place, '');
    if (isJSON) {
      let node;
      try { node = parse(json.value); } catch (error) { setError(jsonField, error.message); json.focus(); return; }
      const value = JSON.parse(json.value);
      if (node.kind !== 'object' || !canExpress(value)) {
        setError(jsonField, 'The form has no field for a part of this rule. It stays as JSON.');
        json.focus();
        return;
      }
      base = node;
      showForm(value);
    }
    isJSON = !isJSON;
    try { showMode(); } catch (error) { isJSON = !isJSON; showMode(); misread(error); return; }
    (isJSON ? json : route).focus();
  }

  /** Shows why the form cannot be read at the field that is wrong. */
  function misread(error) {
    if (error instanceof NoNumber) {
      setError(error.control.closest('.field'), error.message);
      error.control.focus();
      return;
    }
    if (!(error instanceof JSONSyntaxError)) throw error;
    setError(conditionField, `This is not JSON: ${error.message}.`);
    condition.focus();
  }

  function showMode() {
    if (isJSON) json.value = stringify(built(), { indent: true });
    form.hidden = isJSON;
    jsonPart.hidden = !isJSON;
    fill(toggle, h('span', {}, isJSON ? 'Edit with the form' : 'Edit as JSON'));
  }

  function showErrors(errors) {
    for (const one of errors) {
      // The form has no lines, so the summary names the member instead.
      delete one.line;
      const pointer = [...places.keys()].find((start) => one.pointer?.startsWith(start));
      if (pointer) setError(places.get(pointer), one.message + (one.hint ? ` (${one.hint})` : ''));
    }
  }

  async function submit(close) {
    if (go.disabled) return;
    fill(problem);
    setError(nameField, '');
    setError(jsonField, '');
    for (const place of form.querySelectorAll('.field')) setError(place, '');
    const key = name.value.trim();
    if (!key) { setError(nameField, 'Give the rule a name.'); name.focus(); return; }
    if (!rule && mockState()?.rules.some((one) => one.name === key)) {
      setError(nameField, 'A rule with this name is on. Choose another name, or change that rule.');
      name.focus();
      return;
    }
    let text;
    try { text = isJSON ? json.value : stringify(built()); } catch (error) { misread(error); return; }
    go.disabled = true;
    try {
      await setRule(key, text);
      forgetOff(key);
      close(key);
      say(`The rule ${key} is on.`);
    } catch (error) {
      if (!(error instanceof Problem) && error.name !== 'Unreachable') throw error;
      if (!isJSON) showErrors(error.errors ?? []);
      fill(problem, errorMessage(error));
      problem.scrollIntoView({ block: 'nearest' });
    } finally {
      go.disabled = false;
    }
  }
}

// Rules of the mock in words, and the common faults that the form offers.

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
