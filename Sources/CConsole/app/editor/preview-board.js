// Previews side by side: variants, languages, themes, widths, text sizes or releases of what is edited, which scroll together.
import { h, fill, icon } from '../kit/dom.js';
import { tokens } from '../kit/json.js';
import { pageAt, styleOf } from '../kit/page.js';
import { setQuery } from '../kit/router.js';
import { copyOf } from '../review/picture.js';
import { callsListeners, canvasGlass } from './canvas/glass.js';
import { select } from './controls.js';
import { deviceOf } from './preview-controls.js';

/** The most frames at once. */
const maximumColumns = 6;
/** The pause in typing after which the frames show it, in milliseconds. */
const boardPause = 300;

const propertyChoices = (name, values, unit = '') => values.map((value) => [`${value}${unit}`, { [name]: String(value) }]);
/**
 * What can be compared: its name, and the columns with their names and properties of the preview.
 * @type {Record<string, [string, (source: { variants: any[], languages: any[], releases: any[] }) => any[]]>}
 */
const comparisons = {
  variants: ['Variants', ({ variants }) => variants.map(({ name }) => [name, { variant: name }])],
  languages: ['Languages', ({ languages }) => languages.map(([locale, name]) => [name, { locale }])],
  themes: ['Light and dark', () => [['Light', { theme: 'light' }], ['Dark', { theme: 'dark' }]]],
  widths: ['Widths', () => propertyChoices('width', [320, 390, 768])],
  text: ['Text sizes', () => propertyChoices('text', [85, 100, 135, 200], ' %')],
  releases: ['Releases', ({ releases }) => propertyChoices('release',
    releases.filter(({ supported }) => supported).map(({ release }) => release))],
};
const zooms = [['fit', 'Fit'], ['0.5', '50 %'], ['0.75', '75 %'], ['1', '100 %']];

/**
 * The board. `addressOf(properties)` resolves to the address of a preview, `source()` has the `variants`, `languages` and `releases`,
 * `width()` is the width of a device that is not compared, and `onSwitch()` is called when it was switched on or off.
 * `onPick(id, path, variant)` gets the item that was clicked, the path of a text of it, and the variant of its column.
 */
export function previewBoard({ query, addressOf, source, width, onSwitch, onPick }) {
  let kind = query.get('side') in comparisons ? query.get('side') : '';
  let zoom = zooms.some(([value]) => value === query.get('zoom')) ? query.get('zoom') : 'fit';
  let columns = [];
  let timer;
  let request = 0;
  let selected;
  const control = h('button', { type: 'button', role: 'switch', class: 'button icon-only', 'aria-label': 'Side by side',
    title: 'Side by side: variants, languages, themes, widths, text sizes or releases', 'aria-checked': String(kind !== ''),
    dataset: { control: 'side' }, on: { click: () => choose(kind ? '' : standard()) } }, icon('columns'));
  const bar = h('div', { class: 'board-bar' });
  const row = h('div', { class: 'board-columns', tabindex: '0', role: 'region', 'aria-label': 'Previews side by side' });
  const element = h('div', { class: 'preview-board', hidden: !kind }, bar, row);
  const fit = new ResizeObserver(scale);
  fit.observe(row);

  const available = () => Object.entries(comparisons)
    .map(([name, [label, of]]) => ({ name, label, columns: of(source()).slice(0, maximumColumns) }))
    .filter((each) => each.columns.length > 1 || each.name === kind);
  const standard = () => available()[0].name;

  function choose(name) {
    kind = name;
    setQuery({ side: kind });
    control.setAttribute('aria-checked', String(kind !== ''));
    element.hidden = !kind;
    show();
    onSwitch();
  }

  /** Makes a frame for each column. Those that stay keep their place. */
  function show() {
    clearTimeout(timer);
    if (!kind) { columns = []; row.replaceChildren(); return; }
    const all = available();
    fill(bar, select('Compare', all.map(({ name, label }) => [name, label]), kind, choose),
      select('Zoom', zooms, zoom, (value) => { zoom = value; setQuery({ zoom: value === 'fit' ? '' : value }); scale(); }));
    const wanted = all.find(({ name }) => name === kind).columns;
    // A frame that is put into the page again would lose its content.
    if (JSON.stringify(wanted) === JSON.stringify(columns.map(({ name, properties }) => [name, properties]))) return;
    columns = wanted.map(([name, properties]) => column(name, properties));
    fill(row, columns.length > 0 ? columns.map((one) => one.element)
      : h('p', { class: 'soft' }, 'There is nothing to compare.'));
    scale();
  }

  function column(name, properties) {
    const frame = h('iframe', { sandbox: 'allow-same-origin', title: `Preview of ${name}` });
    return { name, properties, frame, place: 0, style: '', element: h('figure', { class: 'board-column' },
      h('figcaption', {}, name), h('div', { class: 'board-device' }, frame)) };
  }

  function scale() {
    const gap = 12;
    const widths = columns.map(({ properties }) => Number(properties.width ?? width()) || 390);
    const room = row.clientWidth - gap * (columns.length - 1);
    if (room <= 0) return;
    const bezels = widths.map((each) => deviceOf(each).bezel);
    const whole = widths.reduce((sum, each, index) => sum + each + 2 * bezels[index], 0);
    const factor = zoom === 'fit' ? Math.min(1, room / whole) : Number(zoom);
    columns.forEach((one, index) => {
      one.element.style.setProperty('--device', `${widths[index]}px`);
      one.element.style.setProperty('--bezel', `${bezels[index] * factor}px`);
      one.element.style.setProperty('--scale', String(factor));
    });
  }

  /** Shows in each frame what there is now. The frames keep the place to which they were scrolled. */
  async function refresh() {
    clearTimeout(timer);
    if (!kind) return;
    request += 1;
    const mine = request;
    const shown = columns;
    await Promise.all(shown.map(async (one) => {
      try {
        const page = await pageAt(await addressOf(one.properties));
        if (mine === request && one.frame.isConnected) draw(one, page);
      } catch (error) {
        // An invalid definition keeps the frame as it was.
        if (mine === request && one.style === '') one.element.append(h('p', { class: 'soft' }, error.message));
      }
    }));
  }

  function draw(one, page) {
    const style = styleOf(page);
    const inner = one.frame.contentDocument;
    const { documentElement: root } = page;
    if (one.style !== style) {
      inner.head.replaceChildren(h('link', { rel: 'stylesheet', href: style }));
      if (one.style === '') listen(one, inner);
      one.style = style;
    }
    Object.assign(inner.documentElement, { className: root.className, dir: root.dir, lang: root.lang });
    // As on a device, a scroll bar takes no room.
    Object.assign(inner.documentElement.style, { colorScheme: root.className, scrollbarWidth: 'none' });
    const main = page.querySelector('main');
    inner.body.replaceChildren(...main ? [copyOf(main)] : []);
    outline(one);
  }

  function listen(one, inner) {
    const scrolled = () => follow(one);
    const click = ({ target }) => {
      const item = target.closest('[data-item]');
      const shown = target.closest('[data-member]');
      const isOwn = shown && shown.closest('[data-item]') === item;
      if (item) onPick(item.getAttribute('data-item'),
        isOwn ? tokens(shown.getAttribute('data-member')) : undefined, one.properties.variant);
    };
    if (callsListeners(inner)) {
      inner.addEventListener('scroll', scrolled);
      inner.addEventListener('click', click);
      return;
    }
    const glass = canvasGlass({ page: () => one.frame.contentDocument, listeners: { click, moved: scrolled },
      toPage(x, y) {
        const box = one.frame.getBoundingClientRect();
        const factor = box.width / one.frame.offsetWidth || 1;
        return { x: (x - box.left) / factor, y: (y - box.top) / factor };
      } });
    Object.assign(glass, { hidden: false, tabIndex: -1 });
    one.frame.after(glass);
  }

  /** Outlines the selected item, and scrolls it into sight where it is not. */
  function outline({ frame }, isNew = false) {
    const inner = frame.contentDocument;
    if (!inner?.body) return;
    for (const old of inner.querySelectorAll('[data-selected]')) {
      old.removeAttribute('data-selected');
      old.style.removeProperty('outline');
    }
    const element = selected && inner.querySelector(`[data-item="${CSS.escape(selected)}"]`);
    if (!element) return;
    element.setAttribute('data-selected', '');
    element.style.setProperty('outline', '3px solid #2f6bff');
    element.style.setProperty('outline-offset', '-3px');
    const { top, bottom } = element.getBoundingClientRect();
    const { innerHeight } = inner.defaultView;
    if (isNew && (bottom < 0 || top > innerHeight)) inner.scrollingElement.scrollTop += top - innerHeight / 3;
  }

  /** Scrolls the other frames to the place of one. Where pages have different lengths by design, by their shares. */
  function follow(one) {
    const at = ({ frame }) => frame.contentDocument.scrollingElement;
    const { scrollTop } = at(one);
    if (Math.abs(scrollTop - one.place) < 1) return;
    one.place = scrollTop;
    const share = scrollTop / Math.max(1, at(one).scrollHeight - at(one).clientHeight);
    for (const other of columns) {
      if (other === one) continue;
      const end = at(other).scrollHeight - at(other).clientHeight;
      other.place = Math.min(end, ['widths', 'text'].includes(kind) ? Math.round(share * end) : scrollTop);
      at(other).scrollTop = other.place;
    }
  }

  return {
    control, element, refresh,
    get isOn() { return kind !== ''; },
    /** Outlines the item of an id in all columns. */
    mark(id) {
      const isNew = id !== selected;
      selected = id;
      if (kind && isNew) for (const one of columns) outline(one, true);
    },
    /** Shows a definition that is not saved, after a pause. */
    edited() { clearTimeout(timer); timer = setTimeout(refresh, boardPause); },
    /** Follows the variants and releases of the screen. */
    update() { if (kind) { show(); refresh(); } },
    stop() { clearTimeout(timer); fit.disconnect(); },
  };
}
