// The dialog that merges two changes of one screen, base, theirs and mine, by item.
import { h, fill, uniqueID } from '../kit/dom.js';
import { button, dialog, disable } from '../kit/ui.js';
import { parse, stringify } from '../kit/json.js';
import { placeWords, valueWords, pathWords } from './compare.js';
import { changesToMerge, merge } from './conflict-merge.js';
import { linesView } from './compare-view.js';

const asNode = (source) => (typeof source === 'string' ? parse(source) : source);

/**
 * Asks for a decision for each place that both sides changed. A change of one side is preselected and can be left out.
 *
 * `base`, `theirs` and `mine` are definitions, as text or nodes; `titles` names them (`{ base, theirs, mine }`).
 * Resolves to the text of the merged definition, or to undefined if nothing was decided.
 */
export function mergeDialog({ base, theirs, mine, titles = {} }) {
  const names = { base: 'Before', theirs: 'Theirs', mine: 'Yours', ...titles };
  const nodes = { base: asNode(base), theirs: asNode(theirs), mine: asNode(mine) };
  const changes = changesToMerge(nodes.base, nodes.theirs, nodes.mine);
  const collisions = changes.filter((change) => change.collides);
  const fitting = changes.filter((change) => !change.collides && change.side !== 'both');
  const both = changes.filter((change) => change.side === 'both');
  const state = h('p', { class: 'merge-state', role: 'status' });
  const result = h('div', {});
  const resultDetails = h('details', { class: 'merge-result', on: { toggle: () => showResult() } },
    h('summary', {}, h('span', { class: 'label' }, `The result as JSON, compared with ${lower(names.mine)}`)), result);
  let use;

  const merged = () => merge(nodes.base, nodes.theirs, nodes.mine, changes);
  function showResult() {
    if (!resultDetails.open) return;
    const node = merged();
    fill(result, node === undefined ? h('p', { class: 'soft' }, 'Decide everything above first.')
      : linesView(nodes.mine, node, `The result, compared with ${lower(names.mine)}`));
  }
  function update() {
    const open = collisions.filter((change) => change.choice === undefined).length;
    state.textContent = open === 0 ? (collisions.length > 0 ? 'Everything is decided.' : 'Nothing collides.')
      : `${open} of ${collisions.length} ${collisions.length === 1 ? 'decision' : 'decisions'} left.`;
    if (open === 0) {
      use.removeAttribute('aria-disabled');
      use.removeAttribute('aria-description');
      use.title = '';
    }
    showResult();
  }

  return dialog({
    title: 'Merge the changes', wide: true,
    content: () => [
      h('p', {}, `${names.theirs} and ${lower(names.mine)} both began from ${lower(names.base)}. `,
        collisions.length === 0 ? 'The changes do not conflict.'
          : collisions.length === 1 ? 'They changed one thing differently. Choose which to take.'
            : `They changed ${collisions.length} things differently. Choose which to take.`),
      collisions.length > 0 ? h('section', { class: 'collisions' }, h('h3', {}, 'To decide'),
        collisions.length > 2 ? h('div', { class: 'toolbar' }, ['theirs', 'mine'].map((side) =>
          button(`Take all of ${lower(names[side])}`, { on: () => {
            for (const change of collisions) change.choice = side;
            for (const radio of document.querySelectorAll(`.collision input[value="${side}"]`)) radio.checked = true;
            update();
          } }))) : null,
        collisions.map((change) => collision(change, names, update))) : null,
      fitting.length > 0 ? h('section', {}, h('h3', {}, 'Merged automatically'),
        h('p', { class: 'soft' }, 'Only one side changed these. Clear a box to leave a change out.'),
        ['theirs', 'mine'].map((side) => {
          const list = fitting.filter((change) => change.side === side);
          return list.length === 0 ? null : [h('h4', {}, names[side]),
            h('ul', { class: 'fitting' }, list.map((change) => h('li', {}, fitted(change, update))))];
        })) : null,
      both.length > 0 ? h('p', { class: 'soft' }, both.length === 1 ? 'One change is the same on both sides.'
        : `${both.length} changes are the same on both sides.`) : null,
      resultDetails,
    ],
    actions: (close) => {
      use = button('Use the result', { kind: 'primary', on: () => {
        const node = merged();
        if (node !== undefined) close(stringify(node, { indent: true }));
      } });
      if (collisions.length > 0) disable(use, 'Decide everything that both sides changed first.');
      queueMicrotask(update);
      return [state, h('span', { class: 'spacer' }), button('Cancel', { on: () => close() }), use];
    },
  });
}

const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** What a change is about, in words. */
function subject(change) {
  switch (change.kind) {
    case 'item': return [h('strong', {}, change.subject), ` › ${pathWords(change.names)}`];
    case 'exists': return [h('strong', {}, change.subject), change.base === undefined ? ', a new item' : ''];
    case 'place': return ['The place of ', h('strong', {}, change.subject)];
    case 'section': return ['Section ', h('strong', {}, change.subject), ` › ${pathWords(change.names)}`];
    case 'section-exists': return ['Section ', h('strong', {}, change.subject)];
    case 'section-order': return 'The order of the sections';
    case 'list': return 'All items (one side has sections, the other has none)';
    default: return pathWords(change.names);
  }
}

/** One side of a change, in words. */
function sideWords(change, side) {
  const value = change[side];
  switch (change.kind) {
    case 'place': return value === undefined ? 'not there' : placeWords(value);
    case 'exists': return value === undefined ? (change.base === undefined ? 'not there' : 'removed')
      : valueWords(value, 240);
    case 'section-exists': return value === undefined ? 'not there' : 'there';
    case 'list': return `${value.members.map(({ name, value: list }) =>
      `${list.elements?.length ?? 0} ${name}`).join(', ')}`;
    case 'section-order': return value.value;
    default: return valueWords(value, 240);
  }
}

function collision(change, names, update) {
  const group = uniqueID('collision');
  const sides = ['base', 'theirs', 'mine'];
  const title = h('legend', {}, subject(change));
  return h('fieldset', { class: 'collision' }, title, h('div', { class: 'sides' }, sides.map((side) => {
    const id = `${group}-${side}`;
    const radio = h('input', { type: 'radio', name: group, id, value: side, 'aria-describedby': `${id}-value`,
      on: { change: () => { change.choice = side; update(); } } });
    return h('div', { class: 'side' }, h('div', { class: 'check' }, radio, h('label', { for: id }, names[side])),
      h('div', { class: 'side-value', id: `${id}-value`, dir: 'auto' }, sideWords(change, side)));
  })));
}

function fitted(change, update) {
  const id = uniqueID('take');
  const box = h('input', { type: 'checkbox', id, checked: true,
    on: { change: () => { change.choice = box.checked ? change.side : 'base'; update(); } } });
  const words = change.kind === 'exists'
    ? [h('strong', {}, change.subject), change.base === undefined ? ' added' : ' removed']
    : change.kind === 'place' ? [h('strong', {}, change.subject),
      ` moved from ${placeWords(change.base)} to ${placeWords(change[change.side])}`]
      : [subject(change), ': ', h('del', { dir: 'auto' }, sideWords(change, 'base')), ' → ',
        h('ins', { dir: 'auto' }, sideWords(change, change.side))];
  return h('div', { class: 'check' }, box, h('label', { for: id }, words));
}
