import { h } from '../kit/dom.js';
import { href } from '../kit/router.js';
import { diagnostic } from '../kit/ui.js';

const question = {
  screens: 'Content that was valid', apps: 'Apps built on the old schema',
};
const verdicts = {
  screens: { compatible: 'is still valid.', breaking: 'may be invalid now.',
    undecidable: 'may or may not be valid: neither a proof nor an example was found.' },
  apps: { compatible: 'can decode all new content.', breaking: 'cannot decode all new content.',
    undecidable: 'may or may not decode all new content: neither a proof nor an example was found.' },
};

/** The server's compatibility report in words. */
export function compatibilityReport(reports) {
  return h('div', { class: 'compatibility' }, reports.map(({ direction, verdict, reasons, mayHaveMore }) =>
    h('section', {},
    h('h3', {}, direction === 'screens' ? 'For screens' : 'For apps'),
    h('p', {}, h('span', { class: `badge ${{ compatible: 'good', breaking: 'bad' }[verdict] ?? 'warn'}` },
      { compatible: 'Compatible', breaking: 'Breaking', undecidable: 'Not decided' }[verdict] ?? verdict),
    ` ${question[direction] ?? direction} ${verdicts[direction]?.[verdict] ?? verdict}`),
    reasons.length === 0 ? null : h('ul', { class: 'reasons' }, reasons.map((reason) => h('li', {},
      h('div', {}, `${sentence(reason.message)}`, reason.hint
        ? h('span', { class: 'soft' }, ` To avoid it: ${reason.hint}.`) : null),
      reason.example === undefined ? null : h('details', {},
        h('summary', {}, direction === 'screens' ? 'Content that becomes invalid'
        : 'Content that such an app cannot decode'),
        h('pre', {}, JSON.stringify(reason.example, null, 2)))))),
    mayHaveMore ? h('p', { class: 'soft' }, 'There may be more reasons.') : null)));
}

function sentence(text) { return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`; }

/** The screens, view types or releases of a problem that a refused change would break. */
export function breakage({ document }) {
  const lists = [];
  if (document.screens) {
    lists.push(['Screens whose current version would become invalid', document.screens.map((screen) => h('li', {},
      h('a', { href: href(`/screens/${screen.route}`) }, screen.route), ` (version ${screen.version})`,
      screen.errors ? h('ul', { class: 'diagnostics' }, screen.errors.map(diagnostic)) : null))]);
  }
  if (document.viewTypes) {
    lists.push(['View types that refer to it', document.viewTypes.map((one) => h('li', {}, one.name,
      one.errors ? h('ul', { class: 'diagnostics' }, one.errors.map(diagnostic)) : null))]);
  }
  if (document.releases) {
    lists.push(['Supported releases that could not decode the new content',
      document.releases.map((one) => h('li', {}, one.release))]);
  }
  return lists.map(([heading, entries]) => h('section', {}, h('h3', {}, heading), h('ul', {}, entries)));
}
