// Publications by others while the screen is in the editor.
import { address, get, routePath } from '../kit/api.js';
import { stream } from '../kit/stream.js';

/**
 * Listens to publications of a screen. `onVersion({ version, by, message, isDeleted })` is called for each newer than
 * `known()`. Returns a function that ends it.
 */
export function watchVersions(route, known, onVersion) {
  const receive = async (event) => {
    const version = Number(event.lastEventId);
    if (!(version > known())) return;
    const isDeleted = event.type === 'deleted';
    try {
      const { json } = await get(`${routePath('/admin/screens/', route)}/versions`, { query: { limit: 1 } });
      const newest = json.versions[0];
      // The response can be of a newer version, whose event follows.
      onVersion({ version, isDeleted, by: newest?.by ?? '', message: newest?.message ?? '' });
    } catch {
      onVersion({ version, isDeleted, by: '', message: '' });
    }
  };
  return stream(address(`${routePath('/screens/', route)}/events`), { version: receive, deleted: receive });
}
