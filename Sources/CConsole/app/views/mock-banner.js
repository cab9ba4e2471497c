import { h, fill } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { button, confirm, say } from '../kit/ui.js';
import { needs } from '../pages/access.js';
import { every } from '../pages/live.js';
import {
  chaosRule, deleteRules, keepOff, mockState, refreshMock, setScenario, watchMock,
} from '../mock/mock-state.js';
import { count, listed } from '../pages/text.js';

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
