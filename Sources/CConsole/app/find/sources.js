// What the dialog `Find` leads to: `{ kind, name, note, more, isHere, go }`. `note` says more beside the name, `more` is
// found as well, `isHere` is for what is in the view that is shown, and `go()` leads there.
import { can, changeSet, get, routePath } from '../kit/api.js';
import { href, navigate } from '../kit/router.js';
import { say } from '../kit/ui.js';
import { member, parse, textOf } from '../kit/json.js';
import { itemTitle } from '../form/title.js';
import { eachOf } from '../pages/load.js';

/** The most screens whose items are found. */
const maximumScreens = 200;
/** The most screens of which a user's preview is offered. */
const maximumPreviews = 6;

/** The buttons of views that are actions from anywhere: the name, the path of the view, the scope. */
const actions = [
  ['New screen', '/screens', 'edit'], ['New experiment', '/experiments', 'edit'],
  ['New change set', '/changesets', 'edit'], ['Add view type', '/view-types', 'edit'],
  ['Register release', '/releases', 'edit'], ['Add rule', '/mock', 'edit'], ['Create token', '/tokens', 'administer'],
];

const visibleButtons = () => [...document.querySelectorAll('main :is(.page-head, .editor-head, .pane-head) button')]
  .filter((control) => control.checkVisibility() && control.getAttribute('aria-disabled') !== 'true'
    && control.getAttribute('aria-haspopup') !== 'menu');
const nameOf = (control) => control.getAttribute('aria-label') ?? control.textContent;
const button = (name) => visibleButtons().find((control) => nameOf(control) === name);

/** The route of the screen that is edited; empty in any other view. */
export function routeShown() {
  return document.querySelector('.screen-editor') ? document.querySelector('main h1').textContent : '';
}

/** Shows a view, then presses a button of it. */
async function press(name, path) {
  if (!button(name) && !await navigate(href(path))) return;
  const control = button(name);
  if (control) control.click(); else say(`“${name}” is not there: the view did not load, or your token does not allow it.`);
}

const publishing = () => (changeSet.name ? 'Review and save' : 'Review and publish');

/** The views and actions, which need no request. `pages` are `[name, path]`; `more` further actions. */
export function ownEntries(pages, more) {
  const route = routeShown();
  const here = visibleButtons().map(nameOf);
  return [
    ...here.includes(publishing()) ? [publish(route, 'The screen that you edit')] : [],
    ...here.filter((name) => name !== publishing() && !actions.some(([other]) => other === name)).map((name) =>
      ({ kind: 'Action', name, note: 'In this view', go: () => button(name)?.click() })),
    ...actions.filter(([, , scope]) => can(scope)).map(([name, path]) =>
      ({ kind: 'Action', name, go: () => press(name, path) })),
    ...more.map((action) => ({ kind: 'Action', ...action })),
    ...route ? [{ kind: 'View', name: `History of ${route}`, go: () => navigate(href(`/screens/${route}/history`)) }] : [],
    ...pages.map(([name, path]) => ({ kind: 'View', name, go: () => navigate(href(path)) })),
  ];
}

function publish(route, note) {
  return { kind: 'Action', name: `Publish ${route}`, more: publishing(), note, isHere: route === routeShown(),
    go: () => press(publishing(), `/screens/${route}`) };
}

/** What the lists of the server have: `{ entries, routes, drafted, experiments }`. */
export async function serverEntries() {
  const [screens, drafts, experiments, sets, types] = await Promise.all([get('/screens'), get('/admin/drafts'),
    get('/admin/experiments'), get('/admin/changesets'), get('/view-types')]);
  const named = new Map(screens.json.screens.map(({ route, screenName }) => [route, screenName]));
  const drafted = new Set(drafts.json.drafts.map(({ route }) => route));
  const routes = [...new Set([...named.keys(), ...drafted])].sort();
  const link = (path) => () => navigate(href(path));
  return {
    routes, drafted, experiments: experiments.json.experiments,
    entries: [
      ...routes.map((route) => ({ kind: 'Screen', name: route, more: named.get(route) ?? '',
        note: [named.get(route), drafted.has(route) ? 'draft' : ''].filter(Boolean).join(' · '),
        go: link(`/screens/${route}`) })),
      ...can('publish') ? [...drafted].filter((route) => route !== routeShown())
        .map((route) => publish(route, 'Its draft')) : [],
      ...experiments.json.experiments.map(({ key, route, status }) => ({ kind: 'Experiment', name: key,
        note: `On ${route} · ${status}`, more: route, go: link(`/experiments/${encodeURIComponent(key)}`) })),
      ...sets.json.changeSets.map(({ name }) => ({ kind: 'Change set', name,
        go: link(`/changesets/${encodeURIComponent(name)}`) })),
      ...types.json.viewTypes.map(({ name }) => ({ kind: 'View type', name,
        go: link(`/view-types/${encodeURIComponent(name)}`) })),
    ],
  };
}

/** The entries for a user: why each experiment gives a variant, and what screens look like. */
export function userEntries(user, { experiments, routes }) {
  const shown = routeShown();
  const own = (route) => (route === shown ? 0 : 1);
  const first = [...routes].sort((a, b) => own(a) - own(b)).slice(0, maximumPreviews);
  return [
    ...[...experiments].sort((a, b) => own(a.route) - own(b.route)).map(({ key, route }) => ({ kind: 'User',
      name: `Explain ${user} in ${key}`, note: `The variant on ${route}, and why`,
      go: () => navigate(href(`/experiments/${encodeURIComponent(key)}`, { user })) })),
    ...first.map((route) => ({ kind: 'User', name: `Preview ${route} as ${user}`,
      go: () => navigate(href(`/screens/${route}`, { user, pane: 'preview' })) })),
  ];
}

/**
 * The items of all screens, those of drafts before those that are live. `found(entries)` gets the items of each screen
 * as they come. Resolves to how many screens were left out.
 */
export async function itemEntries({ routes, drafted }, found, isStopped) {
  const shown = routeShown();
  const order = [...routes].sort((a, b) => Number(b === shown) - Number(a === shown));
  await eachOf(order.slice(0, maximumScreens), async (route) => {
    const path = routePath('/admin/screens/', route);
    try {
      const root = drafted.has(route) ? member(parse((await get(`${path}/draft`)).text), 'definition')
        : parse((await get(path)).text);
      found(itemsIn(root).map((item) => entryOf(item, route)));
    } catch (error) {
      // It was published, discarded or deleted meanwhile, or its draft is no JSON.
      if (error.name === 'Unreachable') throw error;
    }
  }, { isStopped });
  return Math.max(0, routes.length - maximumScreens);
}

function entryOf(node, route) {
  const id = textOf(member(node, 'id'));
  const type = textOf(member(node, 'viewType'));
  const title = itemTitle(node);
  return { kind: 'Item', name: id, note: `${title ? `${title} · ` : ''}in ${route}`, more: `${title} ${type} ${route}`,
    isHere: route === routeShown(), go: () => openItem(route, id) };
}

/** All items with an id below a node. */
function itemsIn(node) {
  if (node?.kind === 'array') return node.elements.flatMap(itemsIn);
  if (node?.kind !== 'object') return [];
  const isItem = textOf(member(node, 'viewType')) !== undefined && textOf(member(node, 'id')) !== undefined;
  return [...isItem ? [node] : [], ...node.members.flatMap(({ value }) => itemsIn(value))];
}

/** Opens an item; in the editor that is open, without loading the screen again. */
function openItem(route, id) {
  const row = routeShown() === route && document.querySelector(`li[data-item="${CSS.escape(id)}"] .row-main`);
  if (!row) { navigate(href(`/screens/${route}`, { item: id })); return; }
  row.scrollIntoView({ block: 'nearest' });
  row.focus();
  row.click();
}
