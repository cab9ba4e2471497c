// Merges two changes of one definition, by item. Pure functions over the nodes of kit/json.js.
import { at, equal, member, set } from '../kit/json.js';
import { layoutOf, stayingKeys } from './compare.js';

/**
 * The changes of both sides: `[{ id, kind, subject, path?, base?, theirs?, mine?, side, collides, choice }]`.
 *
 * `side` is `theirs`, `mine` or `both` (they agree). One that collides begins without a `choice`; the others begin with
 * the side that changed. A choice is `base`, `theirs` or `mine`.
 */
export function changesToMerge(base, theirs, mine) {
  const layouts = { base: layoutOf(base), theirs: layoutOf(theirs), mine: layoutOf(mine) };
  const result = [];
  const add = (change) => {
    const collides = change.side === 'collision';
    result.push({ ...change, id: `${change.kind}:${change.subject}:${(change.path ?? []).join('/')}`, collides,
      choice: collides ? undefined : change.side === 'theirs' ? 'theirs' : 'mine' });
  };
  const isOneList = layouts.theirs.isSectioned === layouts.mine.isSectioned
    && (layouts.base.isSectioned === layouts.mine.isSectioned || layouts.base.items.length === 0);
  if (isOneList) mergeItems(layouts, add);
  else add({ kind: 'list', subject: 'items', side: sideOf(list(base), list(theirs), list(mine)), base: list(base),
    theirs: list(theirs), mine: list(mine) });
  const ids = (side) => layouts[side].sections.map((section) => section.id);
  const bySection = (side, id) => layouts[side].sections.find((section) => section.id === id)?.node;
  for (const id of isOneList ? new Set([...ids('base'), ...ids('theirs'), ...ids('mine')]) : []) {
    const [b, t, m] = ['base', 'theirs', 'mine'].map((side) => bySection(side, id));
    if (t !== undefined && m !== undefined) memberChanges('section', id, b, t, m, add);
    else if (!equal(b, t) || !equal(b, m)) add({ kind: 'section-exists', subject: id, side: sideOf(b, t, m), base: b,
      theirs: t, mine: m });
  }
  if (isOneList && layouts.mine.isSectioned) {
    const orders = ['base', 'theirs', 'mine'].map((side) =>
      ids(side).filter((id) =>
        ids('base').includes(id) && ids('theirs').includes(id) && ids('mine').includes(id)).join('\n'));
    if (orders.some((order) => order !== orders[0])) {
      const [b, t, m] = orders.map((value) => ({ kind: 'string', value: value.replaceAll('\n', ', ') }));
      add({ kind: 'section-order', subject: 'sections', side: sideOf(b, t, m), base: b, theirs: t, mine: m });
    }
  }
  memberChanges('definition', 'definition', layouts.base.frame, layouts.theirs.frame, layouts.mine.frame, add);
  return result;
}

function list(definition) {
  return { kind: 'object', members: (definition.members ?? []).filter(({ name }) => name === 'items'
    || name === 'sections') };
}

function sideOf(base, theirs, mine) {
  if (equal(theirs, mine)) return 'both';
  if (equal(base, theirs)) return 'mine';
  return equal(base, mine) ? 'theirs' : 'collision';
}

/** Changes of the members of one object, recursively where both sides have objects. */
function memberChanges(kind, subject, base, theirs, mine, add, path = [], names = path) {
  if (equal(theirs, mine) && equal(base, theirs)) return;
  if (theirs?.kind === 'object' && mine?.kind === 'object' && (base === undefined || base.kind === 'object')) {
    const all = new Set([base, theirs, mine].flatMap((node) => node?.members.map(({ name }) => name) ?? []));
    for (const name of all) memberChanges(kind, subject, member(base, name), member(theirs, name), member(mine, name),
      add, [...path, name], [...names, name]);
    return;
  }
  if (haveSameKeys(base, theirs, mine)) {
    base.elements.forEach((element, index) =>
      memberChanges(kind, subject, element, theirs.elements[index], mine.elements[index], add,
      [...path, String(index)], [...names, member(element, 'key').value]));
    return;
  }
  add({ kind, subject, path, names, base, theirs, mine, side: sideOf(base, theirs, mine) });
}

/** Whether three lists have elements with the same keys in the same order, such as the variants of an experiment. */
function haveSameKeys(...lists) {
  const keys = lists.map((list) => (list?.kind === 'array'
    ? list.elements.map((element) => member(element, 'key')?.value) : [undefined]));
  return keys[0].length > 0 && keys.every((own) =>
    own.every((key) => typeof key === 'string') && own.join('\n') === keys[0].join('\n'));
}

function mergeItems({ base, theirs, mine }, add) {
  const maps = [base, theirs, mine].map((layout) => new Map(layout.items.map((item) => [item.key, item])));
  const moves = [theirs, mine].map((layout) => movesOf(base, layout));
  for (const key of new Set(maps.flatMap((map) => [...map.keys()]))) {
    const [b, t, m] = maps.map((map) => map.get(key));
    const [moveT, moveM] = moves.map((map) => map.get(key));
    if (t && m) {
      memberChanges('item', key, b?.node, t.node, m.node, add);
      if (moveT || moveM) {
        const isSame = moveT && moveM && moveT.section === moveM.section && moveT.after === moveM.after;
        add({ kind: 'place', subject: key, base: b, theirs: t, mine: m,
          side: isSame ? 'both' : moveT && moveM ? 'collision' : moveT ? 'theirs' : 'mine' });
      }
      continue;
    }
    const existence = { kind: 'exists', subject: key, base: b?.node, theirs: t?.node, mine: m?.node };
    if (!b || (!t && !m)) { add({ ...existence, side: b ? 'both' : t ? 'theirs' : 'mine' }); continue; }
    // One side removed it. If the other one changed or moved it, somebody has to decide.
    const isTouched = !equal(b.node, (t ?? m).node) || (t ? moveT : moveM) !== undefined;
    add({ ...existence, side: isTouched ? 'collision' : t ? 'mine' : 'theirs' });
  }
}

/** The position of each item that is new or has moved: the key of the item before it, and its section. */
function movesOf(base, layout) {
  const baseByKey = new Map(base.items.map((item) => [item.key, item]));
  const byKey = new Map(layout.items.map((item) => [item.key, item]));
  const staying = stayingKeys(base.items.filter((item) => byKey.has(item.key)), byKey);
  const moves = new Map();
  layout.items.forEach((item, index) => {
    if (staying.has(item.key)) return;
    const before = layout.items[index - 1];
    moves.set(item.key, { section: item.section, after: before?.section === item.section ? before.key : null,
      isNew: !baseByKey.has(item.key) });
  });
  return moves;
}

/** The definition that results from the choices; undefined while one is missing. */
export function merge(base, theirs, mine, changes) {
  if (changes.some((change) => change.choice === undefined)) return undefined;
  const value = (change) => change[change.choice];
  const chosen = (kind) => changes.filter((change) => change.kind === kind);
  const whole = chosen('list')[0];
  let frame = mine;
  for (const change of chosen('definition')) frame = put(frame, change.path, value(change));
  if (whole) {
    const { members } = frame;
    const list = value(whole).members;
    return { kind: 'object', members: [...members.filter(({ name }) => name !== 'items' && name !== 'sections'),
      ...list] };
  }
  const layouts = { base: layoutOf(base), theirs: layoutOf(theirs), mine: layoutOf(mine) };
  const items = mergedItems(layouts, changes, value);
  return withItems(frame, layouts, items, changes, value);
}

function put(node, path, value) { return equal(at(node, path), value) ? node : set(node, path, value); }

function mergedItems(layouts, changes, value) {
  const maps = Object.fromEntries(Object.entries(layouts).map(([side, layout]) =>
    [side, new Map(layout.items.map((item) => [item.key, item]))]));
  const nodes = new Map();
  const places = new Map(changes.filter((change) => change.kind === 'place').map((change) =>
    [change.subject, change.choice]));
  const exists = new Map(changes.filter((change) => change.kind === 'exists').map((change) =>
    [change.subject, change]));
  for (const key of new Set(Object.values(maps).flatMap((map) => [...map.keys()]))) {
    const decided = exists.get(key);
    let node = decided ? value(decided) : (maps.mine.get(key) ?? maps.theirs.get(key) ?? maps.base.get(key)).node;
    if (node === undefined) continue;
    for (const change of decided ? [] : changes) {
      if (change.kind === 'item' && change.subject === key) node = put(node, change.path, value(change));
    }
    nodes.set(key, node);
  }
  const moves = { theirs: movesOf(layouts.base, layouts.theirs), mine: movesOf(layouts.base, layouts.mine) };
  /** The side that decides an item's position; base if neither side moved it. */
  const sideOfPlace = (key) => {
    if (places.has(key)) return places.get(key);
    const decided = exists.get(key);
    if (decided && !maps.base.has(key)) return decided.choice === 'base' ? 'base' : decided.choice;
    if (decided && moves[decided.choice]?.has(key)) return decided.choice;
    return maps.base.has(key) ? 'base' : 'mine';
  };
  const result = layouts.base.items.filter((item) => nodes.has(item.key) && sideOfPlace(item.key) === 'base')
    .map(({ key, section }) => ({ key, section, node: nodes.get(key) }));
  for (const side of ['mine', 'theirs']) {
    const all = layouts[side].items;
    all.forEach((item, index) => {
      if (!nodes.has(item.key) || sideOfPlace(item.key) !== side || result.some(({ key }) => key === item.key)) return;
      // Insert it after the nearest preceding item of that side that is already in the result.
      let before = index - 1;
      const isThere = (other) => other.section === item.section
        && result.some(({ key, section }) => key === other.key && section === item.section);
      while (before >= 0 && !isThere(all[before])) before -= 1;
      const anchor = before >= 0 ? result.findIndex(({ key }) => key === all[before].key) : -1;
      const first = result.findIndex(({ section }) => section === item.section);
      const index2 = anchor >= 0 ? anchor + 1 : first >= 0 ? first : result.length;
      result.splice(index2, 0, { key: item.key, section: item.section, node: nodes.get(item.key) });
    });
  }
  return result;
}

function withItems(frame, layouts, items, changes, value) {
  if (!layouts.mine.isSectioned) {
    const own = { kind: 'array', elements: items.map(({ node }) => node) };
    return equalItems(frame, own) ? frame : set(frame, ['items'], own);
  }
  const nodeOf = (side, id) => layouts[side].sections.find((section) => section.id === id)?.node;
  const order = orderOfSections(layouts, changes);
  const sections = [];
  for (const id of order) {
    const decided = changes.find((change) => change.kind === 'section-exists' && change.subject === id);
    const inner = items.filter(({ section }) => section === id);
    let node = decided ? value(decided) : nodeOf('mine', id) ?? nodeOf('theirs', id);
    if (node === undefined) {
      // A section stays while it has an item.
      if (inner.length === 0) continue;
      node = nodeOf('mine', id) ?? nodeOf('theirs', id) ?? nodeOf('base', id);
    }
    for (const change of decided ? [] : changes) {
      if (change.kind === 'section' && change.subject === id) node = put(node, change.path, value(change));
    }
    sections.push(set(node, ['items'], { kind: 'array', elements: inner.map((item) => item.node) }));
  }
  const own = { kind: 'array', elements: sections };
  return equal(member(frame, 'sections'), own) ? frame : set(frame, ['sections'], own);
}

function equalItems(frame, own) {
  const old = member(frame, 'items');
  return old === undefined ? own.elements.length === 0 : equal(old, own);
}

function orderOfSections(layouts, changes) {
  const decided = changes.find((change) => change.kind === 'section-order')?.choice;
  const ids = (side) => layouts[side].sections.map((section) => section.id);
  const first = decided ?? 'mine';
  const order = [...ids(first)];
  for (const side of ['mine', 'theirs', 'base']) {
    const own = ids(side);
    own.forEach((id, index) => {
      if (order.includes(id)) return;
      let before = index - 1;
      while (before >= 0 && !order.includes(own[before])) before -= 1;
      order.splice(before >= 0 ? order.indexOf(own[before]) + 1 : 0, 0, id);
    });
  }
  return order;
}
