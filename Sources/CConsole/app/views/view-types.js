import { h, fill } from '../kit/dom.js';
import { get } from '../kit/api.js';
import { href, navigate } from '../kit/router.js';
import { button, emptyState, table, needs } from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { head, load } from '../pages/load.js';
import { askName } from '../pages/message.js';
import { currentItems, typesOf } from '../pages/usage.js';
import { count } from '../pages/text.js';

export function title() { return 'View types'; }

export async function show(outlet, parameters, query) {
  let isLeft = false;
  let all = [];
  let releases = [];
  const used = new Map();
  const list = h('div', {});
  const filters = filterBar([{ name: 'search', label: 'Search', kind: 'search', hint: 'Name or description' }], query,
    () => fill(list, rows()));
  const addButton = (kind) => needs('edit', 'Trying a view type', button('Add view type', { kind, icon: 'plus', on: add }));
  outlet.append(head('View types', {
    about: 'The kinds of cells that server and apps have agreed on. A JSON Schema says what the content of each is.',
      actions: [addButton('primary')] }),
  filters.element, list);
  await load(list, 'Loading the view types', async () => {
    const [types, known] = await Promise.all([get('/view-types'), get('/admin/releases')]);
    all = types.json.viewTypes;
    releases = known.json.releases;
  }, () => {
    filters.element.hidden = all.length === 0;
    return rows();
  });
  countUses();
  return () => { isLeft = true; };

  function rows() {
    if (all.length === 0) {
      return emptyState('No view types', 'A view type is a file in screens/_types/, such as ONE_LINE_TEXT.json, ' +
        'or is added here. Its name is what the app switches on.', addButton('plain'));
    }
    const wanted = filters.values().search.toLowerCase();
    const found = all.filter(({ name, title: text = '', description = '' }) =>
      `${name} ${text} ${description}`.toLowerCase().includes(wanted));
    if (found.length === 0) return emptyState('No view type matches', 'Change the search, or clear the filters.');
    const supported = releases.filter((one) => one.supported);
    return table(`View types, ${count(found.length, 'row')}`,
      ['View type', 'What it is', 'Used by', 'Supported releases'], found.map(({ name, title: text, description }) => [
      h('a', { href: href(`/view-types/${encodeURIComponent(name)}`) }, name),
      [text ? h('div', {}, text) : null, description ? h('div', { class: 'soft' }, description) : null],
      h('span', { dataset: { used: name } }, used.get(name) ?? '…'),
      supported.length === 0 ? h('span', { class: 'soft' }, 'none registered') : releaseCell(name, supported),
    ]));
  }

  function releaseCell(name, supported) {
    const without = supported.filter((one) => !typesOf(one).includes(name)).map(({ release }) => release);
    if (without.length === 0) return h('span', { class: 'badge good' }, `All ${supported.length}`);
    return [h('span', { class: 'badge warn' }, `${supported.length - without.length} of ${supported.length}`),
      h('div', { class: 'soft small-text' },
        `not ${without.slice(0, 3).join(', ')}${without.length > 3 ? ` and ${without.length - 3} more` : ''}`)];
  }

  async function countUses() {
    /** @type {(name: string) => string} */
    let text = () => 'unknown';
    try {
      const { screens } = await currentItems({ isStopped: () => isLeft });
      text = (name) => {
        const number = screens.filter(({ items }) => items.some((item) => item.viewType === name)).length;
        return number === 0 ? 'no screen' : count(number, 'screen');
      };
    } catch { /* The list is useful without. */ }
    for (const { name } of all) used.set(name, text(name));
    for (const cell of list.querySelectorAll('[data-used]')) cell.textContent = used.get(cell.dataset.used);
  }

  async function add() {
    const name = await askName({ title: 'Add a view type', action: 'Write its schema', placeholder: 'THREE_LINE_TEXT',
      help: 'Letters, digits, “.”, “_” and “-”, beginning with a letter. Apps switch on it, so it cannot be changed later.',
      check: (text) => (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(text)
        ? 'Write letters, digits, “.”, “_” and “-”, beginning with a letter.'
        : all.some((one) => one.name === text) ? 'There is a view type with this name.' : '') });
    if (name) navigate(href(`/view-types/${encodeURIComponent(name)}`, { new: '1', tab: 'change' }));
  }
}
