// Edits a part of the definition as text, with the server's errors: for everything that has no form.
import { h, fill } from '../kit/dom.js';
import { put, routePath } from '../kit/api.js';
import { button, dialog, field, setError } from '../kit/ui.js';
import { parse, stringify, at, set, tokens } from '../kit/json.js';

/**
 * Edits the node at a path as JSON; resolves to the new root, or undefined. The server checks the whole document while
 * one types (a dry run of saving the draft); a text with errors can be applied, as a draft may have errors.
 */
export function jsonDialog({ route, root, path, title, help }) {
  const area = h('textarea',
    { class: 'mono json-text', rows: 22, spellcheck: 'false', value: stringify(at(root, path), { indent: true }) });
  const box = field('JSON', area, { help });
  const findings = h('div', { class: 'json-findings', 'aria-live': 'polite' });
  let timer;
  let turn = 0;

  const read = () => {
    try {
      const node = parse(area.value);
      setError(box, '');
      return set(root, path, node);
    } catch (error) {
      setError(box, `This is not JSON: ${error.message}.`);
      return undefined;
    }
  };

  async function check() {
    const next = read();
    turn += 1;
    const mine = turn;
    if (!next) { fill(findings); return; }
    try {
      const { json } = await put(`${routePath('/admin/screens/', route)}/draft`, {
        query: { dryRun: 'true' }, body: stringify(next),
      });
      // Only the response to the newest text counts.
      if (mine !== turn) return;
      const own = json.errors.filter(({ pointer }) =>
        path.every((token, index) => String(token) === tokens(pointer)[index]));
      const others = json.errors.length - own.length;
      fill(findings,
        own.length === 0 ? h('p', { class: 'message good' }, others > 0
          ? `No errors here; ${others} elsewhere in the screen.` : 'No errors.')
          : h('div', { class: 'message error' }, h('p', {}, own.length === 1 ? 'One error' : `${own.length} errors`),
            h('ul', { class: 'diagnostics' },
              own.map((error) => h('li', {}, error.message, error.hint ? ` (${error.hint})` : '', ' ',
              h('span', { class: 'place' }, '/' + tokens(error.pointer).slice(path.length).join('/')))))));
    } catch (error) {
      if (mine === turn) fill(findings, h('p', { class: 'message error' }, error.message));
    }
  }

  area.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(check, 300);
  });
  check();
  return dialog({
    title, wide: true, keeps: true, content: [box, findings],
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button('Apply', { kind: 'primary', on: () => {
        const next = read();
        if (next) close(next); else area.focus();
      } }),
    ],
  });
}
