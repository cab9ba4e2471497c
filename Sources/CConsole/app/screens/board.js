// The board of screens: a card for each, with its preview and its state.
import { h } from '../kit/dom.js';
import { address, changeSet, routePath } from '../kit/api.js';
import { href } from '../kit/router.js';
import { time } from '../kit/ui.js';
import { deviceFrame } from '../pages/device-frame.js';
import { draftState } from './draft-state.js';
import { lazyFrames } from './lazy-frames.js';

const deviceWidth = 390;

/**
 * The board of some screens, by route; routes with the same first part stand together below it. `impact` is a
 * `releaseImpact`. Returns `{ element, show(routes), stop() }`: `show` hides the cards of all others. A card that were
 * removed would load its preview again.
 */
export function screenBoard(screens, impact) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const frames = lazyFrames((holder) => frame(holder.dataset.route, holder.dataset.version));

  function frame(route, version) {
    return deviceFrame(deviceWidth, { title: `Preview of ${route}`, tabindex: '-1',
      src: address(routePath('/preview/', route), { version, width: deviceWidth, theme: dark.matches ? 'dark' : '' }) });
  }

  function card(screen) {
    const { route, screenName, isNew, version, draft, changedAt, by, tests } = screen;
    return h('li', { class: 'screen-card' },
      // The link of the card leads to what the picture shows, so that the picture is none for a screen reader.
      h('div', { class: 'card-picture', inert: true, dataset: { route, version: isNew ? 'draft' : '' } }),
      h('div', { class: 'card-text' },
        h('h3', {}, h('a', { href: href(`/screens/${route}`) }, route)),
        h('p', { class: 'soft' }, [screenName, isNew ? '' : `Version ${version}`].filter(Boolean).join(' · '),
          changedAt ? [screenName || !isNew ? ' · ' : '', time(changedAt), ` by ${by}`] : null),
        h('div', { class: 'card-state' },
          isNew ? h('span', { class: 'badge' }, 'Never published') : null,
          draft ? draftState(draft) : null,
          changeSet.changes.includes(`screens/${route}`) ? h('span', { class: 'badge good' }, 'In the change set') : null,
          (tests ?? []).map(({ key, status }) => h('a', { href: href(`/experiments/${encodeURIComponent(key)}`),
            class: `badge ${status === 'running' ? 'good' : ''}` }, `${status === 'running' ? 'Running' : 'Stopped'}: ${key}`)),
          isNew ? null : impact.element(screen))));
  }

  const groups = new Map();
  for (const screen of [...screens].sort((a, b) => a.route.localeCompare(b.route))) {
    const name = screen.route.includes('/') ? screen.route.slice(0, screen.route.indexOf('/')) : '';
    groups.set(name, [...groups.get(name) ?? [], [screen.route, card(screen)]]);
  }
  const sections = [...groups].sort(([one], [other]) => one.localeCompare(other)).map(([name, cards]) => ({ cards,
    element: h('section', {},
      h('h2', { class: name ? 'board-group' : 'visually-hidden' }, name ? `${name}/` : 'Cards'),
      h('ul', { class: 'board', 'aria-label': name ? `Screens below ${name}` : 'Screens' },
        cards.map(([, own]) => own))) }));
  const element = h('div', {}, sections.map((section) => section.element));
  frames.watch(element.querySelectorAll('.card-picture'));
  return {
    element,
    show(routes) {
      for (const section of sections) {
        for (const [route, own] of section.cards) own.hidden = !routes.has(route);
        section.element.hidden = section.cards.every(([, own]) => own.hidden);
      }
    },
    stop: frames.stop,
  };
}
