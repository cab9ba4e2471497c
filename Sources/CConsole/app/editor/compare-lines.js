// A difference of texts by line (Myers, "An O(ND) difference algorithm and its variations", 1986).

/** The number of differing lines up to which texts are compared: the work grows with its square. */
const maximumEdits = 2000;

/**
 * The lines of two texts, `[{ kind: 'same' | 'old' | 'new', text, old, new }]`, with line numbers from 1. Two texts
 * that differ in more than 2,000 lines are shown one after the other instead, and `isWhole` is true.
 */
export function compareLines(before, after) {
  const linesOf = (text) => (text === '' ? [] : text.split('\n'));
  return compareLists(linesOf(before), linesOf(after));
}

/** The same for two lists of texts, such as words. */
export function compareLists(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA -= 1; endB -= 1; }
  const edits = script(a.slice(start, endA), b.slice(start, endB));
  const lines = [];
  let x = 0;
  let y = 0;
  const push = (kind) => {
    lines.push({ kind, text: kind === 'new' ? b[y] : a[x], old: kind === 'new' ? null : x + 1, new: kind === 'old'
      ? null : y + 1 });
    if (kind !== 'new') x += 1;
    if (kind !== 'old') y += 1;
  };
  for (let index = 0; index < start; index += 1) push('same');
  for (const kind of edits.kinds) push(kind);
  while (x < a.length) push('same');
  return { lines, isWhole: edits.isWhole };
}

function script(a, b) {
  const whole = { kinds: [...a.map(() => 'old'), ...b.map(() => 'new')], isWhole: true };
  const limit = Math.min(a.length + b.length, maximumEdits);
  if (a.length === 0 || b.length === 0) return { kinds: whole.kinds, isWhole: false };
  // `furthest[offset + k]` is the furthest position in `a` on the diagonal k. Rounds are kept to trace the path back.
  const offset = limit + 1;
  let furthest = new Int32Array(2 * limit + 3);
  const rounds = [];
  for (let d = 0; d <= limit; d += 1) {
    rounds.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1] < furthest[offset + k + 1]);
      let x = down ? furthest[offset + k + 1] : furthest[offset + k - 1] + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) { x += 1; y += 1; }
      furthest[offset + k] = x;
      if (x >= a.length && y >= b.length) return { kinds: back(rounds, a.length, b.length), isWhole: false };
    }
  }
  return whole;
}

function back(rounds, x, y) {
  const kinds = [];
  for (let d = rounds.length - 1; d > 0; d -= 1) {
    const at = (k) => rounds[d][k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = down ? at(k + 1) : at(k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const afterX = down ? fromX : fromX + 1;
    while (x > afterX) { kinds.push('same'); x -= 1; y -= 1; }
    kinds.push(down ? 'new' : 'old');
    x = fromX;
    y = fromY;
  }
  while (x > 0) { kinds.push('same'); x -= 1; }
  return kinds.reverse();
}

/** The lines without unchanged ones that are further than `context` from a change: `{ kind: 'gap', count }`. */
export function withGaps(lines, context = 3) {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    near.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const result = [];
  lines.forEach((line, index) => {
    if (near[index]) { result.push(line); return; }
    if (result.at(-1)?.kind === 'gap') { result.at(-1).count += 1; result.at(-1).lines.push(line); }
    else result.push({ kind: 'gap', count: 1, lines: [line] });
  });
  return result;
}
