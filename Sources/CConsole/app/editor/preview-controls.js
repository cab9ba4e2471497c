// The controls of the preview: one row of icons, and below it the properties of the app that it shows.
import { h, fill, icon } from '../kit/dom.js';
import { changeSet } from '../kit/api.js';
import { button } from '../kit/ui.js';
import { languageName } from '../pages/languages.js';
import { localText } from '../form/controls.js';
import { select } from './controls.js';

const widths = [
  ['320', 'Small phone, 320'], ['390', 'Phone, 390'], ['430', 'Large phone, 430'], ['768', 'Tablet, 768'],
  ['1024', 'Large tablet, 1024'], ['1280', 'Desktop, 1280'],
];
const devices = [['390', 'Phone', 'phone'], ['768', 'Tablet', 'tablet'], ['1280', 'Desktop', 'desktop']];
const sizes = ['50', '85', '100', '120', '135', '160', '200', '310'];

/** The properties that differ from those of most apps. */
const active = (chosen) => [
  chosen.locale && languageName(chosen.locale),
  chosen.release && `release ${chosen.release}`, chosen.variant && `variant ${chosen.variant}`,
  chosen.user && `user ${chosen.user}`, chosen.text !== '100' && `text ${chosen.text} %`,
  chosen.dir === 'rtl' && 'right to left',
].filter(Boolean);

/** What a preview shows beside its version, as a sentence after others; empty for what most apps show. */
export function contextWords(chosen) {
  const words = active(chosen).join(', ');
  return words && ` For ${words}.`;
}

/**
 * The controls. `chosen` are the properties of the preview and `choose(name, value)` changes one; `source()` is what there
 * is to show, `side` the board of previews side by side; `address()` is that of what is shown, and `copyLink()` copies a
 * link to it. `update()` shows what has changed.
 */
export function previewControls({ chosen, choose, source, side, address, copyLink }) {
  const options = h('div', { class: 'preview-options', id: 'preview-options', hidden: true });
  const context = button('Context', { icon: 'sliders', iconOnly: true, 'aria-expanded': 'false',
    title: 'Context: release, variant, user, version, time, text size', 'aria-controls': options.id, on: () => {
      options.hidden = !options.hidden;
      context.setAttribute('aria-expanded', String(!options.hidden));
    } });
  const bar = h('div', { class: 'preview-bar', role: 'group', 'aria-label': 'Preview controls' });
  const element = h('div', { class: 'preview-controls' }, bar, options);

  function update() {
    const focus = element.contains(document.activeElement) ? document.activeElement?.dataset?.control : undefined;
    const isDark = chosen.theme === 'dark';
    const own = deviceOf(Number(chosen.width)).kind;
    context.classList.toggle('is-active', active(chosen).length > 0 || Boolean(chosen.at || chosen.version));
    fill(bar,
      h('div', { class: 'device-choice', role: 'group', 'aria-label': 'Device' }, devices.map(([width, label, kind]) =>
        withName(`device-${kind}`, button(label, { icon: kind, iconOnly: true, title: `${label}, ${width} pixels`,
          'aria-pressed': String(own === kind), on: () => choose('width', width) })))),
      withName('theme', button('Dark', { icon: 'dark', iconOnly: true, 'aria-pressed': String(isDark),
        title: isDark ? 'Dark: shows the light theme' : 'Dark: shows the dark theme',
        on: () => choose('theme', isDark ? 'light' : 'dark') })),
      side.control, withName('context', context),
      withName('copy', button('Copy link', { icon: 'link', iconOnly: true, kind: 'plain to-end', on: copyLink })),
      h('a', { class: 'button icon-only', href: address(), target: '_blank', rel: 'noopener', 'aria-label': 'Open',
        title: 'Open: the preview in a tab of its own' }, icon('open')));
    showOptions();
    if (focus) element.querySelector(`[data-control="${focus}"]`)?.focus();
  }

  function showOptions() {
    const { hasDraft, versions: published, releases: known, variants: all } = source();
    const width = including(widths, chosen.width, 'pixels');
    const versions = including([['', hasDraft ? 'What you edit (the draft)' : 'What you edit'],
      ['live', changeSet.name ? 'In the change set' : 'Live'],
      ...published.map(({ version }) => [String(version), `Version ${version}`])], chosen.version, '(older)');
    const releases = including([['', 'Any release'], ...known.map(({ release, supported }) =>
      [release, supported ? release : `${release} (not supported)`])], chosen.release, '(unknown)');
    const variants = including([['', chosen.user ? 'The variant of the user' : 'None'],
      ...all.map(({ name }) => [name, name])], chosen.variant, '(unknown)');
    const user = h('input', { value: chosen.user, autocomplete: 'off', spellcheck: 'false', placeholder: 'No user',
      on: { change: () => choose('user', user.value.trim()) } });
    const time = h('input', { type: 'datetime-local', value: chosen.at ? localText(new Date(chosen.at)) : '',
      on: { change: () => choose('at', time.value ? new Date(time.value).toISOString() : '') } });
    const choice = (name, label, entries) => withName(name, select(label, entries, chosen[name], (value) => choose(name, value)));
    const labelled = (text, name, control) =>
      h('label', { class: 'inline-field' }, h('span', {}, text), withName(name, control));
    fill(options,
      choice('width', 'Device width', width), choice('release', 'Release', releases),
      choice('variant', 'Shown variant', variants), labelled('User', 'user', user),
      choice('version', 'Version', versions), labelled('At a time', 'at', time),
      choice('text', 'Text size', including(sizes.map((size) => [size, `${size} %`]), chosen.text, '%')),
      choice('dir', 'Direction', [['ltr', 'Left to right'], ['rtl', 'Right to left']]));
  }

  return { element, update };
}

/** Entries of a select, with one for a value that is not among them. */
function including(entries, value, unit) {
  return entries.some(([own]) => own === value) ? entries : [...entries, [value, `${value} ${unit}`]];
}

function withName(name, control) {
  (control.matches('label') ? control.querySelector('select, input') : control).dataset.control = name;
  return control;
}

// The devices around previews.

/** The kind of a device by its width, and the width of its frame, in pixels. */
export function deviceOf(width) {
  return width < 600 ? { kind: 'phone', bezel: 10 } : width < 1100 ? { kind: 'tablet', bezel: 14 } : { kind: 'desktop', bezel: 2 };
}
