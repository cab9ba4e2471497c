// Each line after an `@ts-expect-error` has one mistake. `.ci/console-types` fails if tsc does not find it.
import { get, post } from '../../../Sources/CConsole/app/kit/api.js';

export async function mistakes(name) {
  const { json } = await get('/screens');
  const { json: { versions } } = await get(`/admin/screens/${name}/versions`, { query: { limit: 1 } });
  return [
    json.screens[0].screenName,
    versions[0].publishedAt,
    // @ts-expect-error a member of a response
    json.screens[0].screenNmae,
    // @ts-expect-error a member of a response, in a path with a name
    versions[0].publishedOn,
    // @ts-expect-error a path
    get('/admin/token'),
    // @ts-expect-error a method that the path does not have
    (await post('/screens')).json.screens,
    // @ts-expect-error a query parameter
    get('/admin/audit', { query: { limt: 1 } }),
    // @ts-expect-error a member of a request
    post('/admin/session', { json: { tokne: name } }),
  ];
}
