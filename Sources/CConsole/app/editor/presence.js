// Who else has the screen open.
import { h } from '../kit/dom.js';
import { compute, routePath } from '../kit/api.js';
import { every } from '../pages/live.js';

/** The server forgets an editor six seconds after its last sign. */
const seconds = 2;
/** How long somebody counts as editing after a change, in milliseconds. */
const editing = 10_000;
/** The pause after a selection, so that walking over items sends few requests. */
const pause = 200;

/**
 * The id of the editors of this page. The page keeps it when it is loaded again, so that nobody sees themselves; while it
 * is shown, it is not in the storage, which a copy of the tab would share.
 */
const editor = sessionStorage.getItem('editor') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
sessionStorage.removeItem('editor');
addEventListener('pagehide', () => sessionStorage.setItem('editor', editor));

/**
 * The status `Also here` of the editor `page`, which names the others on its screen with the item that they look at or
 * edit. `selectedID()` is the item that they see here. Returns `{ element, tell(), stop() }`; `tell()` is for a new selection.
 */
export function alsoHere({ page, selectedID }) {
  const element = h('p', { class: 'also-here', role: 'status', 'aria-label': 'Also here' });
  let changedAt = -editing;
  let timer;
  let isStopped = false;

  async function tell() {
    const { json } = await compute(routePath('/admin/presence/', page.route), { json: {
      editor, item: selectedID()?.slice(0, 200), isEditing: performance.now() - changedAt < editing } });
    if (!isStopped) show(json.others);
  }

  function show(others) {
    const words = [...new Set(others.map(({ name, item, isEditing }) =>
      `${name} ${isEditing ? 'edits' : 'looks at'} ${item ?? 'this screen'}`))].join(', ');
    // The same words again would be read again.
    if (element.textContent !== words) element.textContent = words;
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => tell().catch(() => {}), pause);
  };
  const onChange = () => {
    const isNew = performance.now() - changedAt >= editing;
    changedAt = performance.now();
    if (isNew) soon();
  };
  page.model.addEventListener('change', onChange);
  const end = every(seconds, tell);
  soon();
  return { element, tell: soon, stop() { isStopped = true; end(); clearTimeout(timer); } };
}
