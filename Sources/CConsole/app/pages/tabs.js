import { h, uniqueID } from '../kit/dom.js';
import { setQuery } from '../kit/router.js';

/**
 * Tabs (WAI-ARIA APG), the chosen one in the query as `tab`. `entries` are `{ key, label, show }`; `show` makes the
 * panel's content when the tab is first chosen.
 */
export function tabs(label, entries, query) {
  const panels = new Map();
  const holder = h('div', { class: 'tab-panels' });
  const buttons = entries.map(({ key, label: name }) => {
    const id = uniqueID('tab');
    return h('button', { type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel`, dataset: { key },
      on: { click: () => choose(key) } }, name);
  });
  const choose = (key, { inURL = true } = {}) => {
    entries.forEach((entry, index) => {
      const tab = buttons[index];
      const isChosen = entry.key === key;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen && !panels.has(key)) {
        const panel = h('div', { role: 'tabpanel', id: `${tab.id}-panel`, 'aria-labelledby': tab.id, tabindex: '0' });
        panels.set(key, panel);
        holder.append(panel);
        panel.append(...[entry.show()].flat(Infinity).filter(Boolean));
      }
      if (panels.has(entry.key)) panels.get(entry.key).hidden = !isChosen;
      tab.toggleAttribute('aria-controls', false);
      if (panels.has(entry.key)) tab.setAttribute('aria-controls', `${tab.id}-panel`);
    });
    if (inURL) setQuery({ tab: key });
  };
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, on: { keydown: (event) => {
    const at = buttons.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const target = buttons[(next + buttons.length) % buttons.length];
    target.focus();
    choose(target.dataset.key);
  } } }, buttons);
  const wanted = query.get('tab');
  choose(entries.some(({ key }) => key === wanted) ? wanted : entries[0].key, { inURL: false });
  return h('div', { class: 'tabs-holder' }, list, holder);
}
