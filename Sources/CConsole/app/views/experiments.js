import { h, fill } from '../kit/dom.js';
import { href, navigate } from '../kit/router.js';
import { button, emptyState, say, table, needs } from '../kit/ui.js';
import { experiments, results } from '../experiments/experiment-data.js';
import { newExperiment } from '../experiments/new-experiment.js';
import { filterBar } from '../pages/filters.js';
import { eachOf, head, load } from '../pages/load.js';
import { splitBar, splitInWords } from '../experiments/split.js';
import { shares } from '../experiments/assignment.js';
import { count, percent, whole } from '../pages/text.js';

export function title() { return 'Experiments'; }

export async function show(outlet, parameters, query) {
  let isLeft = false;
  const list = h('div', {});
  let all = [];
  const units = new Map();
  const filters = filterBar([
    { name: 'search', label: 'Search', kind: 'search', hint: 'Key or screen' },
    { name: 'status', label: 'Status', kind: 'choice',
      options: [['', 'All'], ['running', 'Running'], ['stopped', 'Stopped']] },
  ], query, () => fill(list, rows()));
  const addButton = (kind) => needs('edit', 'Making an experiment',
    button('New experiment', { kind, icon: 'plus', on: create }));
  outlet.append(head('Experiments', {
    about: 'Different variants of a screen for different users. Each user always gets the same one.',
    actions: [addButton('primary')] }),
  filters.element, list);

  await load(list, 'Loading the experiments', experiments, (found) => {
    all = found;
    filters.element.hidden = all.length === 0;
    return rows();
  });
  countUnits();
  return () => { isLeft = true; };

  async function create() {
    const made = await newExperiment();
    if (!made) return;
    navigate(href(`/screens/${made.route}`, { edit: made.variant }));
    say(`The draft of ${made.route} has the experiment ${made.name}. Change what the users of ${made.variant} get.`);
  }

  function rows() {
    if (all.length === 0) {
      return emptyState('No experiments yet',
        'An experiment shows different variants of a screen to different users. “New experiment” makes one in the ' +
          'draft of a screen; once that is published, it appears here.', addButton('plain'));
    }
    const { search, status } = filters.values();
    const found = all.filter((one) => (!status || one.status === status)
      && (!search || `${one.key} ${one.route}`.toLowerCase().includes(search.toLowerCase())));
    if (found.length === 0) return emptyState('No experiment matches', 'Change the search, or clear the filters.');
    return table(`Experiments, ${count(found.length, 'row')}`,
      ['Experiment', 'Screen', 'Status', 'Coverage', 'Variants', 'Users seen'], found.map((one) => [
        h('a', { href: href(`/experiments/${encodeURIComponent(one.key)}`) }, one.key),
        h('a', { href: href(`/screens/${one.route}`) }, one.route),
        h('span', { class: `badge ${one.status === 'running' ? 'good' : ''}` }, one.status === 'running' ? 'Running'
          : 'Stopped'),
        percent(one.coverage, 0),
        h('div', { class: 'cell-split' }, splitBar(one, { caption: splitInWords(one) }),
          h('span', { class: 'soft' }, shares(one.variants).map((share, index) =>
            `${one.variants[index][0]} ${percent(share, 0)}`).join(' · '))),
        h('span', { dataset: { units: one.key } }, units.get(one.key) ?? '…'),
      ]));
  }

  async function countUnits() {
    let areKept = true;
    await eachOf(all, async ({ key }) => {
      if (areKept) {
        try {
          units.set(key, whole((await results(key)).units));
        } catch (error) {
          areKept = error.type !== 'no-exposures';
          units.set(key, areKept ? 'unknown' : 'not kept');
        }
      } else units.set(key, 'not kept');
      const cell = [...list.querySelectorAll('[data-units]')].find((element) => element.dataset.units === key);
      if (cell) cell.textContent = units.get(key);
    }, { isStopped: () => isLeft });
  }
}
