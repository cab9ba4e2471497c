import { h, fill } from '../kit/dom.js';
import { address, messageHeader, patch, routePath } from '../kit/api.js';
import { href, navigate } from '../kit/router.js';
import { button, errorMessage, say, time, needs, codeView } from '../kit/ui.js';
import { experiment as ask, results as askResults } from '../experiments/experiment-data.js';
import { endExperiment } from '../experiments/end-experiment.js';
import { explainForm } from '../experiments/explain.js';
import { head, load, section } from '../pages/load.js';
import { every, listen } from '../pages/live.js';
import { askReason } from '../pages/message.js';
import { dailyPlot, mismatchPlot, outcomeTable, resultsTable, verdict } from '../experiments/plot.js';
import { rampForm } from '../experiments/ramp.js';
import { splitBar, splitInWords, splitTable } from '../experiments/split.js';
import { count, percent, whole } from '../pages/text.js';

export function title({ key }) { return `Experiment ${key}`; }

export async function show(outlet, { key }, query) {
  /** @type {any} */
  let current;
  let isApplying = false;
  let areKept = true;
  const ends = [];
  const top = h('div', {}, head(key));
  const body = h('div', { class: 'columns' });
  outlet.append(top, body);
  const split = h('div', {});
  const results = h('div', {});
  const details = h('div', {});
  let ramp;
  let shownResults = '';

  await load(body, 'Loading the experiment', () => ask(key), (found) => {
    current = found;
    ramp = rampForm(current, query, apply);
    showCurrent();
    return [
      h('div', { class: 'column' }, section('Split', split), section('Change coverage and weights', ramp.element)),
      h('div', { class: 'column' }, section('Results', results),
        section('Explain for a user', explainForm(current, query)), section('Details', details)),
    ];
  });
  if (!current) return () => {};
  await showResults();
  ends.push(every(10, showResults));
  ends.push(listen(address(routePath('/screens/', current.route) + '/events'), { version: async ({ version }) => {
    // This view announces its own publications itself.
    if (isApplying || version <= current.version) return;
    await refresh();
    say(`Version ${version} of ${current.route} is current now.`);
  } }));
  return () => ends.forEach((end) => end());

  async function refresh() {
    try {
      current = await ask(key);
    } catch (error) {
      if (error.status === 404) fill(top, head(key), errorMessage(error));
      return;
    }
    ramp.update(current);
    showCurrent();
  }

  function showCurrent() {
    const isRunning = current.status === 'running';
    const toggle = needs('publish', isRunning ? 'Stopping an experiment' : 'Starting an experiment',
      button(isRunning ? 'Stop' : 'Start', { kind: isRunning ? 'danger' : 'primary', on: () =>
        switchStatus(isRunning) }));
    fill(top, head(key, {
      badge: h('span', { class: `badge ${isRunning ? 'good' : ''}` }, isRunning ? 'Running' : 'Stopped'),
      about: ['On the screen ', h('a', { href: href(`/screens/${current.route}`) }, current.route),
        `, version ${current.version}.`],
      actions: [isRunning ? needs('edit', 'Ending an experiment', button('Make a variant the default', { on: end })) : null,
        toggle],
    }));
    fill(split, h('p', {}, splitInWords(current)), splitBar(current), splitTable(current));
    fill(details, facts());
  }

  async function showResults() {
    if (!areKept) return;
    let found;
    try {
      found = await askResults(key);
    } catch (error) {
      if (error.type === 'no-exposures') {
        fill(results, h('p', {}, 'This server keeps no exposures. Start it without --exposures off to count who ' +
          'saw what.'));
        areKept = false;
      } else if (!results.hasChildNodes()) fill(results, errorMessage(error));
      return;
    }
    // Redraw only if a number has changed, so that nothing moves while somebody reads.
    const text = JSON.stringify(found);
    if (shownResults === text) return;
    const isOpen = results.querySelector('details')?.open;
    if (shownResults && results.contains(document.activeElement)) return;
    shownResults = text;
    const plot = mismatchPlot(found);
    fill(results,
      found.units === 0
        ? h('p', {}, 'Nobody has seen this experiment yet. A user counts once, when the app asks for the screen ' +
          'with a user id.')
        : h('p', {}, `${count(found.units, 'user')} seen, the first `,
          time(found.variants.map(({ first }) => first).filter(Boolean).sort()[0]), '.',
          found.unitsOfSeveralVariants > 0
            ? ` ${count(found.unitsOfSeveralVariants, 'user')} saw more than one variant, because the split or ` +
              `the coverage was changed while it ran.` : null),
      verdict(found), plot ? h('div', { class: 'plot-row' }, plot, resultsTable(found)) : resultsTable(found),
      outcomeTable(found), dailyPlot(found),
      found.dropped > 0 ? h('p', { class: 'soft' },
        `${whole(found.dropped)} exposures of all experiments could not be kept.`) : null,
      found.units > 0 ? h('p', {}, h('a',
        { href: address(`/admin/experiments/${encodeURIComponent(key)}/exposures`, { format: 'csv' }),
        download: `${key}.csv` }, 'Download the exposures (CSV)')) : null);
    if (isOpen) results.querySelector('details').open = true;
  }

  function facts() {
    const forced = Object.entries(current.force);
    const rows = [
      ['Unit', [h('code', {}, current.hashAttribute), current.hashAttribute === 'user' ? ' (the user id)'
        : ' (an attribute of the request)']],
      ['Seed', h('code', {}, current.seed)],
      ['Hash version', String(current.hashVersion)],
      ['Namespace', current.namespace ? `${current.namespace[0]}, from ${current.namespace[1]} to ` +
        `${current.namespace[2]}: ${percent(current.namespace[2] - current.namespace[1])} of all users` : 'none'],
      ['Condition', current.condition ? codeView(JSON.stringify(current.condition, null, 2), 'Condition')
        : 'none: everybody may take part'],
      ['Forced users', forced.length > 0
        ? h('ul', { class: 'plain-list' }, forced.map(([unit, variant]) =>
          h('li', {}, h('code', {}, unit), ` gets ${variant}`))) : 'none'],
    ];
    return h('dl', { class: 'facts' }, rows.map(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]));
  }

  /**
   * @param {import('../kit/openapi').ExperimentPatch} changes
   * @param {{ message: string, allowsReassignment?: boolean, etag: string }} options
   */
  async function apply(changes, { message, allowsReassignment, etag }) {
    isApplying = true;
    let answer;
    try {
      answer = (await patch(`/admin/experiments/${encodeURIComponent(key)}`, {
        json: changes, type: 'application/merge-patch+json', query: allowsReassignment ? { allowReassignment: 'true' }
          : {},
        headers: { 'If-Match': etag, ...messageHeader(message) },
      })).json;
      await refresh();
    } finally {
      isApplying = false;
    }
    say(`Version ${answer.version} of ${answer.route} is published.`);
    return answer;
  }

  async function end() {
    const { route } = current;
    const variant = await endExperiment(current);
    if (variant === undefined || !await navigate(href(`/screens/${route}`))) return;
    say(`The draft of ${route} shows ${variant} to everybody and stops ${key}. Review and publish it.`);
  }

  async function switchStatus(isRunning) {
    const first = current.variants[0][0];
    const { etag } = current;
    const answer = await askReason({
      title: isRunning ? `Stop ${key}` : `Start ${key}`,
      action: isRunning ? 'Stop' : 'Start', kind: isRunning ? 'danger' : 'primary',
      content: h('p', {}, isRunning
        ? `Everybody gets ${first}, and nobody is counted any more. The results stay. This publishes a new ` +
          `version of ${current.route}.`
        : `${splitInWords({ ...current, status: 'running' })} Users who were in it before get the same variant as ` +
          `before, if weights and seed are the same. This publishes a new version of ${current.route}.`),
      apply: (message) => apply({ status: isRunning ? 'stopped' : 'running' }, { message, etag }),
    });
    if (!answer) return;
    // The button was made again with its new label.
    top.querySelector('.page-head button:last-of-type')?.focus();
    await showResults();
  }
}
