import { h, fill } from '../kit/dom.js';
import { changeSet, get } from '../kit/api.js';
import { base, href } from '../kit/router.js';
import { button, say } from '../kit/ui.js';
import { every } from '../pages/live.js';
import { count } from '../pages/text.js';

/** The announcement of the next page, after the browser enters or leaves a change set. */
const saying = 'marquee-say';

/** Shows a view (default: this one) under another root: in a change set or on the server. The new page announces it. */
export function goTo(root, words, path = location.pathname.slice(base.length) + location.search) {
  sessionStorage.setItem(saying, words);
  location.assign(root + path);
}

/**
 * A bar that names the change set on every page that shows it, with the way out; null outside of one. Resolves when it
 * is known whether the set takes changes.
 */
export async function changeSetBar() {
  const words = sessionStorage.getItem(saying);
  sessionStorage.removeItem(saying);
  // The status region is not on the page yet.
  if (words) setTimeout(() => say(words), 500);
  const { name } = changeSet;
  if (!name) return null;
  const text = h('span', {});
  const read = async () => {
    const found = (await get('/admin/changesets')).json.changeSets.find((one) => one.name === name);
    changeSet.isPublished = found?.state === 'published';
    changeSet.changes = found?.changes ?? [];
    fill(text, found ? 'Change set ' : 'There is no change set ', h('strong', {}, name), found
      ? ` · ${changeSet.isPublished ? 'published: you see the server'
        : [count(found.changes.length, 'change'), ...found.drafts.length ? [count(found.drafts.length, 'draft')] : []]
          .join(', ')}` : ' any more');
  };
  await read().catch(() => fill(text, 'Change set ', h('strong', {}, name)));
  every(5, read);
  document.addEventListener('change-set', () => read().catch(() => {}));
  return h('aside', { class: 'mock-banner set-bar', 'aria-label': 'Change set' }, text,
    h('a', { href: href(`/changesets/${name}`) }, 'Open change set'),
    button('Leave change set', { on: () => goTo('/console', `You left the change set ${name}.`) }));
}
