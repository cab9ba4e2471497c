import { append, h, fill } from '../kit/dom.js';
import { parse } from '../kit/json.js';
import { numberProblem, readNumber } from '../kit/numbers.js';
import {
  button, confirm, dialog, emptyState, errorMessage, field, menuButton, say, setError, needs, refusal, codeView,
  switchControl,
} from '../kit/ui.js';
import { head, load, section } from '../pages/load.js';
import {
  chaosRule, deleteRules, forgetOff, keepOff, mockState, refreshMock, rulesOff, setRule, setScenario, watchMock,
  moveRule,
} from '../mock/mock-state.js';
import { chaosKinds, matchInWords, ruleInWords, editRule } from '../mock/rule-form.js';
import { endpointList, endpointState } from '../mock/endpoints.js';
import { tabs } from '../pages/tabs.js';

export function title() { return 'Mock'; }

export async function show(outlet, parameters, query) {
  /** The ends of the tabs that were opened. @type {Promise<() => void>[]} */
  const ends = [];
  const tab = (key, label, open) => ({ key, label, show: () => {
    const holder = h('div', {});
    ends.push(open(holder, query));
    return holder;
  } });
  append(outlet, head('Mock', {
    about: 'Give apps slow responses, errors and broken screens, and answer what else they ask their backend for. What ' +
      'is on here changes what all apps get from this server.' }),
    tabs('Parts of the mock', [tab('rules', 'Rules', showRules), tab('endpoints', 'Endpoints', endpointList),
      tab('state', 'State', endpointState)], query));
  await ends[0];
  return () => { for (const end of ends) end.then((leave) => leave()); };
}

async function showRules(outlet) {
  const content = h('div', { class: 'columns' });
  const problem = h('div', {});
  const scenarios = h('div', {});
  const rules = h('div', {});
  const chaos = h('div', {});
  /** The text of the rule that the part `Chaos` shows. */
  let chaosText;
  const denied = refusal('publish', 'Changing the mock');
  append(outlet, denied ? h('p', { class: 'message warn' }, denied) : null, problem, content);
  await load(content, 'Loading the mock', refreshMock, () => [
    h('div', { class: 'column' }, section('Scenarios', scenarios), section('Chaos', chaos)),
    h('div', { class: 'column' }, section('Rules', rules)),
  ]);
  return watchMock((state) => { keepingFocus(content, () => draw(state)); });

  function draw(state) {
    fill(scenarios, scenarioList(state));
    // What was typed stays until the rule is another one.
    const text = state.rules.find(({ name }) => name === chaosRule)?.text ?? '';
    if (text !== chaosText) fill(chaos, chaosPart(state));
    chaosText = text;
    fill(rules, ruleList(state));
  }

  async function run(work, done) {
    fill(problem);
    try {
      await work();
    } catch (error) {
      fill(problem, errorMessage(error));
      problem.scrollIntoView({ block: 'nearest' });
      return;
    }
    keepingFocus(content, () => draw(mockState()));
    say(done);
  }

  function scenarioList({ scenario, scenarios: all }) {
    if (all.length === 0) {
      return emptyState('No scenarios', 'A scenario is a named state of the server: a file in screens/_scenarios/, ' +
        'such as slow.json. It is read when the server starts.');
    }
    return [h('p', { class: 'soft' }, 'One scenario is on at a time. Switching one on begins its sequence from ' +
      'the start.'),
      h('ul', { class: 'switch-list' }, all.map(({ name, description }) => h('li', {},
        switchControl(name, {
          key: `scenario-${name}`, isOn: scenario === name, scope: 'publish', action: 'Changing the mock', description,
          on: (isOn) => run(() => setScenario(isOn ? name : null),
            isOn ? `The scenario ${name} is on.` : `The scenario ${name} is off.`),
        }))))];
  }

  function chaosPart({ rules: all }) {
    const own = all.find(({ name }) => name === chaosRule);
    const now = own?.value ?? {};
    const kind = h('select', { dataset: { focus: 'chaos-kind' } }, chaosKinds.map(([key, text]) =>
      h('option', { value: key, selected: key === now.chaos }, `${text} (${key})`)));
    const route = h('input', { type: 'text', value: now.match?.route ?? '', placeholder: 'all screens',
      autocomplete: 'off',
      spellcheck: 'false', dataset: { focus: 'chaos-route' } });
    const share = h('input', { type: 'text', inputmode: 'decimal', dataset: { focus: 'chaos-share' },
      value: now.match?.probability === undefined ? '100' : String(Number((now.match.probability * 100).toFixed(4))) });
    const text = () => {
      const match = {};
      if (route.value.trim()) match.route = route.value.trim();
      const probability = (readNumber(share.value) ?? 100) / 100;
      if (probability !== 1) match.probability = probability;
      // After the other rules, so that chaos applies only where they do not.
      return JSON.stringify({ ...(Object.keys(match).length > 0 ? { match } : {}), chaos: kind.value,
        order: 1_000_000 });
    };
    const shareField = field('Share of requests in per cent', share);
    /** Shows what is wrong with the share. The rule stays as it is until then. */
    const isRefused = () => {
      const reason = numberProblem(share.value);
      setError(shareField, reason);
      if (reason) { share.focus(); say(reason); }
      return reason !== '';
    };
    const change = () => {
      if (own && !isRefused()) run(() => setRule(chaosRule, text()), `Chaos is on: ${kind.value}.`);
    };
    for (const control of [kind, route, share]) {
      control.addEventListener('change', change);
      needs('publish', 'Changing the mock', control);
    }
    return [
      switchControl('Chaos', {
        key: 'chaos', isOn: Boolean(own), scope: 'publish', action: 'Changing the mock',
        description: 'Damages screens according to their schemas, in the ways that real servers and networks do.',
        on: (isOn) => {
          if (isOn && isRefused()) return;
          run(() => (isOn ? setRule(chaosRule, text()) : deleteRules([chaosRule])),
            isOn ? `Chaos is on: ${kind.value}.` : 'Chaos is off.');
        } }),
      h('div', { class: 'form-grid chaos-form' },
        field('What breaks', kind),
        field('Screens', route, { help: 'A route; * matches within a segment, ** anything.' }),
        shareField),
    ];
  }

  function ruleList({ rules: all }) {
    const on = all.filter(({ name }) => name !== chaosRule);
    const off = rulesOff().filter(({ name }) => name !== chaosRule && !all.some((rule) => rule.name === name));
    const add = needs('publish', 'Changing the mock',
      button('Add rule', { icon: 'plus', kind: 'primary', dataset: { focus: 'add-rule' }, on: () => edit(null) }));
    const clear = on.length < 2 ? null : needs('publish', 'Changing the mock',
      button('Switch all off', { kind: 'danger', dataset: { focus: 'all-off' }, on: switchAllOff }));
    const tools = h('div', { class: 'toolbar section-tools' }, add, clear);
    if (on.length === 0 && off.length === 0) {
      return emptyState('No rules', 'A rule does the same to all requests that match it: wait, answer ' +
        'with a status, close the connection, damage the screen. Add one to see how your app takes it.', add);
    }
    return [tools,
      h('p', { class: 'soft' }, 'The first rule that matches a request is applied. Rules end with the server.'),
      h('ol', { class: 'rule-list' }, on.map((rule, index) => ruleEntry(rule, { isOn: true, index, all: on }))),
      off.length === 0 ? null : [
        h('h3', {}, 'Switched off'), h('p', { class: 'soft' }, 'Kept in this browser only.'),
        h('ul', { class: 'rule-list' }, off.map((rule) => ruleEntry(readOff(rule), { isOn: false })))],
    ];
  }

  function readOff({ name, text }) {
    try { return { name, text, node: parse(text), value: JSON.parse(text) };
      } catch { return { name, text, node: null, value: {} }; }
  }

  function ruleEntry(rule, { isOn, index = 0, all = [] }) {
    const denial = refusal('publish', 'Changing the mock');
    return h('li', { class: 'rule' },
      switchControl(rule.name, {
        key: `rule-${rule.name}`, isOn, scope: 'publish', action: 'Changing the mock',
        description: `${matchInWords(rule.value.match)}: ` +
          `${ruleInWords(rule.value).replace(/^./, (letter) => letter.toLowerCase())}.`,
        on: (value) => run(async () => {
          if (value) { await setRule(rule.name, rule.text); forgetOff(rule.name); }
          else { keepOff(rule); await deleteRules([rule.name]); }
        }, value ? `The rule ${rule.name} is on.` : `The rule ${rule.name} is off.`),
      }),
      menuButton(`Actions of ${rule.name}`, () => [
        ...(isOn ? [
          { label: 'Change', on: () => edit(rule), disabled: denial },
          { label: 'Up', on: () => move(rule, index - 1), disabled: denial
            ?? (index === 0 ? 'It is the first.' : null) },
          { label: 'Down', on: () => move(rule, index + 1), disabled: denial
            ?? (index === all.length - 1 ? 'It is the last.' : null) },
        ] : []),
        { label: 'Show JSON', on: () => dialog({ title: `Rule ${rule.name}`, content: codeView(rule.text,
          `Rule ${rule.name}`) }) },
        { label: 'Delete', disabled: isOn ? denial : null, on: () => askToDelete(rule, isOn) },
      ]));
  }

  async function edit(rule) {
    const name = await editRule(rule);
    // The dialog gives the focus back to its opener, but a change replaces the lists.
    if (name) content.querySelector(`[data-focus="${CSS.escape(`rule-${name}`)}"]`)?.focus();
  }

  function move(rule, to) {
    return run(() => moveRule(mockState().rules.filter(({ name }) => name !== chaosRule), rule.name, to),
      `The rule ${rule.name} is number ${to + 1} now.`);
  }

  async function askToDelete(rule, isOn) {
    const sure = await confirm({ title: `Delete the rule ${rule.name}`, action: 'Delete', kind: 'danger',
      text: isOn ? 'Apps get what they got before the rule. The rule is not kept.'
        : 'The rule is not kept in this browser any more.' });
    if (!sure) return;
    forgetOff(rule.name);
    await run(async () => { if (isOn) await deleteRules([rule.name]); }, `The rule ${rule.name} is deleted.`);
  }

  async function switchAllOff() {
    const on = mockState().rules.filter(({ name }) => name !== chaosRule);
    const sure = await confirm({ title: 'Switch all rules off', action: 'Switch all off', kind: 'danger',
      text: `${on.map(({ name }) => name).join(', ')}. ` +
        'This browser keeps them, so that you can switch them on again.' });
    if (!sure) return;
    on.forEach(keepOff);
    await run(() => deleteRules(on.map(({ name }) => name)), 'All rules are off.');
  }
}

/** Draws again, and keeps the focus on the same control; if that is gone, moves it to `Add rule`. */
function keepingFocus(holder, draw) {
  const active = holder.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.focus;
  const label = active?.getAttribute('aria-label');
  draw();
  if (!active || active.isConnected) return;
  const next = (key && holder.querySelector(`[data-focus="${CSS.escape(key)}"]`))
    ?? (label && holder.querySelector(`[aria-label="${CSS.escape(label)}"]`));
  (next || holder.querySelector('[data-focus="add-rule"]'))?.focus();
}
