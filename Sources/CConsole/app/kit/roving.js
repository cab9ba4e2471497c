// One Tab stop for a list of rows with controls (WAI-ARIA APG, roving tabindex).

const controlSelector = ':is(a[href], button, input, select):not([role="menu"] *)';
/** How many rows Page Up and Page Down go. */
const page = 10;

/**
 * Makes a list one Tab stop. Up, Down, Home, End, Page Up and Page Down go from row to row, Right and Left to the other
 * controls of a row, and Left of the first one to `parent(row)`, if there is one.
 *
 * `row` is the selector of rows, `main` that of the control of a row that is the Tab stop, `isStop(row)` says whether
 * Up and Down stop at a row. Call `refresh()` after rows were added or removed. Returns `{ refresh, focus }`.
 * @param {HTMLElement} list
 * @param {{ row: string, main: string, isStop?: (row: HTMLElement) => boolean, parent?: (row: HTMLElement) => any }} options
 */
export function roving(list, { row, main, isStop = () => true, parent = () => null }) {
  let stop;
  /** Whether somebody was in the list: until then, the first row is the stop. */
  let isVisited = false;
  const controls = (element) => [...element.querySelectorAll(controlSelector)].filter((one) => one.checkVisibility());
  const mainOf = (element) => element?.querySelector(main) ?? element?.querySelector(controlSelector);
  const rows = () => [...list.querySelectorAll(row)];

  function setStop(control) {
    if (stop === control) return;
    if (stop) stop.tabIndex = -1;
    stop = control ?? undefined;
    if (stop) stop.tabIndex = 0;
  }

  function refresh() {
    for (const each of list.querySelectorAll(`${controlSelector}:not([tabindex])`)) each.tabIndex = -1;
    if (!isVisited || !stop || !list.contains(stop)) setStop(mainOf(rows().find(isStop)));
  }

  list.addEventListener('focusin', ({ target }) => {
    isVisited = true;
    if (target.matches(controlSelector)) setStop(target);
  });
  list.addEventListener('focusout', ({ relatedTarget }) => {
    if (!list.contains(/** @type {Node} */ (relatedTarget))) setStop(mainOf(stop?.closest(row)) ?? stop);
  });
  // Before the buttons of menus, which would open by Up and Down: here, Enter and Space open them.
  list.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const own = target.matches(controlSelector) ? target.closest(row) : null;
    if (!own) return;
    const next = key === 'ArrowLeft' || key === 'ArrowRight' ? beside(own, target, key === 'ArrowRight' ? 1 : -1)
      : fromRow(own, target, key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }, true);

  function beside(own, control, step) {
    const all = controls(own);
    return all[all.indexOf(control) + step] ?? (step < 0 ? parent(own) : undefined);
  }

  function fromRow(own, control, key) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, End: Infinity, Home: -Infinity }[key];
    if (steps === undefined) return undefined;
    const all = rows();
    const place = all.indexOf(own);
    const stops = steps > 0 ? all.slice(place + 1).filter(isStop) : all.slice(0, place).filter(isStop).reverse();
    const next = stops[Math.min(Math.abs(steps), stops.length) - 1];
    if (!next) return undefined;
    // In a column of controls, stay in it.
    const column = controls(own).indexOf(control);
    const others = controls(next);
    return control.matches(main) || others.length !== controls(own).length ? mainOf(next) : others[column];
  }

  return { refresh, focus() { stop?.focus(); return stop !== undefined; } };
}
