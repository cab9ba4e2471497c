// Controls for values that have no parts. A control writes what was typed and nothing else; it never changes what
// somebody is typing at.
import { h, fill, uniqueID } from '../kit/dom.js';
import { address, get } from '../kit/api.js';
import { button, dialog } from '../kit/ui.js';
import { stringify, equal, textOf } from '../kit/json.js';
import { listedValues, sameScalar, scalarNode } from './schema.js';
import { pictureField } from './picture-upload.js';
import { codecs, typed } from './typed.js';

/**
 * The control for a widget.
 *
 * `context` has `id`, `label`, `schema`, `required` and `change(node)`, and for controls in which people type what
 * `typed` needs. Returns `{ element, control, update(node) }`.
 */
export function createControl(widget, context) {
  switch (widget) {
    case 'const': return constant(context);
    case 'enum': return choiceOfValues(context);
    case 'boolean': return yesOrNo(context);
    case 'integer':
    case 'number': return number(context, widget === 'integer');
    case 'long-text': return typed(context, codecs.text, growing());
    case 'uri': return context.isPicture(context.schema, context.path()) ? withThumbnail(context) : addressControl(context);
    case 'colour': return withColour(context);
    case 'date-time':
    case 'date': return withPicker(context, widget);
    case 'json': return typed(context, codecs.json,
      h('textarea', { class: 'json', rows: '3', spellcheck: 'false', dir: 'ltr' }));
    case 'filled-area': return typed(context, codecs.filled, growing());
    case 'filled': return typed(context, codecs.filled, h('input', { type: 'text', dir: 'auto' }));
    case 'route': return route(context);
    default: return typed(context, codecs.text, h('input', { type: 'text', dir: 'auto' }));
  }
}

/** A field for a link to a screen, which offers the routes. */
function route(context) {
  const list = h('datalist', { id: uniqueID('routes') });
  get('/screens').then(({ json }) => fill(list, json.screens.map(({ route: value, screenName }) =>
    h('option', { value }, screenName))), () => {});
  const result = typed(context, codecs.filled,
    h('input', { type: 'text', list: list.id, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'none', dir: 'ltr' }));
  return { ...result, element: h('div', { class: 'stack' }, result.element, list) };
}

function growing() {
  return h('textarea', { class: 'grows', rows: '2', dir: 'auto' });
}

function constant(context) {
  const { schema, change } = context;
  const expected = scalarNode(schema.const);
  const text = h('code', {});
  const set = h('button', { type: 'button', class: 'button', id: context.id, on: { click: () => change(expected) } });
  const element = h('div', { class: 'fixed' }, text, set);
  return {
    element, control: set,
    update(node) {
      const isRight = sameScalar(node, schema.const);
      text.textContent = node === undefined ? 'Not set' : stringify(node);
      set.textContent = `Set to ${stringify(expected)}`;
      if (isRight && set === document.activeElement) { text.tabIndex = -1; text.focus(); }
      set.hidden = isRight;
    },
  };
}

function choiceOfValues(context) {
  const values = listedValues(context.schema);
  const control = h('select', { id: context.id, 'aria-required': context.required ? 'true' : null });
  const words = ({ value, title }) => {
    if (title) return title;
    return value === '' ? '(empty text)' : typeof value === 'string' ? value : JSON.stringify(value);
  };
  let shown;
  const show = (node) => {
    shown = node;
    const index = values.findIndex(({ value }) => sameScalar(node, value));
    const options = values.map((entry, place) => h('option', { value: String(place) }, words(entry)));
    // The value is not set, or is not in the schema's list: show it, and do not replace it.
    if (node === undefined) options.unshift(h('option', { value: '' }, 'Not set'));
    else if (index < 0) options.unshift(h('option', { value: 'other' }, `${stringify(node)} (not in the list)`));
    fill(control, options);
    control.value = node === undefined ? '' : index < 0 ? 'other' : String(index);
  };
  control.addEventListener('change', () => {
    if (control.value === '' || control.value === 'other') return;
    const node = scalarNode(values[Number(control.value)].value);
    context.change(node);
    show(node);
  });
  show(undefined);
  return { element: control, control, update(node) { if (!equal(node, shown)) show(node); } };
}

function yesOrNo(context) {
  const state = h('span', { class: 'soft', 'aria-hidden': 'true' });
  const control = h('input', { type: 'checkbox', id: context.id, on: {
    change: () => context.change({ kind: 'boolean', value: control.checked }) } });
  const update = (node) => {
    control.checked = node?.value === true;
    // Neither yes nor no: a missing member is not the same as false.
    control.indeterminate = node === undefined;
    state.textContent = node === undefined ? 'Not set' : node.value ? 'Yes' : 'No';
  };
  update(undefined);
  return { element: h('div', { class: 'check' }, control, state), control, update };
}

function number(context, isInteger) {
  const { schema } = context;
  const control = h('input', { type: 'text', inputmode: isInteger ? 'numeric' : 'decimal', class: 'short',
    spellcheck: 'false' });
  const result = typed(context, codecs.number, control);
  if (!isInteger) return result;
  control.addEventListener('keydown', (event) => {
    if (!['ArrowUp', 'ArrowDown'].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!/^-?\d*$/.test(control.value)) return;
    event.preventDefault();
    // A BigInt, because a double would change the last digits of a long number.
    const step = Number.isInteger(schema.multipleOf) && schema.multipleOf > 0 ? BigInt(schema.multipleOf) : 1n;
    const now = BigInt(control.value === '' || control.value === '-' ? '0' : control.value);
    let next = event.key === 'ArrowUp' ? now + step : now - step;
    const low = bound(schema.minimum, schema.exclusiveMinimum, 1n);
    const high = bound(schema.maximum, schema.exclusiveMaximum, -1n);
    if (low !== undefined && next < low) next = low;
    if (high !== undefined && next > high) next = high;
    result.write(String(next));
  });
  return result;
}

function bound(inclusive, exclusive, step) {
  if (Number.isSafeInteger(inclusive)) return BigInt(inclusive);
  return Number.isSafeInteger(exclusive) ? BigInt(exclusive) + step : undefined;
}

/** The address to show an image from; undefined if the value is not an image's address. */
export function imageSource(text) {
  // The rest of the URI is percent-encoded already. Apps may have a scheme of this name, as in asset://images/a.jpg.
  const asset = /^asset:(?!\/)([\w.~!$&'()*+,;=:@/%-]+)$/i.exec(text);
  if (asset) return address(/** @type {any} */ ('/assets/' + asset[1]));
  return /^(https?:|data:image\/)/i.test(text) ? text : undefined;
}

function addressControl(context, after) {
  return typed(context, codecs.filled,
    h('input', { type: 'text', inputmode: 'url', spellcheck: 'false', dir: 'ltr', autocapitalize: 'off' }), after);
}

function withThumbnail(context) {
  const image = h('img', { alt: '', referrerpolicy: 'no-referrer', hidden: true });
  const missing = h('span', { class: 'missing', hidden: true });
  const frame = h('div', { class: 'thumbnail', hidden: true }, image, missing);
  let timer;
  let source;
  image.addEventListener('load', () => { image.hidden = false; missing.hidden = true; frame.hidden = false; });
  image.addEventListener('error', () => {
    image.hidden = true;
    missing.hidden = false;
    missing.textContent = 'No image can be loaded from this address.';
    frame.hidden = false;
  });
  const look = (node) => {
    const next = imageSource(textOf(node) ?? '');
    if (next === source) return;
    source = next;
    clearTimeout(timer);
    if (!next) { frame.hidden = true; image.removeAttribute('src'); return; }
    // Do not load an incomplete address.
    timer = setTimeout(() => { image.src = next; }, image.src ? 500 : 0);
  };
  const result = addressControl(context, look);
  const choose = assetButton(result.write);
  const upload = pictureField({ control: result.control, label: context.label, write: result.write, beside: choose });
  return { ...result, element: upload.takeDropsOn(
    h('div', { class: 'stack' }, result.element, upload.element, frame)) };
}

let assets;

function assetURI(name) { return 'asset:' + name.split('/').map(encodeURIComponent).join('/'); }

/** A button that writes `asset:NAME` for a file of the server; hidden if the server has none. */
function assetButton(write) {
  const open = button('Choose an asset', { on: async () => {
    assets = get('/admin/assets');
    const { json } = await assets;
    const uri = await dialog({ title: 'Choose an asset', content: (close) => h('ul', { class: 'assets' },
      json.assets.map((asset) => h('li', {}, h('button', { type: 'button', on: { click: () => close(assetURI(asset.name)) } },
        /\.(png|jpe?g|gif|webp|svg|avif)$/i.test(asset.name)
          ? h('img', { src: imageSource(assetURI(asset.name)), alt: '', loading: 'lazy' }) : null,
        h('span', {}, asset.bytes === undefined ? asset.name
          : `Uploaded, ${Math.ceil(asset.bytes / 1024)} KiB (${asset.name.slice(0, 8)})`))))) });
    if (uri) write(uri);
  } });
  open.hidden = true;
  assets ??= get('/admin/assets');
  assets.then(({ json }) => { open.hidden = json.assets.length === 0; }, () => { assets = undefined; });
  return open;
}

function withColour(context) {
  const picker = h('input', { type: 'color', 'aria-label': `Choose ${context.label}` });
  const result = typed(context, codecs.filled,
    h('input', { type: 'text', spellcheck: 'false', dir: 'ltr', class: 'short', autocapitalize: 'off' }), (node) => {
      const digits = /^#?([0-9a-f]{6})/i.exec(textOf(node) ?? '')?.[1];
      picker.value = digits ? `#${digits.toLowerCase()}` : '#000000';
      picker.classList.toggle('unset', !digits);
    });
  picker.addEventListener('input', () => {
    const old = result.control.value;
    const withHash = `#${picker.value.slice(1)}`;
    const takesHash = old === '' ? matches(context.schema.pattern, withHash) : old.startsWith('#');
    const text = takesHash ? withHash : withHash.slice(1);
    result.write(/[A-F]/.test(old) ? text.toUpperCase() : text);
  });
  return { ...result, element: h('div', { class: 'pair' }, picker, result.element) };
}

function matches(pattern, text) {
  if (pattern === undefined) return true;
  try { return new RegExp(pattern, 'u').test(text); } catch { return true; }
}

function withPicker(context, widget) {
  const isTime = widget === 'date-time';
  const said = h('p', { class: 'help', id: uniqueID('said') });
  const picker = h('input', { type: isTime ? 'datetime-local' : 'date', 'aria-label': `Choose ${context.label}` });
  const result = typed(context, codecs.filled, h('input', { type: 'text', spellcheck: 'false', dir: 'ltr' }),
    (node) => {
    const text = textOf(node) ?? '';
    const date = new Date(text);
    const isKnown = text !== '' && !Number.isNaN(date.getTime());
    if (picker !== document.activeElement) {
      picker.value = isTime ? (isKnown ? localText(date) : '') : /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
      check();
    }
    said.textContent = isKnown && isTime
      ? `${date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })} in your time zone` : '';
  });
  /** Notes a date that is incomplete, such as a day without a year: the picker has no value then. */
  const check = () => {
    const { badInput } = picker.validity;
    if (!badInput && !picker.hasAttribute('data-unwritten')) return;
    picker.toggleAttribute('data-unwritten', badInput);
    context.problem(badInput ? 'This date is not complete, so it is not saved.' : '');
    context.note(picker, badInput ? { node: context.current() } : undefined);
  };
  for (const event of ['input', 'blur', 'settle']) picker.addEventListener(event, check);
  picker.addEventListener('change', () => {
    if (picker.value === '') return;
    result.write(isTime ? withOffset(picker.value) : picker.value);
  });
  return { ...result, element: h('div', { class: 'stack' }, h('div', { class: 'pair wrap' }, result.element, picker),
    said) };
}

/** A time in the form that `datetime-local` takes: in the browser's time zone, to the minute. */
export function localText(date) {
  const two = (value) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    + `T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time of `datetime-local` with seconds and the offset that the browser's time zone has then (RFC 3339). */
export function withOffset(local) {
  const minutes = -new Date(local).getTimezoneOffset();
  const full = local.length === 16 ? `${local}:00` : local;
  if (minutes === 0) return `${full}Z`;
  const two = (value) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${full}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
