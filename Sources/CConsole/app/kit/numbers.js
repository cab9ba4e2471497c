// Numbers as people type them: the draft takes those of JSON (RFC 8259 §6), and all others get advice.

const jsonNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** Whether a text is a number of JSON. Spaces around it do not count. */
export function isNumber(text) { return jsonNumber.test(text.trim()); }

/** The number of a text; undefined if it is empty, NaN if it is no number of JSON. `Number` would read 0x10 as 16. */
export function readNumber(text) {
  if (text.trim() === '') return undefined;
  return isNumber(text) ? Number(text) : NaN;
}

/** What is wrong with the text of a field for a number, and what to write; empty if nothing is. */
export function numberProblem(text) {
  return Number.isNaN(readNumber(text)) ? `This is not a number. ${numberAdvice(text)}` : '';
}

/** What to write in place of a text that is no number: "Write 8500, without a comma." `general` is for all that is unlike one. */
export function numberAdvice(text, general = 'Write it like 12 or 1.50.') {
  // A full-width digit is a digit of another form; a minus sign of typography is no hyphen.
  const plain = text.trim().normalize('NFKC').replace('\u2212', '-');
  if (/^0(x[0-9a-f]+|o[0-7]+|b[01]+)$/i.test(plain)) return `Write ${BigInt(plain)}, in decimal digits.`;
  const parts = /^([\p{Sc}\p{L}\s]*)([-+]?)([\p{Sc}\p{L}\s]*)([\d.,'’_\s]*\d[.,]?)([\p{Sc}\p{L}%\s]*)$/u.exec(plain);
  if (!parts) return general;
  const [, before, sign, between, body, after] = parts;
  const without = new Set();
  const words = (before + between + after).trim();
  if (words !== '') without.add(`“${words}”`);
  if (sign === '+') without.add('a plus');
  let digits = body;
  const leaveOut = (expression, name) => {
    if (!expression.test(digits)) return;
    digits = digits.replace(expression, '');
    without.add(name);
  };
  leaveOut(/\s+/g, 'a space');
  leaveOut(/['’]/g, 'an apostrophe');
  leaveOut(/_/g, 'an underscore');
  const decimal = decimalSign(digits);
  if (decimal === undefined) return general;
  if (decimal !== ',') leaveOut(/,/g, 'a comma');
  if (decimal !== '.') leaveOut(/\./g, 'a point');
  leaveOut(/[.,]$/, decimal === ',' ? 'a comma' : 'a point at the end');
  const isComma = digits.includes(',');
  digits = digits.replace(',', '.');
  if (digits.startsWith('.')) digits = `0${digits}`;
  leaveOut(/^0+(?=\d)/, 'zeros in front');
  const result = (sign === '-' ? '-' : '') + digits;
  if (!isNumber(result)) return general;
  const how = [isComma ? 'with a point in place of the comma' : '',
    without.size > 0 ? `without ${[...without].join(' and ')}` : ''].filter(Boolean);
  return how.length > 0 ? `Write ${result}, ${how.join(', ')}.` : `Write ${result}.`;
}

/**
 * The sign before the decimals of digits with points and commas: empty if all signs stand between thousands, undefined
 * if the digits are no number, as in 1.2.3.
 */
function decimalSign(digits) {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const sign = comma >= 0 ? ',' : '.';
  const [whole, ...groups] = digits.split(sign);
  if (groups.length > 1) return groups.every((group) => group.length === 3) ? '' : undefined;
  if (sign === '.') return '.';
  // Three digits after one comma are thousands: 8,500. A price has no third decimal.
  return /^[1-9]\d{0,2}$/.test(whole) && groups[0]?.length === 3 ? '' : ',';
}
