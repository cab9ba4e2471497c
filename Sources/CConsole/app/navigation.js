// The navigation `Main`: the links to the views, some of them in groups.
import { h } from './kit/dom.js';
import { base, href } from './kit/router.js';
import { button } from './kit/ui.js';

/** The views: a name, a path, and the group of its link. */
export const pages = [
  ['Screens', '/screens'], ['Change sets', '/changesets'], ['Rollouts', '/rollouts'],
  ['Experiments', '/experiments'],
  ['Translations', '/translations'],
  ['View types', '/view-types', 'Apps'], ['Releases', '/releases', 'Apps'],
  ['Requests', '/requests', 'Server'], ['Mock', '/mock', 'Server'], ['Tokens', '/tokens', 'Server'],
  ['Audit', '/audit', 'Server'],
];

/**
 * The navigation. A wide window shows all links, a narrower one those of a group below its button, and a narrow one all of
 * them below `toggle`. Returns `{ toggle, element, show(path) }`; `show` marks the link of the view at a path.
 */
export function navigation() {
  const id = 'main-navigation';
  const links = pages.map(([label, path]) => h('a', { href: href(path) }, label));
  const toggle = disclosure('Menu', id, { icon: 'menu', kind: 'menu-toggle' });
  const groups = new Map();
  const element = h('nav', { 'aria-label': 'Main', id });
  pages.forEach(([, , name], index) => {
    if (name === undefined) { element.append(links[index]); return; }
    if (!groups.has(name)) {
      const list = h('div', { class: 'nav-links', id: `${id}-${name.toLowerCase()}` });
      const control = disclosure(name, list.id, { kind: 'nav-toggle' });
      groups.set(name, { control, list });
      element.append(h('div', { class: 'nav-group' }, control, list));
    }
    groups.get(name).list.append(links[index]);
  });
  const toggles = [...[...groups.values()].map(({ control }) => control), toggle];

  document.addEventListener('keydown', (event) => {
    const open = toggles.find(isOpen);
    if (event.key !== 'Escape' || !open || event.defaultPrevented) return;
    setOpen(open, false);
    open.focus();
  });
  for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, ({ target }) => {
    const inside = target instanceof Element && target.closest('.nav-group')?.firstElementChild;
    for (const { control } of groups.values()) if (control !== inside) setOpen(control, false);
  });

  return {
    toggle, element,
    show(path) {
      for (const one of toggles) setOpen(one, false);
      for (const link of links) {
        const target = new URL(link.href).pathname.slice(base.length);
        if (path === target || path.startsWith(`${target}/`)) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      for (const { control, list } of groups.values()) {
        control.classList.toggle('has-current', list.querySelector('[aria-current]') !== null);
      }
    },
  };
}

const isOpen = (control) => control.getAttribute('aria-expanded') === 'true';

function setOpen(control, open) {
  control.setAttribute('aria-expanded', String(open));
  if (control.classList.contains('menu-toggle')) control.closest('.bar')?.classList.toggle('is-open', open);
}

/** A button that shows what has the id `id`. */
function disclosure(label, id, look) {
  const control = button(label, { ...look, 'aria-expanded': 'false', 'aria-controls': id,
    on: () => setOpen(control, !isOpen(control)) });
  return control;
}
