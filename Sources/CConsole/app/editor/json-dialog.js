// Edits a part of the definition as text, with the server's errors: for everything that has no form.
import { h, fill } from '../kit/dom.js';
import { put, routePath } from '../kit/api.js';
import { button, dialog, field, setError, say } from '../kit/ui.js';
import { parse, stringify, at, set, tokens, member } from '../kit/json.js';

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

// Items as JSON, on the clipboard and from it, also between screens.

/** Copies a text. Where the browser does not let a page write to the clipboard, a dialog shows it to be copied. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    const area = h('textarea', { readonly: true, rows: 8, class: 'mono', value: text });
    const shown = dialog({
      title: `Copy ${what}`,
      content: field('Text', area,
        { help: 'The browser does not let this page write to the clipboard. Copy the text here.' }),
    });
    area.focus();
    area.select();
    await shown;
  }
}

/** The text of items: one as an object, several as an array. */
export function itemsText(nodes) {
  return stringify(nodes.length === 1 ? nodes[0] : { kind: 'array', elements: nodes }, { indent: true });
}

/** The items in a text. Throws an error that says what is wrong. */
export function itemsIn(text) {
  let node;
  try { node = parse(text.trim()); } catch (error) { throw new Error(`This is not JSON: ${error.message}.`); }
  const list = node.kind === 'array' ? node.elements : node.kind === 'object' && member(node, 'items')?.kind === 'array'
    ? member(node, 'items').elements : [node];
  if (list.length === 0) throw new Error('There is no item in this text.');
  if (!list.every((item) => item.kind === 'object' && member(item, 'viewType'))) {
    throw new Error('An item is an object with "viewType" and "content", as "Copy as JSON" writes it.');
  }
  return list;
}

/** Asks for JSON of items; resolves to their nodes, or undefined. */
export function pasteDialog() {
  const area = h('textarea', { rows: 12, class: 'mono', spellcheck: 'false' });
  const box = field('JSON of one item, or of several in an array', area, {
    help: 'From “Copy as JSON” of this screen or of another. Ids that are taken get a number.',
  });
  return dialog({
    title: 'Paste items', keeps: true, content: box,
    actions: (close) => [
      button('Cancel', { on: () => close() }),
      button('Paste', { kind: 'primary', on: () => {
        try { close(itemsIn(area.value)); } catch (error) { setError(box, error.message); area.focus(); }
      } }),
    ],
  });
}
