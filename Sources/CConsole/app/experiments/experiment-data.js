import { get } from '../kit/api.js';
import { member, parse, toValue } from '../kit/json.js';

// An object of JavaScript puts names that look like whole numbers first, so a variant called "1" would change its
// place. The order of the variants decides who gets which, so it is read from the text.
function experimentOf(node) {
  const value = toValue(node);
  value.variants = member(node, 'weights').members.map((entry) => [entry.name, Number(entry.value.text)]);
  return value;
}

/** All experiments; each with `variants` as `[key, weight]` in order. */
export async function experiments() {
  const { text } = await get('/admin/experiments');
  return member(parse(text), 'experiments').elements.map(experimentOf);
}

/** One experiment, with the `etag` of its screen. */
export async function experiment(key) {
  const { text, headers } = await get(`/admin/experiments/${encodeURIComponent(key)}`);
  return { ...experimentOf(parse(text)), etag: headers.get('ETag') };
}

/** The results of an experiment. */
export async function results(key) {
  return (await get(`/admin/experiments/${encodeURIComponent(key)}/results`)).json;
}
