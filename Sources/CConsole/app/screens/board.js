// The board of screens: a card for each, with its preview and its state.
import { h } from '../kit/dom.js';
import { address, changeSet, routePath } from '../kit/api.js';
import { href } from '../kit/router.js';
import { time } from '../kit/ui.js';
import { deviceFrame } from '../pages/device-frame.js';

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

// Frames that load when they come into sight, a few at a time, and of which only so many are kept.

/** The most frames that load at once: a browser opens six connections to a host, and the page needs some itself. */
const maximumLoading = 3;

/**
 * `make(holder)` makes the content of a holder, with one `iframe` in it. `maximum` is how many holders keep theirs: beyond
 * that, those that are out of sight lose it, the one that was seen first before the others.
 * Returns `{ watch(holders), stop() }`.
 */
export function lazyFrames(make, maximum = 24) {
  /** The holders that have a frame, in the order in which they were seen last. */
  const filled = new Map();
  const inSight = new Set();
  const waiting = new Set();
  let loading = 0;

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) { inSight.delete(target); waiting.delete(target); continue; }
      inSight.add(target);
      const end = filled.get(target);
      if (!end) { waiting.add(target); continue; }
      filled.delete(target);
      filled.set(target, end);
    }
    next();
  }, { rootMargin: '160px' });

  function next() {
    while (loading < maximumLoading && waiting.size > 0) {
      const [holder] = waiting;
      waiting.delete(holder);
      load(holder);
    }
  }

  function load(holder) {
    const content = make(holder);
    loading += 1;
    let isLoading = true;
    // Also for a frame that is removed before it has loaded.
    const end = () => {
      if (!isLoading) return;
      isLoading = false;
      loading -= 1;
      holder.classList.add('is-loaded');
      next();
    };
    content.querySelector('iframe').addEventListener('load', end);
    holder.replaceChildren(content);
    filled.set(holder, end);
    for (const [old, endOld] of filled) {
      if (filled.size <= maximum) break;
      if (!inSight.has(old)) empty(old, endOld);
    }
  }

  function empty(holder, end) {
    filled.delete(holder);
    holder.replaceChildren();
    end();
    holder.classList.remove('is-loaded');
  }

  function stop() {
    observer.disconnect();
    inSight.clear();
    waiting.clear();
    for (const [holder, end] of [...filled]) empty(holder, end);
  }

  return {
    watch(holders) { for (const holder of holders) observer.observe(holder); },
    stop,
  };
}

/** Whether a draft is there, is scheduled, or was not published as scheduled. `draft` is one of `/admin/drafts`. */
export function draftState({ by, schedule }) {
  if (!schedule) return h('span', { class: 'badge warn', title: `Saved by ${by}` }, 'Draft');
  const at = new Date(schedule.at);
  const exact = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
  if (schedule.error) return h('span', { class: 'badge bad', title: `${exact}: ${schedule.error}` },
    'Not published as scheduled');
  return h('span', { class: 'schedule' },
    h('span', { class: 'badge warn', title: `By ${schedule.by}` }, 'Scheduled'), ' ',
    h('time', { datetime: schedule.at, title: exact },
      at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })));
}
