// What is decided of a merge, and the words for its changes. It does not access the page.
import { member, pointer, textOf, tokens } from '../kit/json.js';
import { differenceOf, pathWords, positionWords, valueWords } from './compare.js';

/** The server's words for the sides. */
const apiNames = { base: 'base', theirs: 'theirs', mine: 'ours' };

/**
 * The changes of both sides of a merge, and the choices.
 *
 * `ask(choices)` resolves to the server's response to a merge, as a lossless node. A change is `{ place, side }`: the id
 * of an item or a JSON Pointer, and who changed it: `theirs`, `mine`, `both` (without a collision), `same`, or
 * `collision`.
 */
export class MergeState {
  #ask;
  #choices = new Map();
  changes = [];
  /** `{ theirs, mine }`, what each side changed (`differenceOf`). */
  differences;

  constructor(ask) { this.#ask = ask; }

  get collisions() { return this.changes.filter(({ side }) => side === 'collision'); }
  /** The collisions without a choice. */
  get open() { return this.collisions.filter(({ place }) => !this.#choices.has(place)); }
  get fitting() { return this.changes.filter(({ side }) => ['theirs', 'mine', 'both'].includes(side)); }
  get same() { return this.changes.filter(({ side }) => side === 'same'); }

  choiceOf(place) { return this.#choices.get(place); }

  /** Chooses `base`, `theirs` or `mine` for a place; undefined takes the choice back. */
  choose(place, side) { if (side) this.#choices.set(place, side); else this.#choices.delete(place); }

  /** Reads the changes. */
  async read() {
    const found = await this.#ask({});
    this.changes = mergedChanges(found);
    this.differences = { theirs: differenceOf(member(found, 'theirs')), mine: differenceOf(member(found, 'ours')) };
  }

  /** The definition with all choices; undefined if they have led to another collision, which is then in `changes`. */
  async result() {
    const choices = Object.fromEntries([...this.#choices].map(([place, side]) => [place, apiNames[side]]));
    const found = await this.#ask(choices);
    const merged = member(found, 'merged');
    if (merged) return merged;
    const isOpen = ({ place, side }) => side === 'collision' && !this.#choices.has(place);
    const added = mergedChanges(found).filter(isOpen);
    const places = new Set(added.map(({ place }) => place));
    this.changes = [...this.changes.filter(({ place }) => !places.has(place)), ...added];
    return undefined;
  }
}

function mergedChanges(found) {
  const names = { ours: 'mine', conflict: 'collision' };
  return member(found, 'changes').elements.map((change) => {
    const effect = textOf(member(change, 'effect'));
    return { place: textOf(member(change, 'place')), side: names[effect] ?? effect };
  });
}

/** The words for a new item where it is not. */
export const absent = 'not there';

/** What a place is, in words: `name`, which is emphasized, and `rest`. */
export function subjectWords(place) {
  if (place === '/') return { name: 'The whole definition', rest: '' };
  if (place === '/sections') return { name: 'The sections', rest: ' without their items' };
  if (!place.startsWith('/')) return { name: place, rest: '' };
  return { name: pathWords(tokens(place)), rest: '' };
}

/** One side of a change in lines of words. `differences` are those of `MergeState`. */
export function sideWords({ place }, side, differences) {
  const own = differences[side];
  const both = [differences.theirs, differences.mine];
  if (place === '/') return [side === 'base' ? 'as it was' : 'all of it'];
  if (place === '/sections') {
    const words = own ? own.sections.map(({ words: sentence }) => sentence) : [];
    return words.length > 0 ? words : ['as they were'];
  }
  if (place.startsWith('/')) {
    const isBelow = ({ path }) => `${pointer(path)}/`.startsWith(`${place}/`);
    return memberLines(own, both.map((difference) => difference.other.filter(isBelow)),
      own?.other.filter(isBelow), tokens(place).length);
  }
  return itemLines(place, own, both);
}

function itemLines(id, own, both) {
  const find = (difference, kind) => difference?.[kind].find((entry) => entry.id === id);
  const added = find(own, 'added');
  if (added) return [`new, at ${positionWords(added)}`, ...contentWords(member(added.node, 'content'))];
  if (find(own, 'removed')) return ['removed'];
  if (both.some((difference) => find(difference, 'added'))) return [absent];
  const lines = [];
  const moves = both.map((difference) => find(difference, 'moved')).filter(Boolean);
  if (moves.length > 0) lines.push(`at ${positionWords(find(own, 'moved')?.to ?? moves[0].from)}`);
  lines.push(...memberLines(own, both.map((difference) => find(difference, 'changed')?.changes ?? []),
    find(own, 'changed')?.changes));
  return lines.length > 0 ? lines : ['as it was'];
}

/** The members of a new item's content. */
function contentWords(content) {
  if (content?.kind !== 'object') return [valueWords(content, 240)];
  return content.members.map(({ name, value }) => `${name}: ${valueWords(value, 240)}`);
}

/** The members that one of both sides changed, as they are on one side. `depth` is the number of names to leave out. */
function memberLines(own, both, changes = [], depth = 0) {
  const key = ({ path }) => pointer(path);
  const all = new Map(both.flat().map((change) => [key(change), change]));
  const now = new Map(changes.map((change) => [key(change), change]));
  return [...all].map(([place, change]) => {
    const value = valueWords(own && now.has(place) ? now.get(place).new : change.old, 240);
    const names = change.names.slice(depth);
    return names.length === 0 ? value : `${pathWords(names)}: ${value}`;
  });
}
