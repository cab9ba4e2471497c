import { h, fill } from '../kit/dom.js';
import { address, get } from '../kit/api.js';
import { parse, stringify } from '../kit/json.js';
import { href, navigate } from '../kit/router.js';
import { emptyState, progress, table, codeView } from '../kit/ui.js';
import { deviceFrame } from '../pages/device-frame.js';
import { head, load } from '../pages/load.js';
import { schemaEditor } from '../pages/schema-editor.js';
import { schemaTree } from '../pages/schema-tree.js';
import { tabs } from '../pages/tabs.js';
import { currentItems, typesOf } from '../pages/usage.js';
import { count, listed } from '../pages/text.js';

export function title({ name }) { return `View type ${name}`; }

export async function show(outlet, { name }, query) {
  let isLeft = false;
  let editor = null;
  const isNew = query.get('new') === '1';
  const top = h('div', {}, head(name));
  const body = h('div', {});
  outlet.append(top, body);
  await load(body, 'Loading the view type', async () => {
    if (isNew) return startingSchema;
    return stringify(parse((await get(`/view-types/${encodeURIComponent(name)}`)).text), { indent: true });
  }, (text) => {
    const schema = JSON.parse(text);
    fill(top, head(name, { about: isNew ? 'A new view type. It is added when you apply its schema.'
      : [schema.title ?? null, schema.title && schema.description ? ': ' : null, schema.description ?? null] }));
    const change = { key: 'change', label: 'Change', show: () => {
      editor = schemaEditor(name, text, { isNew,
        applied: () => { editor.leave(); navigate(href(`/view-types/${encodeURIComponent(name)}`, { tab: 'schema' }),
        { replace: isNew }); } });
      return editor.element;
    } };
    if (isNew) return change.show();
    return h('div', { class: 'view-type-columns' },
      tabs('Parts of the view type', [
        { key: 'schema', label: 'Schema', show: () => schemaTree(schema) },
        { key: 'json', label: 'JSON', show: () => codeView(text, 'JSON Schema') },
        { key: 'used', label: 'Where used', show: used },
        change,
        { key: 'swift', label: 'Swift', show: swift },
      ], query),
      h('section', { class: 'panel sample' }, h('h2', {}, 'Preview'),
        deviceFrame(390, { title: 'Preview', loading: 'lazy',
          src: address(`/previews/${encodeURIComponent(name)}/sample`, { width: 390 }) }),
        h('p', { class: 'soft' }, 'An item of a published screen, or content that is made from the schema if there is none.')));
  });
  return () => { isLeft = true; editor?.leave(); };

  function used() {
    const holder = h('div', {}, progress('Reading the current definitions'));
    search(holder);
    return holder;
  }

  async function search(holder) {
    await load(holder, 'Reading the current definitions', async () => {
      const [found, known, types] = await Promise.all([
        currentItems({ isStopped: () => isLeft, progress: (done, all) => {
          const bar = holder.querySelector('progress');
          if (bar) { bar.max = all; bar.value = done; }
        } }),
        get('/admin/releases'), referrers()]);
      return { ...found, releases: known.json.releases, types };
    }, ({ screens, failed, releases, types }) => {
      const using = screens.map(({ route, version, items }) =>
        ({ route, version, items: items.filter(({ viewType }) => viewType === name) }))
        .filter(({ items }) => items.length > 0);
      return [
        h('h2', {}, 'Screens'),
        using.length === 0 ? emptyState('No current screen uses it',
          'Add an item of this view type to a screen; it is listed here once it is published.')
          : table('Screens that use the view type', ['Screen', 'Version', 'Items'],
            using.map(({ route, version, items }) => [
            h('a', { href: href(`/screens/${route}`) }, route), String(version),
            listed(items.slice(0, 8).map(({ id, variant, isFallback }) =>
              `${id ?? 'an item without id'}${variant ? ` (in ${variant})` : ''}${isFallback ? ' (as fallback)' : ''}`)
              .concat(items.length > 8 ? [`${count(items.length - 8, 'more item')}`] : [])),
          ])),
        h('h2', { class: 'later' }, 'View types that refer to it'),
        types.length === 0 ? h('p', {}, 'None.') : h('ul', {},
          types.map((other) => h('li', {}, h('a', { href: href(`/view-types/${encodeURIComponent(other)}`) }, other)))),
        h('h2', { class: 'later' }, 'Releases'),
        releases.length === 0 ? h('p', {}, 'No release is registered. ',
          h('a', { href: href('/releases') }, 'Register the releases of your apps'), ' to see which can show it.')
          : table('Releases and whether they can show it', ['Release', 'Can show it', 'Supported'],
            releases.map((release) => [
            h('a', { href: href('/releases', { search: release.release }) }, release.release),
            typesOf(release).includes(name) ? h('span', { class: 'badge good' }, 'Yes')
              : h('span', { class: 'badge warn' }, 'No'),
            release.supported ? 'yes' : 'no'])),
        h('p', { class: 'soft later' }, 'Searched: the current version of each screen, its variants and ' +
          'fallbacks. Not searched: drafts, earlier versions, scenarios of the mock.',
          failed.length > 0 ? ` These screens could not be read: ${failed.join(', ')}.` : null),
      ];
    });
  }

  /** View types whose schema has a reference to this one. */
  async function referrers() {
    const { json } = await get('/view-types');
    const found = await Promise.all(json.viewTypes.filter((one) => one.name !== name).map(async (one) => {
      const { text } = await get(`/view-types/${encodeURIComponent(one.name)}`);
      return text.includes(`"${name}.json`) ? one.name : null;
    }));
    return found.filter(Boolean);
  }

  function swift() {
    const holder = h('div', {});
    /** @type {`/admin/view-types/${string}/swift`} */
    const path = `/admin/view-types/${encodeURIComponent(name)}/swift`;
    load(holder, 'Generating the Swift code', () => get(path, { headers: { Accept: 'text/plain' } }).catch((error) => {
      if (error.status === 404 || error.status === 405) return null;
      throw error;
    }), (answer) => (answer === null
      ? emptyState('Not available', 'This server does not generate Swift over HTTP. The command line does:',
        h('p', {}, h('code', {}, 'marquee codegen swift')))
      : [h('p', { class: 'soft' }, 'Types for this content that keep unknown members and values. ',
        h('a', { href: address(path), download: `${name}.swift` }, 'Download')),
        codeView(answer.text, `Swift code of ${name}`)]));
    return holder;
  }
}

const startingSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "",
  "description": "",
  "type": "object",
  "properties": {
    "text1": { "type": "string", "description": "" }
  },
  "required": ["text1"],
  "additionalProperties": false
}`;
