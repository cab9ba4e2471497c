// What the server computes of definitions that need not be saved: their differences and merges.
import { compute } from '../kit/api.js';
import { equal, parse, stringify } from '../kit/json.js';
import { differenceOf, noDifference } from './compare.js';

const ask = async (path, members) => {
  const body = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return parse((await compute(path, { body: `{${body.join()}}` })).text);
};

/** The difference between two definitions, as `differenceOf` returns it. */
export async function compare(before, after) {
  if (equal(before, after)) return noDifference;
  return differenceOf(await ask('/admin/diff', { from: stringify(before), to: stringify(after) }));
}

/** A merge of two changes of the screen `route` by `choices`, as the server describes it. */
export function askForMerge(route, { base, theirs, mine }, choices) {
  return ask('/admin/merge', {
    route: JSON.stringify(route), base: stringify(base), theirs: stringify(theirs), ours: stringify(mine),
    choices: JSON.stringify(choices),
  });
}
