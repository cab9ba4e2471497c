// Items as JSON, on the clipboard and from it, also between screens.
import { h } from '../kit/dom.js';
import { button, dialog, field, setError, say } from '../kit/ui.js';
import { parse, stringify, member } from '../kit/json.js';

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
