// What the preview template of a view type draws of a content: its first text and its first picture.
import { at, member, textOf } from '../kit/json.js';

/** The most nodes of a template that are looked at. */
const partBudget = 300;

/**
 * The first text and the first picture that a template draws of a content: `{ text, picture }`, each empty if there is
 * none. `template` is the JSON of the preview template, `content` a lossless node. A badge is no text: it says what is
 * special about an item, not what it is.
 */
export function templateParts(template, content) {
  const found = { text: '', picture: '' };
  let left = partBudget;

  const value = (word, scope) => (typeof word !== 'string' || !word.startsWith('$') ? word
    : textOf(at(scope, word.slice(1).split('.'))) ?? '');

  function visit(node, scope) {
    left -= 1;
    if (left < 0 || (found.text && found.picture) || node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) { for (const part of node) visit(part, scope); return; }
    if ('when' in node) { visit(isMet(node, scope) ? node.then : node.else, scope); return; }
    if ('each' in node) {
      const list = at(scope, String(node.each).slice(1).split('.'));
      for (const element of list?.elements ?? []) visit(node.node, element);
      return;
    }
    if ('image' in node) found.picture ||= value(node.image, scope) || '';
    if (typeof node.text === 'string') found.text ||= node.text.startsWith('$') ? value(node.text, scope) : '';
    else visit(node.text, scope);
    visit(node.column ?? node.row, scope);
  }

  function isMet({ when, is }, scope) {
    const node = at(scope, String(when).slice(1).split('.'));
    return is === undefined ? isSet(node) : textOf(node) === is;
  }

  visit(template, content);
  return { text: found.text.replace(/\s+/g, ' ').trim().slice(0, 120), picture: found.picture };
}

function isSet(node) {
  return node !== undefined && node.kind !== 'null' && node.value !== '' && node.value !== false
    && node.elements?.length !== 0;
}

/** The parts of an item, by the templates of view types; `{ text: '', picture: '' }` without one. */
export function itemParts(item, templates) {
  const template = templates?.get(textOf(member(item, 'viewType')));
  return template === undefined ? { text: '', picture: '' } : templateParts(template, member(item, 'content'));
}
