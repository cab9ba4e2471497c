// The dialog that merges two changes of one screen, base, theirs and mine, by item. The server merges.
import { h, fill, uniqueID } from '../kit/dom.js';
import { button, dialog, disable, errorMessage, progress } from '../kit/ui.js';
import { stringify } from '../kit/json.js';
import { askForMerge } from './domain.js';
import { MergeState, absent, sideWords, subjectWords } from './merge-state.js';
import { linesView } from './compare-view.js';
import { itemsByID, pagesOf } from '../review/changes-view.js';
import { markedWords } from '../review/marked-words.js';
import { fitPictures, itemPicture } from '../review/picture.js';

/**
 * Asks for a decision for each place that both sides changed. A change of one side is preselected and can be left out.
 *
 * `base`, `theirs` and `mine` are definitions of the screen `route`; `titles` names them (`{ base, theirs, mine }`).
 * Resolves to the text of the merged definition, or to undefined if nothing was decided.
 */
export function mergeDialog({ route, base, theirs, mine, titles = {} }) {
  const names = { base: 'Before', theirs: 'Theirs', mine: 'Yours', ...titles };
  const sides = Object.entries({ base, theirs, mine }).map(([side, definition]) =>
    ({ side, items: itemsByID(definition), pages: pagesOf(route, { definition }) }));
  const merge = new MergeState((choices) => askForMerge(route, { base, theirs, mine }, choices));
  const body = h('div', {}, progress('Merging the changes'));
  const state = h('p', { class: 'merge-state', role: 'status' });
  const problem = h('div', {});
  const result = h('div', {});
  const resultDetails = h('details', { class: 'merge-result', on: { toggle: () => showResult() } },
    h('summary', {}, h('span', { class: 'label' }, `The result as JSON, compared with ${lower(names.mine)}`)), result);
  let use;

  async function showResult() {
    if (!resultDetails.open) return;
    if (merge.open.length > 0) {
      fill(result, h('p', { class: 'soft' }, 'Decide everything above first.'));
      return;
    }
    const node = await merged();
    if (node) fill(result, linesView(mine, node, `The result, compared with ${lower(names.mine)}`));
  }

  /** The merged definition; undefined if the server does not answer, or finds more to decide, which is then shown. */
  async function merged() {
    try {
      const node = await merge.result();
      problem.replaceChildren();
      if (!node) show();
      return node;
    } catch (error) {
      fill(problem, errorMessage(error));
      return undefined;
    }
  }

  function update() {
    const { collisions, open } = merge;
    state.textContent = open.length === 0 ? (collisions.length > 0 ? 'Everything is decided.' : 'Nothing collides.')
      : `${open.length} of ${collisions.length} ${collisions.length === 1 ? 'decision' : 'decisions'} left.`;
    const reason = open.length === 0 ? '' : 'Decide everything that both sides changed first.';
    for (const [name, value] of [['aria-disabled', 'true'], ['aria-description', reason], ['title', reason]]) {
      if (reason) use.setAttribute(name, value); else use.removeAttribute(name);
    }
    showResult();
  }

  function choose(place, side) {
    merge.choose(place, side);
    update();
  }

  function show() {
    const { collisions, fitting, same } = merge;
    fill(body,
      h('p', {}, `${names.theirs} and ${lower(names.mine)} both began from ${lower(names.base)}. `,
        collisions.length === 0 ? 'The changes do not conflict.'
          : collisions.length === 1 ? 'They changed one thing differently. Choose which to take.'
            : `They changed ${collisions.length} things differently. Choose which to take.`),
      collisions.length > 0 ? h('section', { class: 'collisions' }, h('h3', {}, 'To decide'),
        collisions.length > 2 ? h('div', { class: 'toolbar' }, ['theirs', 'mine'].map((side) =>
          button(`Take all of ${lower(names[side])}`, { on: () => {
            for (const { place } of collisions) merge.choose(place, side);
            for (const radio of body.querySelectorAll(`.collision input[value="${side}"]`)) radio.checked = true;
            update();
          } }))) : null,
        collisions.map((change) => collision(change, sides, names, merge, choose))) : null,
      fitting.length > 0 ? h('section', { class: 'merged' }, h('h3', {}, 'Merged automatically'),
        h('p', { class: 'soft' }, 'Nobody else changed the same. Clear a box to leave a change out.'),
        [['theirs', names.theirs], ['mine', names.mine], ['both', 'Both']].map(([side, title]) => {
          const list = fitting.filter((change) => change.side === side);
          return list.length === 0 ? null : [h('h4', {}, title),
            h('ul', { class: 'fitting' }, list.map((change) => h('li', {}, fitted(change, merge, choose))))];
        })) : null,
      same.length > 0 ? h('p', { class: 'soft' }, same.length === 1 ? 'One change is the same on both sides.'
        : `${same.length} changes are the same on both sides.`) : null,
      resultDetails, problem);
    update();
  }

  async function begin() {
    try {
      await merge.read();
      show();
      body.querySelector('input')?.focus();
    } catch (error) {
      fill(body, errorMessage(error, begin));
    }
  }

  return dialog({
    title: 'Merge the changes', wide: true, content: body,
    actions: (close) => {
      use = disable(button('Use the result', { kind: 'primary', on: async () => {
        const node = await merged();
        if (node) close(stringify(node, { indent: true }));
      } }), 'The changes are still being merged.');
      begin();
      return [state, h('span', { class: 'spacer' }), button('Cancel', { on: () => close() }), use];
    },
  });
}

const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

const subject = ({ place }) => {
  const { name, rest } = subjectWords(place);
  return [h('strong', { dir: 'auto' }, name), rest];
};

function collision(change, sides, names, merge, choose) {
  const group = uniqueID('collision');
  const element = h('fieldset', { class: 'collision' }, h('legend', {}, subject(change)),
    h('div', { class: 'sides' }, sides.map(({ side, items, pages }) => {
      const id = `${group}-${side}`;
      const radio = h('input', { type: 'radio', name: group, id, value: side, 'aria-describedby': `${id}-value`,
        checked: merge.choiceOf(change.place) === side, on: { change: () => choose(change.place, side) } });
      return h('div', { class: 'side' }, h('div', { class: 'check' }, radio, h('label', { for: id }, names[side])),
        items.has(change.place)
          ? h('div', { class: 'side-picture' }, itemPicture(names[side], pages, change.place)) : null,
        h('div', { class: 'side-value', id: `${id}-value`, dir: 'auto' },
          sideWords(change, side, merge.differences).map((line) => h('div', {}, line))));
    })));
  fitPictures(element);
  return element;
}

function fitted(change, merge, choose) {
  const id = uniqueID('take');
  const box = h('input', { type: 'checkbox', id, checked: merge.choiceOf(change.place) !== 'base',
    on: { change: () => choose(change.place, box.checked ? undefined : 'base') } });
  const lines = (side) => sideWords(change, side, merge.differences).join(', ');
  const after = change.side === 'both' ? ['theirs', 'mine'] : [change.side];
  const before = lines('base');
  return h('div', { class: 'check' }, box, h('label', { for: id }, subject(change), ': ',
    after.map((side, index) => [index > 0 ? ' and ' : null, before === absent ? h('ins', { dir: 'auto' }, lines(side))
      : markedWords(before, lines(side))])));
}
