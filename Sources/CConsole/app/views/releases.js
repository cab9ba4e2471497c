import { h, fill } from '../kit/dom.js';
import { get, nameRule, put, remove } from '../kit/api.js';
import { href } from '../kit/router.js';
import { parse, member, set, from, stringify } from '../kit/json.js';
import {
  button, confirm, dialog, emptyState, errorMessage, field, say, setError, table, needs, codeView,
} from '../kit/ui.js';
import { filterBar } from '../pages/filters.js';
import { head, load } from '../pages/load.js';
import { typesOf } from '../pages/usage.js';
import { count } from '../pages/text.js';

export function title() { return 'Releases'; }

export async function show(outlet, parameters, query) {
  let releases = [];
  let types = [];
  const list = h('div', {});
  const filters = filterBar([
    { name: 'search', label: 'Search', kind: 'search', hint: 'ios/1.3.0' },
    { name: 'supported', label: 'Supported', kind: 'choice',
      options: [['', 'All'], ['yes', 'Supported'], ['no', 'Not supported']] },
  ], query, () => fill(list, rows()));
  const addButton = (kind) => needs('publish', 'Registering a release',
    button('Register release', { kind, icon: 'plus', on: () => edit(null) }));
  const add = addButton('primary');
  outlet.append(head('Releases', { actions: [add],
    about: 'The releases of your apps, with the view types that each can show. Marquee warns before a screen ' +
      'would lose an item in a supported release, and sends a release only what it can show.' }),
  filters.element, list);
  await load(list, 'Loading the releases', ask, () => rows());

  async function ask() {
    const [known, catalogue] = await Promise.all([get('/admin/releases'), get('/view-types')]);
    releases = known.json.releases;
    types = catalogue.json.viewTypes.map(({ name }) => name);
  }

  async function refresh() {
    await ask();
    fill(list, rows());
  }

  function rows() {
    filters.element.hidden = releases.length === 0;
    if (releases.length === 0) {
      return emptyState('No releases yet', 'Register each release of your app that people still use, best from ' +
        'its build. Then Marquee knows which screens it can show, and the preview can show a screen as that ' +
        'release would.',
        addButton('plain'), h('p', {}, h('code', {}, 'PUT /admin/releases/ios/1.3.0 {"viewTypes": ["ONE_LINE_TEXT"]}')));
    }
    const { search, supported } = filters.values();
    const found = releases.filter((one) => one.release.toLowerCase().includes(search.toLowerCase())
      && (!supported || one.supported === (supported === 'yes')))
      .sort((one, other) => compare(one.release, other.release));
    if (found.length === 0) return emptyState('No release matches', 'Change the search, or clear the filters.');
    return h('div', { class: 'action-rows' }, table(`Releases, ${count(found.length, 'row')}`,
      ['Release', 'Supported', 'Can show', 'Cannot show', 'Actions'], found.map((release) => {
      const can = typesOf(release);
      const missing = types.filter((name) => !can.includes(name));
      const unknown = can.filter((name) => !types.includes(name));
      return [
        release.release,
        h('span', { class: `badge ${release.supported ? 'good' : ''}` }, release.supported ? 'Supported' : 'No longer'),
        [`${can.length - unknown.length} of ${count(types.length, 'view type')}`,
          unknown.length > 0 ? h('div', { class: 'soft small-text' },
            `and ${unknown.join(', ')}, which the server does not have`) : null],
        missing.length === 0 ? h('span', { class: 'soft' }, 'nothing')
          : h('ul', { class: 'inline-list' }, missing.map((name) =>
          h('li', {}, h('a', { href: href(`/view-types/${encodeURIComponent(name)}`) }, name)))),
        h('div', { class: 'toolbar nowrap' },
          button('Manifest', { 'aria-label': `Manifest of ${release.release}`, on: () => showManifest(release) }),
          needs('publish', 'Changing a release', button('Change',
            { 'aria-label': `Change ${release.release}`, on: () => edit(release) })),
          needs('publish', 'Removing a release', button('Remove',
            { kind: 'danger', 'aria-label': `Remove ${release.release}`,
            on: () => askToRemove(release) }))),
      ];
    })));
  }

  /** @returns {`/admin/releases/${string}/${string}`} */
  function path({ release }) {
    const [platform, version] = release.split('/').map(encodeURIComponent);
    return `/admin/releases/${platform}/${version}`;
  }

  async function showManifest(release) {
    const { text } = await get(path(release));
    dialog({ title: `Manifest of ${release.release}`,
      content: codeView(stringify(parse(text), { indent: true }), 'The manifest') });
  }

  function focusRow(release) {
    (list.querySelector(`[aria-label="${CSS.escape(`Change ${release}`)}"]`) ?? add).focus();
  }

  async function askToRemove(release) {
    const sure = await confirm({ title: `Remove ${release.release}`, action: 'Remove', kind: 'danger',
      text: 'Marquee forgets what this release can show. An app that names it is sent everything, as an unknown ' +
        'release is.' });
    if (!sure) return;
    await remove(path(release));
    await refresh();
    add.focus();
    say(`${release.release} is removed.`);
  }

  async function edit(release) {
    const manifest = release ? parse((await get(path(release))).text) : null;
    const platform = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', value: release
      ? release.release.split('/')[0] : '', readonly: Boolean(release), autofocus: !release, placeholder: 'ios' });
    const version = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', value: release
      ? release.release.split('/')[1] : '', readonly: Boolean(release), placeholder: '1.3.0' });
    const fields = [field('Platform', platform), field('Version', version)];
    const supported = h('input', { type: 'checkbox', checked: release?.supported ?? true });
    const has = release ? typesOf(release) : types;
    const names = [...new Set([...types, ...has])];
    const boxes = names.map((name) => h('input', { type: 'checkbox', value: name, checked: has.includes(name) }));
    const all = (checked) => boxes.forEach((box) => { box.checked = checked; });
    const problem = h('div', {});
    const go = async (close, submit) => {
      const pattern = [nameRule, /^[A-Za-z0-9][A-Za-z0-9._+-]*$/];
      const wrong = [platform, version].map((input, index) => !pattern[index].test(input.value.trim()));
      wrong.forEach((isWrong, index) => setError(fields[index], isWrong
        ? 'Letters, digits, “.”, “_” and “-”, beginning with a letter or digit.' : ''));
      if (wrong.includes(true)) { [platform, version][wrong.indexOf(true)].focus(); return; }
      const name = `${platform.value.trim()}/${version.value.trim()}`;
      if (!release && releases.some((one) => one.release === name)) { setError(fields[1],
        'This release is registered. Change it in the list.'); version.focus(); return; }
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      const kept = member(manifest, 'viewTypes')?.elements ?? [];
      const nodes = chosen.map((type) => kept.find((one) => one.value === type || member(one, 'name')?.value === type)
        ?? from(type));
      let body = manifest ?? { kind: 'object', members: [] };
      body = set(set(body, ['viewTypes'], { kind: 'array', elements: nodes }), ['supported'], from(supported.checked));
      submit.disabled = true;
      try {
        await put(path({ release: name }), { body: stringify(body) });
        close(name);
      } catch (error) {
        fill(problem, errorMessage(error));
      } finally { submit.disabled = false; }
    };
    const done = await dialog({
      title: release ? `Change ${release.release}` : 'Register a release',
      content: (close, element) => h('form', { novalidate: true,
        on: { submit: (event) => { event.preventDefault(); go(close, element.querySelector('footer .primary')); } } },
        problem, h('div', { class: 'form-grid' }, fields),
        h('label', { class: 'check' }, supported, 'Supported: warn before a screen would lose an item in it'),
        h('fieldset', { class: 'later' }, h('legend', {}, 'View types that it can show'),
          h('div', { class: 'toolbar' }, button('All', { kind: 'quiet', on: () => all(true) }),
            button('None', { kind: 'quiet', on: () => all(false) })),
          h('div', { class: 'check-grid' }, boxes.map((box, index) =>
            h('label', { class: 'check' }, box, names[index])))),
        h('button', { type: 'submit', hidden: true })),
      actions: (close) => {
        const submit = button(release ? 'Save' : 'Register', { kind: 'primary', on: () => go(close, submit) });
        return [button('Cancel', { on: () => close() }), submit];
      },
    });
    if (!done) return;
    await refresh();
    focusRow(done);
    say(`${done} is ${release ? 'changed' : 'registered'}.`);
  }
}

/** By platform, then by version, newest first; 1.10 is newer than 1.9. */
function compare(one, other) {
  const [platform, version] = one.split('/');
  const [otherPlatform, otherVersion] = other.split('/');
  return platform < otherPlatform ? -1 : platform > otherPlatform ? 1
    : new Intl.Collator('en', { numeric: true }).compare(otherVersion, version);
}
