import { h } from '../kit/dom.js';

/** Whether a draft is there, is scheduled, or was not published as scheduled. `draft` is one of `/admin/drafts`. */
export function draftState({ by, schedule }) {
  if (!schedule) return h('span', { class: 'badge warn', title: `Saved by ${by}` }, 'Draft');
  const at = new Date(schedule.at);
  const exact = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
  if (schedule.error) return h('span', { class: 'badge bad', title: `${exact}: ${schedule.error}` },
    'Not published as scheduled');
  return h('span', { class: 'schedule' },
    h('span', { class: 'badge warn', title: `By ${schedule.by}` }, 'Scheduled'), ' ',
    h('time', { datetime: schedule.at, title: exact },
      at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })));
}
