import { h, fill } from '../kit/dom.js';
import { can, get, nameRule, put, remove, session } from '../kit/api.js';
import {
  button, confirm, dialog, emptyState, errorMessage, field, say, setError, table, time, needs, refusal, copyButton,
} from '../kit/ui.js';
import { head, load } from '../pages/load.js';
import { count } from '../pages/text.js';

const scopes = [
  ['read', 'Read the admin API'],
  ['edit', 'Also write drafts, try changes, begin sessions'],
  ['publish', 'Also publish, and change view types, releases and the mock'],
];

export function title() { return 'Tokens'; }

export async function show(outlet) {
  const list = h('div', {});
  const addButton = (kind) => needs('administer', 'Making tokens', button('Create token', { kind, icon: 'plus', on: create }));
  const add = addButton('primary');
  outlet.append(head('Tokens', { actions: [add],
    about: 'For people and programs that use the admin API or this console. Give each its own, with the smallest ' +
      'scope that is enough.' }), list);
  if (!can('administer')) {
    fill(list, emptyState('Only the admin token shows tokens',
      `${refusal('administer', 'Reading and making tokens')} Sign out, and sign in with the token that the server ` +
      `printed at its first start.`));
    return;
  }
  await refresh();

  function refresh() {
    return load(list, 'Loading the tokens', () => get('/admin/tokens'), ({ json }) => rows(json.tokens));
  }

  function rows(tokens) {
    if (tokens.length === 0) {
      return emptyState('No tokens yet', 'Only the admin token opens this server, and it may do everything. ' +
        'Create a token with a smaller scope for each person and program.', addButton('plain'));
    }
    return [
      h('div', { class: 'action-rows' }, table(`Tokens, ${count(tokens.length, 'row')}`,
        ['Name', 'Scope', 'Created', 'Expires', 'Actions'], tokens.map((token) => [
        token.name, [h('span', { class: 'badge' }, token.scope), ' ',
          h('span', { class: 'soft' }, scopes.find(([key]) => key === token.scope)?.[1] ?? '')],
        time(token.createdAt), token.expiresAt ? time(token.expiresAt)
          : h('span', { class: 'soft' }, 'when it is revoked'),
        button('Revoke', { kind: 'danger', 'aria-label': `Revoke ${token.name}`, on: () => askToRevoke(token) }),
      ]))),
      h('p', { class: 'soft later' }, `The admin token is not in the list: it is the server's own. You are signed ` +
        `in as ${session.current?.name}.`),
    ];
  }

  async function askToRevoke({ name }) {
    const sure = await confirm({ title: `Revoke ${name}`, action: 'Revoke', kind: 'danger',
      text: 'Requests with this token are refused from now on. It cannot be brought back; a new one can have the ' +
        'same name.' });
    if (!sure) return;
    try {
      await remove(`/admin/tokens/${encodeURIComponent(name)}`);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    await refresh();
    add.focus();
    say(`The token ${name} is revoked.`);
  }

  async function create() {
    const name = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autofocus: true,
      placeholder: 'ci' });
    const named = field('Name', name, { help: 'The history and the audit show it beside each change. Letters, ' +
      'digits, “.”, “_” and “-”.' });
    const radios = scopes.map(([key, text], index) => h('label', { class: 'check' },
      h('input', { type: 'radio', name: 'scope', value: key, checked: index === 0 }),
        h('span', {}, h('strong', {}, key), ` · ${text}`)));
    const problem = h('div', {});
    const go = async (close, submit) => {
      const key = name.value.trim();
      const isWrong = !nameRule.test(key) || key === 'admin';
      setError(named, isWrong ? 'Write letters, digits, “.”, “_” and “-”, beginning with a letter or digit, and ' +
        'not admin.' : '');
      if (isWrong) { name.focus(); return; }
      const scope = /** @type {'read' | 'edit' | 'publish'} */ (radios.map((label) => label.querySelector('input')).find((radio) => radio.checked).value);
      submit.disabled = true;
      try {
        close((await put(`/admin/tokens/${encodeURIComponent(key)}`, { json: { scope } })).json);
      } catch (error) {
        if (error.type === 'token-exists' || error.type === 'bad-name') { setError(named, error.message); name.focus();
          } else fill(problem, errorMessage(error));
      } finally { submit.disabled = false; }
    };
    const made = await dialog({
      title: 'Create a token',
      content: (close, element) => h('form', { novalidate: true,
        on: { submit: (event) => { event.preventDefault(); go(close, element.querySelector('footer .primary')); } } },
        problem, named, h('fieldset', {}, h('legend', {}, 'Scope'), radios),
          h('button', { type: 'submit', hidden: true })),
      actions: (close) => {
        const submit = button('Create token', { kind: 'primary', on: () => go(close, submit) });
        return [button('Cancel', { on: () => close() }), submit];
      },
    });
    if (!made) return;
    await refresh();
    await showSecret(made);
    add.focus();
  }

  function showSecret({ name, scope, token }) {
    const text = h('input', { type: 'text', readonly: true, value: token, class: 'mono wide-input',
      on: { focus: (event) => event.target.select() } });
    return dialog({
      title: `Token ${name}`,
      content: [
        h('div', { class: 'message warn' }, h('p', {}, h('strong', {}, 'Copy it now. '),
          'The server keeps only a digest of the token, so it cannot be shown again.')),
        field(`Token with the scope ${scope}`, text,
          { help: 'Programs send it as Authorization: Bearer TOKEN. Keep it where secrets are kept, never in a ' +
          'repository.' }),
        copyButton(token, { label: 'Copy token', what: 'The token', autofocus: true }),
      ],
      actions: (close) => [button('Done', { kind: 'primary', on: () => close() })],
    });
  }
}
