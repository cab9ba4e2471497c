// Where view types are used: a search of the current definitions, because the API has no endpoint for it.
import { get, routePath } from '../kit/api.js';
import { eachOf } from './load.js';

const read = new Map();

/** All elements of a definition, or of a part of it, that have a view type, with what leads to them. */
function itemsOf(definition) {
  const found = [];
  const walk = (items, variant) => {
    for (const item of items ?? []) {
      if (item?.viewType) found.push({ id: item.id, viewType: item.viewType, variant });
      // What an app without the view type gets instead is an item of its own.
      if (item?.fallback?.viewType) found.push({ id: item.id, viewType: item.fallback.viewType, variant,
        isFallback: true });
    }
  };
  const layout = (part, variant) => {
    walk(part.items, variant);
    for (const section of part.sections ?? []) walk(section.items, variant);
    for (const change of part.changes ?? []) if (change.item) walk([change.item], variant);
  };
  layout(definition, null);
  for (const experiment of [definition.experiment, ...(definition.experiments ?? [])].filter(Boolean)) {
    for (const variant of experiment.variants ?? []) layout(variant, variant.key);
  }
  return found;
}

/**
 * Reads the current definition of each screen, and calls `progress` with the number read and the number of screens.
 * Resolves to `{ screens: [{ route, version, items }], failed: [route] }`. A version that was read is not read again.
 * @param {{ progress?: (done: number, all: number) => void, isStopped?: () => boolean }} options
 */
export async function currentItems({ progress = () => {}, isStopped } = {}) {
  const { screens } = (await get('/screens')).json;
  const found = [];
  const failed = [];
  let done = 0;
  await eachOf(screens, async ({ route, version }) => {
    const key = `${route} ${version}`;
    if (!read.has(key)) {
      try {
        const { json } = await get(routePath('/admin/screens/', route), { query: { version } });
        read.set(key, itemsOf(json));
      } catch (error) {
        if (error.status === undefined) throw error;
        failed.push(route);
      }
    }
    if (read.has(key)) found.push({ route, version, items: read.get(key) });
    done += 1;
    progress(done, screens.length);
  }, { width: 6, isStopped });
  found.sort((one, other) => (one.route < other.route ? -1 : 1));
  return { screens: found, failed };
}

/** The names of the view types that a release can show. */
export function typesOf(release) {
  return release.viewTypes.map((one) => (typeof one === 'string' ? one : one.name));
}
