// The state of the mock: one value for the banner and the view, so that both always agree.
import { get, put, remove } from '../kit/api.js';
import { member, parse, stringify, toValue } from '../kit/json.js';

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
