// What supported releases lose of screens. The API reports that only in a dry run of one screen, so it is asked for
// what is in sight, and only if there is a release.
import { h, fill } from '../kit/dom.js';
import { can, patch, routePath } from '../kit/api.js';
import { href } from '../kit/router.js';
import { count } from '../pages/text.js';

/** The most dry runs at once. */
const width = 3;

/**
 * Returns `{ element(screen), watch(holder), stop() }`. `element` is the state of a screen, which `watch` fills in once it
 * is in sight. `releases` are the supported ones.
 */
export function releaseImpact(releases) {
  const impacts = new Map();
  const queue = [];
  let running = 0;
  let isOver = false;
  let observer;

  function words(screen) {
    if (releases.length === 0) return h('span', { class: 'soft' }, 'None registered');
    if (!can('edit')) return h('span', { class: 'soft', title: 'The check needs a token with the scope edit.' },
      'Not checked');
    const impact = impacts.get(screen.route);
    if (!impact) return h('span', { class: 'soft' }, '…');
    if (impact.error) return h('span', { class: 'badge bad', title: impact.error }, 'Not checked');
    const losing = releases.filter(({ release }) =>
      impact.some((entry) => entry.release === release && entry.effect === 'dropped'));
    const replaced = releases.filter(({ release }) => impact.some((entry) => entry.release === release)
      && !losing.some((one) => one.release === release));
    if (losing.length === 0 && replaced.length === 0) return h('span', { class: 'badge good' }, 'All show everything');
    return [...losing.map(({ release }) => lost(screen.route, release, impact, 'dropped')),
      ...replaced.map(({ release }) => lost(screen.route, release, impact, 'fallback'))];
  }

  function lost(route, release, impact, effect) {
    const items = [...new Set(
      impact.filter((entry) => entry.release === release && entry.effect === effect).map(({ item }) => item))];
    const said = effect === 'dropped'
      ? `${release} loses ${count(items.length, 'item')}` : `${release} gets ${count(items.length, 'fallback')}`;
    return h('a', { class: `badge ${effect === 'dropped' ? 'bad' : 'warn'}`,
      href: href(`/screens/${route}`, { release, pane: 'preview' }), title: items.slice(0, 12).join(', ') }, said);
  }

  async function next(holder) {
    if (isOver || running >= width || queue.length === 0) return;
    const route = queue.shift();
    running += 1;
    try {
      const { json } = await patch(routePath('/admin/screens/', route),
        { query: { dryRun: 'true' }, json: {}, type: 'application/merge-patch+json' });
      impacts.set(route, json.impact ?? []);
    } catch (error) {
      impacts.set(route, Object.assign([], { error: error.message }));
    }
    const place = holder.querySelector(`.impact[data-route="${CSS.escape(route)}"]`);
    if (place) fill(place, words({ route }));
    running -= 1;
    next(holder);
  }

  return {
    element: (screen) => (screen.isNew ? h('span', {}, '—')
      : h('span', { class: 'impact', dataset: { route: screen.route } }, words(screen))),
    watch(holder) {
      observer?.disconnect();
      if (releases.length === 0 || !can('edit')) return;
      observer = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
          const { route } = /** @type {HTMLElement} */ (target).dataset;
          if (!isIntersecting || impacts.has(route)) continue;
          observer.unobserve(target);
          queue.push(route);
          next(holder);
        }
      });
      for (const place of holder.querySelectorAll('.impact')) observer.observe(place);
    },
    stop() {
      isOver = true;
      observer?.disconnect();
    },
  };
}
