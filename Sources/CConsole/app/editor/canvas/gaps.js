// The places between the items of a page where one can be added.

/**
 * The places between the items in sight, from top to bottom: `[{ top, words, place, isNear }]`, `place` being
 * `{ target, after, before }` with the number of a section and the keys of the items around it. `toBox(element)` gives
 * the box of an element in the overlay; `isNear` says that the place is beside the item of the key `selected`.
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
