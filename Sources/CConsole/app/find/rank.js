// Which entries match what was typed, the best first. Pure functions without a page.

/** The order of kinds that match equally well. */
const kinds = ['Action', 'View', 'Screen', 'Experiment', 'User', 'Change set', 'View type', 'Item'];

/** A text without marks and case: “Crème” is found by “creme”. */
export function folded(text) { return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(); }

/** The words of a query. */
export function wordsOf(query) { return folded(query).split(/\s+/).filter(Boolean); }

/**
 * The entries that match all words of a query. An entry is `{ kind, name, more, isHere }`; `more` is found as well, after
 * names, and of two that match equally well the one in the view that is shown comes first. Without words, all match.
 */
export function ranked(entries, query) {
  const words = wordsOf(query);
  const found = [];
  for (const entry of entries) {
    const score = scoreOf(entry, words);
    if (score !== undefined) found.push({ entry, score });
  }
  const order = ({ kind }) => (kinds.indexOf(kind) + kinds.length + 1) % (kinds.length + 1);
  return found.sort((a, b) => b.score - a.score || order(a.entry) - order(b.entry)
    || a.entry.name.length - b.entry.name.length).map(({ entry }) => entry);
}

function scoreOf({ kind, name, more = '', isHere = false }, words) {
  const own = folded(name);
  const other = folded(more);
  let sum = (own === words.join(' ') ? 100 : 0) + (isHere ? 1 : 0);
  for (const word of words) {
    // A letter left out, as in “expmnt”, still finds a name. There are too many items for that.
    const score = scoreOfWord(own, other, word) || (kind !== 'Item' && word.length > 3 && isSubsequence(own, word) ? 2 : 0);
    if (score === 0) return undefined;
    sum += score;
  }
  return sum;
}

function scoreOfWord(name, more, word) {
  if (name.startsWith(word)) return 60;
  if (isWordStart(name, word)) return 40;
  if (name.includes(word)) return 20;
  if (more.startsWith(word) || isWordStart(more, word)) return 12;
  return more.includes(word) ? 6 : 0;
}

function isWordStart(text, word) {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (place > 0 && !/[\p{L}\p{N}]/u.test(text[place - 1])) return true;
  }
  return false;
}

function isSubsequence(text, word) {
  let place = 0;
  for (const letter of word) {
    place = text.indexOf(letter, place) + 1;
    if (place === 0) return false;
  }
  return true;
}

/** The user in a query such as “explain 42”; empty without one. */
export function userIn(query) { return /^\s*(?:explain|user)\s+(\S+)\s*$/i.exec(query)?.[1] ?? ''; }

/** The parts of a name as `[text, isMatch]`, to mark the words of a query. */
export function marked(name, query) {
  const lower = name.toLowerCase();
  const isMatch = new Array(name.length).fill(false);
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const place = lower.indexOf(word);
    if (place >= 0) isMatch.fill(true, place, place + word.length);
  }
  const parts = [];
  for (let index = 0; index < name.length; index += 1) {
    const last = parts.at(-1);
    if (last && last[1] === isMatch[index]) last[0] += name[index]; else parts.push([name[index], isMatch[index]]);
  }
  return parts;
}
