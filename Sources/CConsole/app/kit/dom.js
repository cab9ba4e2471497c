// Elements are made by `createElement` alone: the Content-Security-Policy forbids markup in strings.

/**
 * Makes an element.
 *
 * `properties` are attributes, except `on` (listeners by event), `class`, `dataset`, and `value`, `checked` and
 * `selected`, which are set as properties. An attribute of false, null or undefined is left out, and one of true is
 * empty. Children are nodes, text, arrays of them, or null.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === 'dataset') {
      Object.assign(element.dataset, value);
    } else if (name === 'value' || name === 'checked' || name === 'selected' || name === 'indeterminate') {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  append(element, children);
  // A select takes its value only when it has the option.
  if (element instanceof HTMLSelectElement && properties.value !== undefined) element.value = properties.value;
  return element;
}

/** Appends nodes and texts; arrays are flattened, null and false left out. */
export function append(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child);
  }
  return parent;
}

/** Replaces the children of an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return append(parent, children);
}

let lastID = 0;

/** An id that no other element of the page has. */
export function uniqueID(prefix = 'id') {
  lastID += 1;
  return `${prefix}-${lastID}`;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Makes an element of an SVG. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  append(element, children);
  return element;
}

const icons = {
  drag: 'M7 4h2v2H7zM11 4h2v2h-2zM7 9h2v2H7zM11 9h2v2h-2zM7 14h2v2H7zM11 14h2v2h-2z',
  plus: 'M9 4h2v5h5v2h-5v5H9v-5H4V9h5z',
  up: 'M10 4 4 10l1.4 1.4L9 7.8V16h2V7.8l3.6 3.6L16 10z',
  down: 'm10 16 6-6-1.4-1.4L11 12.2V4H9v8.2L5.4 8.6 4 10z',
  copy: 'M7 3h9v11h-2V5H7zM3 6h10v11H3zm2 2v7h6V8z',
  undo: 'M8 4 3 9l5 5v-4h4a3 3 0 0 1 0 6H9v2h3a5 5 0 0 0 0-10H8z',
  redo: 'm12 4 5 5-5 5v-4H8a3 3 0 0 0 0 6h3v2H8A5 5 0 0 1 8 8h4z',
  more: 'M4 9h2v2H4zM9 9h2v2H9zM14 9h2v2h-2z',
  comment: 'M3 3h14v11H9l-4 3.5V14H3zm2 2v7h10V5z',
  warning: 'M10 2 1 18h18L10 2zm-1 6h2v5H9V8zm0 6h2v2H9z',
  search: 'M9 3a6 6 0 1 0 3.5 10.9l3.8 3.8 1.4-1.4-3.8-3.8A6 6 0 0 0 9 3zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  menu: 'M3 5h14v2H3zM3 9h14v2H3zM3 13h14v2H3z',
  phone: 'M6 2h8v16H6zm2 2v10h4V4zm1 11v1.5h2V15z',
  tablet: 'M3 2h14v16H3zm2 2v10h10V4zm4 11v1.5h2V15z',
  desktop: 'M1 3h18v11h-7v2h3v2H5v-2h3v-2H1zm2 2v7h14V5z',
  dark: 'M8.5 2.2a8 8 0 1 0 9.3 9.3A6.5 6.5 0 0 1 8.5 2.2zM7 5a8.5 8.5 0 0 0 8 8.7A6 6 0 1 1 7 5z',
  columns: 'M2 3h7v14H2zm2 2v10h3V5zm7-2h7v14h-7zm2 2v10h3V5z',
  sliders: 'M3 5h6V3h2v6H9V7H3zm10 0h4v2h-4zM3 13h2v-2h2v6H5v-2H3zm6 0h8v2H9z',
  link: 'M9 6H6a4 4 0 0 0 0 8h3v-2H6a2 2 0 0 1 0-4h3zm2 0h3a4 4 0 0 1 0 8h-3v-2h3a2 2 0 0 0 0-4h-3zM6.5 9h7v2h-7z',
  open: 'M11 3h6v6h-2V6.4l-6.3 6.3-1.4-1.4L13.6 5H11zM5 5h4v2H5v8h8v-4h2v6H3V5z',
  close: 'm5 3.6-1.4 1.4 5 5-5 5L5 16.4l5-5 5 5 1.4-1.4-5-5 5-5L15 3.6l-5 5z',
};

/** An icon that says nothing to a screen reader. */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: icons[name] ?? '', fill: 'currentColor' }));
}
