// The texts of a screen beside their translations into one language. What is typed is shown in the preview at once, and
// published as a version of the screen.
import { h, fill, uniqueID } from '../kit/dom.js';
import { changeSet, get, messageHeader, put, routePath } from '../kit/api.js';
import { parse, set } from '../kit/json.js';
import { guard } from '../kit/router.js';
import { button, errorMessage, say, time } from '../kit/ui.js';
import { refusal } from '../pages/access.js';
import { languageName, placeName, placeWords, states } from '../pages/languages.js';
import { load } from '../pages/load.js';
import { count } from '../pages/text.js';
import { setDisabled } from './controls.js';

const isSamePlace = (one, other) => one.item === other.item && one.section === other.section && one.at === other.at;

/**
 * The pane in the editor `page`. `onFocus(item)` gets the id of the item whose text has the focus. Returns `{ element, show(language),
 * update(), isOn, focus(item, at), open(name), reveal(item), stop() }`: `show` with an empty language ends it, `update`
 * reads the texts again, `open` goes to the place of a name in an address.
 */
export function translationPane({ page, onFocus }) {
  const { route } = page;
  const path = routePath('/admin/screens/', route);
  const title = h('h2', { id: 'translation-title' });
  const progress = h('span', { class: 'soft' });
  const send = button(changeSet.name ? 'Save translation' : 'Publish translation', { kind: 'primary', on: publish,
    'aria-keyshortcuts': 'Control+Enter' });
  const problem = h('div');
  const list = h('div');
  const element = h('div', { class: 'translation', hidden: true, on: { keydown(event) {
    if (!(event.ctrlKey || event.metaKey) || !['enter', 's'].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    event.stopPropagation();
    if (send.getAttribute('aria-disabled') === 'true') say(send.getAttribute('aria-description')); else publish();
  } } }, h('div', { class: 'pane-head' }, title, progress, h('span', { class: 'spacer' }), send),
  h('div', { class: 'pane-body' }, problem, list));
  /** What was typed and is not published: for each language, the texts and their translations. */
  const written = new Map();
  let language = '';
  let rows = [];
  let units = [];
  let tag;
  let wanted;
  const unguard = guard(() => ([...written.values()].some((own) => own.size > 0)
    ? `Translations of ${route} are not ${changeSet.name ? 'saved' : 'published'} yet. Leave anyway?` : ''));

  const own = () => written.get(language);
  const names = () => languageName(language);

  function show(next) {
    language = next;
    element.hidden = !language;
    if (!language) return undefined;
    if (!own()) written.set(language, new Map());
    title.textContent = `Translation into ${names()}`;
    problem.replaceChildren();
    return update();
  }

  /** Reads the texts again. What was typed stays. */
  async function update() {
    if (!language) return;
    const focused = rows.find(({ field }) => field === document.activeElement)?.text;
    await load(list, 'Loading the texts', async () => {
      const [all, mine, versions] = await Promise.all([get('/admin/translations', { query: { language } }),
        get(`${path}/translations/${language}`), get(`${path}/versions`, { query: { limit: 30 } })]);
      return { texts: all.json.texts.filter((text) => text.route === route), source: all.json.default, units: mine.json.units,
        tag: mine.headers.get('ETag'), last: versions.json.versions.find(({ via }) => via === 'translation') };
    }, (found) => {
      ({ units, tag } = found);
      keep(found.texts);
      rows = found.texts.map((text) => row(text, found.source));
      showCount();
      return [found.last ? h('p', { class: 'soft' }, `Last translated by ${found.last.by} `, time(found.last.publishedAt),
        found.last.message ? `: “${found.last.message}”` : '') : null,
      rows.length === 0 ? h('p', { class: 'soft' }, 'This screen has no text.')
        : h('ul', { class: 'texts', 'aria-label': 'Texts' }, rows.map((one) => one.element))];
    });
    if (focused) rows.find(({ text }) => isSamePlace(text, focused))?.field.focus();
    if (wanted) open(wanted);
  }

  /** Keeps what was typed for a text whose source has changed meanwhile. */
  function keep(texts) {
    for (const [text, value] of [...own()]) {
      own().delete(text);
      const next = texts.find((one) => isSamePlace(one, text) && one.source === text.source)
        ?? texts.find((one) => isSamePlace(one, text));
      if (next) own().set(next, value);
    }
  }

  function row(text, source) {
    const id = uniqueID('text');
    const state = h('span');
    const size = h('span', { class: 'help', id: `${id}-size` });
    const error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
    const why = refusal('publish', 'Translating');
    const field = h('textarea', { id, class: 'grows', rows: '1', lang: language, dir: 'auto', readonly: Boolean(why), title: why,
      value: own().get(text) ?? text.text ?? '', 'aria-describedby': `${id}-source ${id}-size ${id}-error`,
      on: { input: type, focus: () => onFocus(text.item) } });
    const confirm = button('Confirm', { kind: 'small', 'aria-label': `Confirm the translation of ${placeWords(text)}`,
      on: () => { own().set(text, field.value); changed(); field.focus(); } });
    const show = (message = '') => {
      const isWritten = own().has(text);
      const [words, look] = isWritten ? ['Not published', ''] : states[text.state];
      state.className = `badge ${look}`;
      state.textContent = isWritten && changeSet.name ? 'Not saved' : words;
      // As JSON Schema counts.
      const length = [...field.value].length;
      const isLong = length > text.maxLength;
      size.textContent = text.maxLength === undefined ? '' : `${length} of ${count(text.maxLength, 'character')}`;
      error.textContent = message || (isLong ? `Too long: ${text.maxLength} characters fit.` : '');
      error.hidden = error.textContent === '';
      field.toggleAttribute('aria-invalid', false);
      if (!error.hidden) field.setAttribute('aria-invalid', 'true');
      confirm.hidden = isWritten || Boolean(why) || text.text === undefined || text.state === 'translated';
    };
    function type() {
      if (field.value === (text.text ?? '')) own().delete(text); else own().set(text, field.value);
      changed();
    }
    const changed = () => {
      show();
      showCount();
      page.preview.edited(set(page.model.root, ['translations'], parse(JSON.stringify({ [language]: { units: result() } }))));
    };
    show();
    return { text, field, show, element: h('li', { class: 'text-row', dataset: { unit: placeName(text) } },
      h('div', { class: 'text-head' }, h('label', { for: id }, h('span', { class: 'visually-hidden' }, 'Translation of '),
        placeWords(text)), state, confirm),
      h('div', { class: 'text-source', id: `${id}-source` }, h('p', { lang: source, dir: 'auto' }, text.source),
        text.staleSource === undefined ? null : h('p', { class: 'former' }, 'Translated from: ',
          h('del', { lang: source, dir: 'auto' }, text.staleSource))),
      h('div', { class: 'field' }, field, size, error)) };
  }

  function showCount() {
    const open = rows.filter(({ text }) => text.state !== 'translated').length;
    progress.textContent = rows.length === 0 ? '' : open === 0 ? 'Nothing is open' : `${open} of ${count(rows.length, 'text')} open`;
    const number = own().size;
    setDisabled(send, refusal('publish', 'Translating') ?? (number > 0 ? '' : 'No translation was changed.'),
      `${count(number, 'change')}: Ctrl-Enter`);
  }

  /** The units of the language with what was typed. An empty text has none. */
  function result() {
    const edits = [...own()];
    const kept = units.filter((unit) => !edits.some(([text]) => isSamePlace(text, unit)
      && [text.source, text.staleSource].includes(unit.source)));
    return [...kept, ...edits.filter(([, value]) => value !== '').map(([{ item, section, at, source }, text]) =>
      ({ item, section, at, source, text }))];
  }

  async function publish() {
    problem.replaceChildren();
    const sent = result();
    setDisabled(send, 'Wait for the response.');
    try {
      const { json } = await put(`${path}/translations/${language}`, { json: { units: sent },
        headers: { 'If-Match': tag, ...messageHeader(`Translation into ${names()}`) } });
      own().clear();
      await update();
      page.preview.reload();
      say(changeSet.name ? `The translation of ${route} is saved in the change set ${changeSet.name}.`
        : `Published version ${json.version} of ${route} with its translation.`);
    } catch (error) {
      showCount();
      if (error.status === 412) {
        await update();
        say('The screen has changed meanwhile. Look at the texts again, then publish.');
        return;
      }
      const found = (error.errors ?? []).map((each) => {
        const unit = sent[Number(/^\/units\/(\d+)\/text/.exec(each.pointer)?.[1] ?? -1)];
        const one = unit && rows.find(({ text }) => isSamePlace(text, unit) && text.source === unit.source);
        one?.show(each.message);
        return one;
      });
      if (found[0]) found[0].field.focus();
      else fill(problem, errorMessage(error));
      say(error.message);
    }
  }

  function go(one) {
    if (!one) return false;
    one.element.scrollIntoView({ block: 'nearest' });
    one.field.focus();
    return true;
  }

  function open(name) {
    wanted = rows.length === 0 ? name : undefined;
    go(rows.find(({ element: own }) => own.dataset.unit === name));
  }

  return {
    element, show, update, open,
    get isOn() { return language !== ''; },
    /** Goes to the text of an item at a pointer, or to the first text that needs work. */
    focus: (item, at) => go(rows.find(({ text }) => text.item === item && (at === undefined || text.at === at)))
      || go(rows.find(({ text }) => text.state !== 'translated') ?? rows[0]),
    /** Scrolls to the texts of an item. */
    reveal(item) {
      const one = rows.find(({ text }) => text.item === item);
      if (one && !element.contains(document.activeElement)) one.element.scrollIntoView({ block: 'nearest' });
    },
    stop: unguard,
  };
}
