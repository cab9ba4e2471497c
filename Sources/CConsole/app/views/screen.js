import { h, fill } from '../kit/dom.js';
import { get, routePath, Problem } from '../kit/api.js';
import { href } from '../kit/router.js';
import { errorMessage, progress } from '../kit/ui.js';
import { draftIfAny, loadVersion } from '../editor/autosave.js';
import { screenEditor } from '../editor/screen-editor.js';
import { imagesOf } from '../form/pictures.js';

export const title = ({ route }) => route;

/** The editor of a screen: items, preview and form. */
export async function show(outlet, { route }, query) {
  fill(outlet, h('h1', { class: 'visually-hidden' }, route), progress(`Loading ${route}`));
  let loaded;
  try {
    loaded = await load(route);
  } catch (error) {
    fill(outlet, h('div', { class: 'page-head' }, h('h1', {}, route)), errorMessage(error, () => location.reload()),
      h('p', {}, h('a', { href: href('/screens') }, 'All screens')));
    return undefined;
  }
  // The user has left the view meanwhile.
  if (!outlet.isConnected) return undefined;
  return screenEditor({ outlet, route, query, ...loaded });
}

async function load(route) {
  const [live, draft, schemas, formats, templates, releases, versions] = await Promise.all([
    unless([404, 410], loadVersion(route)), draftIfAny(route), loadSchemas(), loadFormats(),
    loadTemplates(),
    get('/admin/releases').then(({ json }) => json.releases),
    unless([404], get(`${routePath('/admin/screens/', route)}/versions`, { query: { limit: 30 } })).then((answer) =>
      answer?.json.versions ?? []),
  ]);
  /** The members that the preview of each view type draws as images. */
  const images = new Map([...templates].map(([name, template]) => [name, imagesOf(template)]));
  return { live, draft, schemas, formats, templates, images, releases, versions };
}

/** The result of a request; undefined if it fails with one of these statuses. */
async function unless(statuses, promise) {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Problem && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

/** All view types, as the form of an item may change to any of them: `Map(name -> JSON Schema)`. */
async function loadSchemas() {
  const { json } = await get('/view-types');
  const schemas = await Promise.all(json.viewTypes.map(async ({ name }) =>
    /** @type {const} */ ([name, (await get(`/view-types/${encodeURIComponent(name)}`)).json])));
  return new Map(schemas);
}

/** All wire formats, as a screen can be changed to any of them: `Map(name -> format)`. */
async function loadFormats() {
  const { json } = await get('/formats');
  return new Map(await Promise.all(json.formats.map(async ({ name }) =>
    /** @type {const} */ ([name, (await get(`/formats/${encodeURIComponent(name)}`)).json]))));
}

/** The preview templates of view types that have one: `Map(name -> template)`. */
async function loadTemplates() {
  const { json } = await get('/previews');
  return new Map(await Promise.all(json.previews.map(async ({ viewType }) =>
    /** @type {const} */ ([viewType, (await get(`/previews/${encodeURIComponent(viewType)}`)).json]))));
}
