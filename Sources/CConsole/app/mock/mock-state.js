// The state of the mock: one value for the banner and the view, so that both always agree.
import { get, put, remove } from '../kit/api.js';
import { member, parse, stringify, toValue, from, set } from '../kit/json.js';
import { h, fill } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { button, confirm, say, needs } from '../kit/ui.js';
import { every } from '../pages/live.js';
import { count, listed } from '../pages/text.js';

const watchers = new Set();
let latest = null;

/** The rule that the switch "Chaos" sets. */
export const chaosRule = 'console-chaos';

/** The last known state: `{ scenario, scenarios, rules }`, or null. A rule has `name`, `value` and its `text`. */
export function mockState() { return latest; }

/** Calls `watcher` with each new state; returns a function that ends this. */
export function watchMock(watcher) {
  watchers.add(watcher);
  if (latest) watcher(latest);
  return () => watchers.delete(watcher);
}

/** Reads the state from the server, and calls all watchers if it is new. */
export async function refreshMock() {
  const [scenario, rules] = await Promise.all([get('/admin/mock/scenario'), get('/admin/mock/rules')]);
  const next = {
    scenario: scenario.json.name, scenarios: scenario.json.scenarios,
    rules: member(parse(rules.text), 'rules').elements.map((node) => {
      // Keep the text to send it back when the rule changes: JavaScript would round a large seed.
      const own = { kind: 'object', members: node.members.filter(({ name }) => name !== 'name') };
      const value = toValue(own);
      return { name: member(node, 'name').value, node: own, text: stringify(own, { indent: true }), value };
    }).sort((one, other) => (one.value.order ?? 0) - (other.value.order ?? 0) || (one.name < other.name ? -1 : 1)),
  };
  const isNew = stamp(next) !== stamp(latest);
  latest = next;
  if (isNew) for (const watcher of watchers) watcher(latest);
  return latest;
}

function stamp(state) {
  return state && JSON.stringify([state.scenario, state.scenarios, state.rules.map(({ name, text }) => [name, text])]);
}

/** Switches a scenario on; null switches it off. */
export async function setScenario(name) {
  await put('/admin/mock/scenario', { json: { name } });
  await refreshMock();
}

/** Sets a rule from its JSON text. */
export async function setRule(name, text) {
  await put(`/admin/mock/rules/${encodeURIComponent(name)}`, { body: text });
  await refreshMock();
}

/** Deletes rules. */
export async function deleteRules(names) {
  for (const name of names) {
    try {
      await remove(`/admin/mock/rules/${encodeURIComponent(name)}`);
    } catch (error) {
      // Somebody else has deleted it first.
      if (error.status !== 404) throw error;
    }
  }
  await refreshMock();
}

// A rule of the server is always on. Rules that are switched off are kept in this browser, so
// that they can be switched on again.
const place = 'marquee-rules-off';

/** The rules that are switched off, `{ name, text }`. */
export function rulesOff() {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(found) ? found.filter((rule) => typeof rule?.name === 'string'
      && typeof rule?.text === 'string') : [];
  } catch { return []; }
}

/** Keeps a rule that is switched off, and replaces one of the same name. */
export function keepOff(rule) {
  store([...rulesOff().filter(({ name }) => name !== rule.name), { name: rule.name, text: rule.text }]);
}

/** Forgets a rule that is switched off. */
export function forgetOff(name) { store(rulesOff().filter((rule) => rule.name !== name)); }

function store(rules) {
  try { localStorage.setItem(place, JSON.stringify(rules)); } catch { /* Without storage a rule is deleted. */ }
}

/**
 * Moves a rule to another place among the rules. The order of a rule is a number of its own, so the rules that need
 * another number are set again, which also makes them count from the start; no others are.
 */
export async function moveRule(rules, name, to) {
  const next = rules.filter((rule) => rule.name !== name);
  next.splice(to, 0, rules.find((rule) => rule.name === name));
  const orders = next.map((rule) => rule.value.order ?? 0);
  const moved = next.findIndex((rule) => rule.name === name);
  const before = moved > 0 ? orders[moved - 1] : null;
  const after = moved < orders.length - 1 ? orders[moved + 1] : null;
  const isBetween = before === null || after === null || after - before > 1;
  if (isBetween) {
    orders[moved] = before === null ? after - 1 : before + 1;
  } else {
    orders.forEach((_, index) => { orders[index] = (index + 1) * 10; });
  }
  for (const [index, rule] of next.entries()) {
    if (orders[index] !== (rule.value.order ?? 0)) {
      await setRule(rule.name, stringify(set(rule.node, ['order'], from(orders[index]))));
    }
  }
}

/**
 * A bar that says on every page what the mock does to apps now, with a way to end it. It is hidden while the mock does
 * nothing, and keeps itself current.
 */
export function mockBanner() {
  const bar = h('aside', { class: 'mock-banner', 'aria-label': 'Mock', hidden: true });
  watchMock(({ scenario, rules }) => {
    const isOn = scenario !== null || rules.length > 0;
    const hadFocus = bar.contains(document.activeElement);
    bar.hidden = !isOn;
    if (!isOn) {
      fill(bar);
      if (hadFocus) document.querySelector('main')?.focus({ preventScroll: true });
      return;
    }
    const isChaos = rules.some(({ name }) => name === chaosRule);
    const others = rules.length - (isChaos ? 1 : 0);
    const parts = [
      scenario === null ? null : ['Scenario ', h('strong', {}, scenario), ' is on'],
      isChaos ? [h('strong', {}, 'Chaos'), ' is on'] : null,
      others > 0 ? count(others, 'rule') : null,
    ].filter(Boolean);
    // Without a scenario before it, the number of rules needs a verb.
    if (parts.length === 1 && others > 0) parts[0] = [h('strong', {}, count(others, 'rule')), ' of the mock ',
      others === 1 ? 'is' : 'are', ' on'];
    const off = needs('publish', 'Changing the mock', button('Switch off', { on: switchOff }));
    fill(bar, h('span', {}, parts.map((part, index) => [index > 0 ? ' · ' : null, part])),
      h('a', { href: href('/mock') }, 'Open the mock'), off);
    if (hadFocus) off.focus();
  });
  refreshMock().catch(() => {});
  every(5, refreshMock);
  return bar;
}

async function switchOff() {
  const { scenario, rules } = mockState();
  const what = listed([scenario === null ? null : `the scenario ${scenario}`, rules.length > 0
    ? count(rules.length, 'rule') : null].filter(Boolean));
  const sure = await confirm({
    title: 'Switch the mock off', action: 'Switch off',
    text: `Apps get the published screens again. This ends ${what}.${rules.length > 0
      ? ' This browser keeps the rules, so that you can switch them on again under Mock.' : ''}`,
  });
  if (!sure) return;
  if (scenario !== null) await setScenario(null);
  rules.forEach(keepOff);
  await deleteRules(rules.map(({ name }) => name));
  say('The mock is off. Apps get the published screens.');
}
