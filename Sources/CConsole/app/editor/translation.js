// The language in which an editor shows the texts, and the texts beside their translations. What is typed is shown in the
// preview at once, and published as a version of the screen.
import { h, fill, uniqueID } from '../kit/dom.js';
import { changeSet, get, live as inForce, messageHeader, put, routePath } from '../kit/api.js';
import { equal, parse, set } from '../kit/json.js';
import { guard } from '../kit/router.js';
import { button, errorMessage, say, time, refusal } from '../kit/ui.js';
import { languageName, placeName, placeWords, pseudoLanguages, states } from '../pages/languages.js';
import { load } from '../pages/load.js';
import { count } from '../pages/text.js';
import { select, setDisabled } from './controls.js';

const isSamePlace = (one, other) => one.item === other.item && one.section === other.section && one.at === other.at;
/** Whether a unit is of a text, or of an earlier source of it. */
const isOf = (text) => (one) => isSamePlace(text, one) && [text.source, text.staleSource].includes(one.source);
const unit = ([{ item, section, at, source }, text]) => ({ item, section, at, source, text });

/**
 * The translations in the editor `page`: `control` is the choice `Language`, `element` shows the texts. `onSwitch()` is called
 * when people begin or end to translate, `onFocus(item)` gets the id of the item whose text has the focus.
 *
 * Returns `{ control, element, isOn, update(), focus(item, at), reveal(item), stop() }`: `update` reads the texts again.
 */
export function translations({ page, query, onSwitch, onFocus }) {
  const { route, preview } = page;
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
  const control = h('div', { class: 'language' });
  let languages = [];
  let source = 'The source';
  let base;
  /** The language of the preview, and that into which people translate, which is empty for the source. */
  let shown = query.get('locale') ?? '';
  let language = '';
  let rows = [];
  let units = [];
  let authors = [];
  let tag;
  let isSending = false;
  /** The name of the text to begin with. */
  let wanted = query.get('unit');
  const unguard = guard(() => ([...written.values()].some((own) => own.size > 0)
    ? `Translations of ${route} are not ${changeSet.name ? 'saved' : 'published'} yet. Leave anyway?` : ''));

  const own = () => written.get(language);
  const names = () => languageName(language);

  function showChoice() {
    const known = languages.map((tag) => [tag, languageName(tag)]);
    const all = [['', source], ...known, ...pseudoLanguages];
    fill(control, select('Language', [['', source], ...known, ...all.some(([tag]) => tag === shown) ? [] : [[shown, languageName(shown)]],
      { label: 'Pseudo languages', options: pseudoLanguages }], shown, (tag) => { shown = tag; preview.setLanguage(tag); begin(); }));
    return all;
  }

  /** Shows the texts of the chosen language, if people translate into it. */
  function begin() {
    language = languages.includes(shown) ? shown : '';
    element.hidden = !language;
    rows = [];
    onSwitch();
    if (!language) return;
    if (!own()) written.set(language, new Map());
    title.textContent = `Translation into ${names()}`;
    problem.replaceChildren();
    update();
  }

  showChoice();
  get('/admin/translations').then(({ json }) => {
    languages = json.languages.map((one) => one.language);
    base = json.default;
    if (base) source = `${languageName(base)}, the source`;
    preview.setSource({ languages: showChoice() });
    if (languages.includes(shown)) begin();
  }, () => {});

  /** Reads the texts again. What was typed stays. */
  async function update() {
    if (!language) return;
    const focused = rows.find(({ field }) => field === document.activeElement)?.text;
    await load(list, 'Loading the texts', async () => {
      // The tag first: a text that changes between the two must not look as if people had seen it.
      const mine = await get(`${path}/translations/${language}`, { query: { authors: true } });
      const all = await get('/admin/translations', { query: { language, route } });
      return { texts: all.json.texts, ...mine.json, tag: mine.headers.get('ETag') };
    }, (found) => {
      ({ units, authors = [], tag } = found);
      keep(found.texts);
      rows = found.texts.map(row);
      showCount();
      return [equal(page.model.root, page.live?.root) ? null : h('p', { class: 'soft' },
        `These are the texts that are ${inForce}. Those that the draft changes can be translated once it is published.`),
      rows.length === 0 ? h('p', { class: 'soft' }, 'This screen has no text.')
        : h('ul', { class: 'texts', 'aria-label': 'Texts' }, rows.map((one) => one.element))];
    });
    if (focused) rows.find(({ text }) => isSamePlace(text, focused))?.field.focus();
    if (rows.length > 0 && wanted) { go(rows.find(({ element: one }) => one.dataset.unit === wanted)); wanted = ''; }
  }

  /** Keeps what was typed for a text whose source has changed meanwhile. */
  function keep(texts) {
    for (const [text, value] of [...own()]) {
      own().delete(text);
      const next = texts.find((one) => isSamePlace(one, text) && one.source === text.source)
        ?? texts.find((one) => isSamePlace(one, text));
      if (next && !(next.state === 'translated' && next.text === value)) own().set(next, value);
    }
  }

  function row(text) {
    const id = uniqueID('text');
    const state = h('span');
    const size = h('span', { class: 'help', id: `${id}-size` });
    const error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
    const author = authors.find(isOf(text));
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
      preview.edited(set(page.model.root, ['translations'], parse(JSON.stringify({ [language]: { units: [...fallbacks(), ...result()] } }))));
    };
    show();
    return { text, field, show, element: h('li', { class: 'text-row', dataset: { unit: placeName(text) } },
      h('div', { class: 'text-head' }, h('label', { for: id }, h('span', { class: 'visually-hidden' }, 'Translation of '),
        placeWords(text)), state, author ? h('span', { class: 'soft' }, `By ${author.by} `, time(author.publishedAt)) : null, confirm),
      h('div', { class: 'text-source', id: `${id}-source` }, h('p', { lang: base, dir: 'auto' }, text.source),
        text.staleSource === undefined ? null : h('p', { class: 'former' }, 'Translated from: ',
          h('del', { lang: base, dir: 'auto' }, text.staleSource))),
      h('div', { class: 'field' }, field, size, error)) };
  }

  function showCount() {
    const open = rows.filter(({ text }) => text.state !== 'translated').length;
    progress.textContent = rows.length === 0 ? '' : open === 0 ? 'All translated' : `${open} of ${count(rows.length, 'text')} open`;
    const number = own().size;
    setDisabled(send, refusal('publish', 'Translating') ?? (isSending ? 'Wait for the response.' : number > 0 ? '' : 'No translation was changed.'),
      `${count(number, 'change')}: Ctrl-Enter`);
  }

  /** The units of the language with what was typed. An empty text has none. */
  function result() {
    const edits = [...own()];
    return [...units.filter((one) => !edits.some(([text]) => isOf(text)(one))), ...edits.filter(([, value]) => value !== '').map(unit)];
  }

  /** The texts that other languages stand in for. */
  const fallbacks = () => rows.map(({ text }) => text).filter((text) => ['translated', 'needs-review'].includes(text.state)
    && !own().has(text) && !units.some(isOf(text))).map((text) => unit([text, text.text]));

  async function publish() {
    problem.replaceChildren();
    const wrong = rows.find(({ field }) => field.hasAttribute('aria-invalid'));
    if (wrong) {
      go(wrong);
      say(`The translation of ${placeWords(wrong.text)} does not fit yet.`);
      return;
    }
    const [mine, sent] = [own(), result()];
    const edits = [...mine];
    isSending = true;
    showCount();
    try {
      const { json } = await put(`${path}/translations/${language}`, { json: { units: sent },
        headers: { 'If-Match': tag, ...messageHeader(`Translation into ${names()}`) } });
      isSending = false;
      // People can type on meanwhile, and choose another language.
      for (const [text, value] of edits) if (mine.get(text) === value) mine.delete(text);
      await page.adopt(json.version);
      preview.reload();
      say(changeSet.name ? `The translation of ${route} is saved in the change set ${changeSet.name}.`
        : `Published version ${json.version} of ${route} with its translation.`);
    } catch (error) {
      isSending = false;
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
      say('The server refuses the translation. It says why in place.');
    }
  }

  function go(one) {
    if (!one) return false;
    one.element.scrollIntoView({ block: 'nearest' });
    one.field.focus();
    return true;
  }

  return {
    control, element, update,
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
