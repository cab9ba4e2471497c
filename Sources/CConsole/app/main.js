import { h, fill } from './kit/dom.js';
import { get, remove, session } from './kit/api.js';
import { start, href } from './kit/router.js';
import { button, errorMessage, say } from './kit/ui.js';
import { signIn } from './views/sign-in.js';
import { mockBanner } from './mock/mock-state.js';
import { changeSetBar } from './views/change-set-bar.js';
import { navigation, pages } from './navigation.js';
import { find, listenToKeys, showShortcuts } from './find/find-dialog.js';

/** What `Find` leads to beside what the server has. */
const findable = {
  pages,
  actions: [
    { name: 'Keyboard shortcuts', note: '?', go: showShortcuts },
    { name: 'Sign out', go: signOut },
  ],
};

const signedInMark = 'marquee-signed-in';

const views = [
  { pattern: '/screens', load: () => import('./views/screens.js') },
  { pattern: '/screens/{route...}/history', load: () => import('./views/history.js') },
  { pattern: '/screens/{route...}', load: () => import('./views/screen.js') },
  { pattern: '/changesets', load: () => import('./views/change-sets.js') },
  { pattern: '/changesets/{name}', load: () => import('./views/change-set.js') },
  { pattern: '/rollouts', load: () => import('./views/rollouts.js') },
  { pattern: '/rollouts/{id}', load: () => import('./views/rollout.js') },
  { pattern: '/view-types', load: () => import('./views/view-types.js') },
  { pattern: '/view-types/{name}', load: () => import('./views/view-type.js') },
  { pattern: '/experiments', load: () => import('./views/experiments.js') },
  { pattern: '/experiments/{key}', load: () => import('./views/experiment.js') },
  { pattern: '/translations', load: () => import('./views/translations.js') },
  { pattern: '/releases', load: () => import('./views/releases.js') },
  { pattern: '/requests', load: () => import('./views/requests.js') },
  { pattern: '/mock', load: () => import('./views/mock.js') },
  { pattern: '/mock/endpoints/{name}', load: () => import('./views/endpoint.js') },
  { pattern: '/tokens', load: () => import('./views/tokens.js') },
  { pattern: '/audit', load: () => import('./views/audit.js') },
];

async function main() {
  // No script can read the session's cookie, so a mark notes that there may be one. Without it, asking would fail.
  if (localStorage.getItem(signedInMark)) {
    try {
      session.current = (await get('/admin/session')).json;
    } catch (error) {
      if (error.status !== 401 && error.status !== 403) throw error;
    }
  }
  if (session.current) await showConsole(); else await askForToken();
}

async function askForToken() {
  await signIn(document.body);
  localStorage.setItem(signedInMark, 'yes');
  await showConsole();
}

async function showConsole() {
  const setBar = await changeSetBar();
  const outlet = h('main', { id: 'content', tabindex: '-1' });
  const menu = navigation();
  const status = h('div', { class: 'status', role: 'status', 'aria-live': 'polite' });
  fill(document.body,
    h('a', { class: 'skip', href: '#content' }, 'Skip to the content'),
    h('header', { class: 'bar' },
      h('a', { class: 'brand', href: href('/screens') }, 'Marquee'),
      menu.toggle, menu.element, findButton(),
      h('div', { class: 'account' },
        h('span', { class: 'who', title: `Scope: ${session.current.scope}` }, session.current.name),
        button('Sign out', { on: signOut }))),
    setBar, mockBanner(), status, outlet);
  start(views, outlet, (path) => {
    menu.show(path);
    const heading = outlet.querySelector('h1');
    if (heading && !outlet.contains(document.activeElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  });
}

function findButton() {
  const control = button('Find', { icon: 'search', kind: 'find-button', 'aria-label': 'Find', title: 'Find anything: Ctrl-K',
    'aria-keyshortcuts': 'Control+K', on: () => find(findable) });
  control.append(h('kbd', { 'aria-hidden': 'true' }, 'Ctrl K'));
  return control;
}

async function signOut() {
  // A session that has already ended needs no request.
  await remove('/admin/session').catch((error) => { if (error.status !== 401) throw error; });
  session.current = null;
  localStorage.removeItem(signedInMark);
  // What was typed is nobody else's.
  sessionStorage.clear();
  location.assign('/console/');
}

// The session ended while a view is open: ask for a token above the view, so that its input stays.
document.addEventListener('signed-out', async () => {
  if (document.querySelector('dialog.sign-in')) return;
  await signIn(null);
  const who = document.querySelector('.who');
  who.textContent = session.current.name;
  who.title = `Scope: ${session.current.scope}`;
  say('You are signed in again.');
});

window.addEventListener('unhandledrejection', (event) => {
  if (event.reason?.name === 'Problem' || event.reason?.name === 'Unreachable') {
    event.preventDefault();
    say(event.reason.message);
  }
});

listenToKeys(findable);
try {
  await main();
} catch (error) {
  fill(document.body, h('main', { class: 'sign-in' }, h('div', { class: 'panel' }, h('h1', {}, 'Marquee'),
    errorMessage(error, () => location.reload()))));
}
