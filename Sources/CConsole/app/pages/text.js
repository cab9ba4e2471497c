// Words and numbers for people.

/** A count with its noun: "1 rule", "2 rules", "1,204 units". */
export function count(number, noun, plural = `${noun}s`) {
  return `${whole(number)} ${number === 1 ? noun : plural}`;
}

/** A whole number with separators. */
export function whole(number) { return Number(number).toLocaleString('en'); }

/** A share from 0 to 1 as "12.0 %". A small share is never shown as 0. */
export function percent(share, digits = 1) {
  if (!Number.isFinite(share)) return '–';
  const smallest = 0.5 / 10 ** (digits + 2);
  if (share > 0 && share < smallest) return `< ${(10 ** -digits).toFixed(digits)} %`;
  return `${(share * 100).toFixed(digits)} %`;
}

/** A number of an API without the noise of binary fractions. */
export function decimal(number, digits = 4) {
  return Number.isFinite(number) ? String(Number(number.toPrecision(digits))) : '–';
}

/** A list in a sentence: "a, b and c". */
export function listed(words, last = 'and') {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** A variant of each of several experiments as one thing: “order=b + banner=on”. */
export function combinationWords(name) { return name.replaceAll(', ', ' + '); }

/** Milliseconds in words. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${whole(milliseconds)} ms` : `${decimal(milliseconds / 1000, 3)} s`;
}
