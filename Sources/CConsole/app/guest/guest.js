// The page of a guest link: what a change set changes, before and after, and comments if the link allows them.
import { h, fill } from '../kit/dom.js';
import { get, session } from '../kit/api.js';
import { parse, at, member } from '../kit/json.js';
import { errorMessage, time } from '../kit/ui.js';
import { differenceOf, emptyDefinition } from '../editor/compare.js';
import { reviewComments } from '../comments/thread.js';
import { every } from '../pages/live.js';
import { head, load } from '../pages/load.js';
import { changesOf, changesView, pagesOf } from '../review/changes-view.js';

const name = /^\/c\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
const set = `/c/${name}`;
const effects = { created: ['good', 'New'], deleted: ['bad', 'Deleted'], updated: ['warn', 'Changed'] };

document.title = `Review of ${name}`;
const outlet = h('main', { id: 'content', tabindex: '-1' });
fill(document.body, h('header', { class: 'bar' }, h('span', { class: 'brand' }, 'Marquee'),
  h('span', {}, 'Review')), outlet, h('div', { class: 'status', role: 'status', 'aria-live': 'polite' }));
await load(outlet, 'Loading the changes', () => get(`/c/${name}/review/changes`, { set: '' }), ({ text, json }) => {
  session.current = { name: 'guest', scope: 'read', expiresAt: json.expiresAt };
  const screens = member(parse(text), 'screens')?.elements ?? [];
  return [
    head(name, { about: json.message }),
    h('p', { class: 'soft' }, json.mayComment ? 'You see what changes, and can comment on it. ' : 'You see what changes. ',
      'This link ends ', time(json.expiresAt), ', or when the changes are published.'),
    screens.length === 0 ? h('p', { class: 'panel' }, 'Nothing is changed on a screen yet.') : null,
    json.screens.map((screen, index) => section(screen, screens[index], json.mayComment)),
  ];
});

/** A screen. `node` is the same with the lossless nodes of its definitions. */
function section({ route, effect, isValid, variants }, node, mayComment) {
  const [kind, words] = effects[effect] ?? ['', 'Unchanged'];
  const title = h('h2', {}, route, ' ', h('span', { class: `badge ${kind}` }, words));
  const holder = h('section', { class: 'panel view-section' }, title);
  if (!isValid) {
    holder.append(h('p', { class: 'soft' }, 'This screen is not finished, so it cannot be shown yet.'));
    return holder;
  }
  const sides = (each) => ({ before: definition(each, 'before'), after: definition(each, 'after'),
    difference: differenceOf(member(each, 'difference')) });
  const changes = changesOf({ ...sides(node), variants: variants.map(({ variant, isNew }, index) =>
    ({ variant, isNew, ...sides(at(node, ['variants', index])) })) });
  if ([...changes.groups.flatMap(({ items }) => items), ...changes.sections, ...changes.other].length === 0) {
    holder.append(h('p', { class: 'soft' }, 'Nothing that people see changes.'));
    return holder;
  }
  const comments = mayComment ? reviewComments({ route, set, lock: '' }) : undefined;
  const view = changesView(changes, { comments: comments?.of, definition: definition(node, 'after'),
    before: effect === 'created' ? undefined : pagesOf(route, { set: '' }),
    after: effect === 'deleted' ? undefined : pagesOf(route, { set }) });
  holder.append(view);
  if (comments) {
    holder.append(comments.others);
    comments.load().catch((error) => holder.prepend(errorMessage(error)));
    every(10, comments.load);
  }
  return holder;
}

function definition(node, side) {
  const found = member(node, side);
  return found?.kind === 'object' ? found : emptyDefinition;
}
