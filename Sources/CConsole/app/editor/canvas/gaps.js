// The places between the items of a page where one can be added.

/**
 * The places between the items in sight, from top to bottom: `[{ top, words, place, isNear }]`, `place` being
 * `{ target, after, before }` with the number of a section and the keys of the items around it. `toBox(element)` gives
 * the box of an element in the overlay; `isNear` says that the place is beside the item of the key `selected`.
 *
 * Those inside items (`innerGapsOf`) have the `box` of what is beside them, too, and `isBeside` where items stand beside
 * each other; the `column` keeps those of two lists apart.
 */
export function gapsOf(page, sections, selected, toBox) {
  const lists = [...page.querySelectorAll('main > section > .cells')];
  if (lists.length !== sections.length) return [];
  const { innerHeight } = page.defaultView;
  return lists.flatMap((list, target) => {
    const cells = [...list.children];
    const keys = new Map(sections[target].items.map(({ id, key }) => [id, key]));
    const keyOf = (cell) => keys.get(cell?.getAttribute('data-item'));
    const places = [];
    for (let index = firstInSight(cells); index <= cells.length; index += 1) {
      const [above, below] = [cells[index - 1], cells[index]];
      const box = toBox(below ?? above ?? list);
      const place = { target, after: keyOf(above), before: keyOf(below) };
      places.push({
        top: below || !above ? box.top : box.top + box.height,
        words: below ? `Before ${below.getAttribute('data-item')}` : 'At the end',
        place, isNear: selected === undefined || place.after === selected || place.before === selected,
      });
      if (below && below.getBoundingClientRect().top > innerHeight) break;
    }
    return places;
  });
}

/**
 * The places inside the item `selected` and in the list around it, which are in a slot: `target` is `{ parent, at }`.
 * `items` are those of the screen, and `find(id)` is the element of one.
 */
export function innerGapsOf(items, selected, find, toBox) {
  const around = items.find(({ key }) => key === selected?.parent);
  const inSlots = (item, column, isShown) => (item?.slots ?? []).filter((slot) => slot.isList && isShown(slot))
    .flatMap((slot) => gapsInSlot(item, slot, selected, find, toBox)).map((gap) => ({ ...gap, column }))
    .sort((one, other) => one.top - other.top);
  return [...inSlots(around, 0, ({ at }) => at === selected.at), ...inSlots(selected, 1, () => true)];
}

function gapsInSlot(item, { at, name, items }, selected, find, toBox) {
  const owner = find(item.id);
  const cells = items.map(({ id }) => find(id));
  if (!owner || !cells.every(Boolean)) return [];
  const target = { parent: item.key, at };
  if (cells.length === 0) {
    const box = toBox(owner);
    return [{ top: box.top + box.height, box, words: `In ${item.id}: ${name}`, isNear: true,
      place: { target, after: undefined, before: undefined } }];
  }
  const isBeside = cells[0].parentElement.matches('.row');
  return [...cells, undefined].map((cell, index) => {
    const box = toBox(cell ?? cells.at(-1));
    const place = { target, after: items[index - 1]?.key, before: items[index]?.key };
    return { top: cell ? box.top : box.top + box.height, left: cell ? box.left : box.left + box.width, box, isBeside, place,
      words: cell ? `Before ${items[index].id}` : `At the end of ${item.id}: ${name}`,
      isNear: selected.key === item.key || place.after === selected.key || place.before === selected.key };
  });
}

/** The index of the first of several elements below each other that reaches below the top of the window. */
function firstInSight(elements) {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elements[middle].getBoundingClientRect().bottom < 0) low = middle + 1; else high = middle;
  }
  return low;
}
