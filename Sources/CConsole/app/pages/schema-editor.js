import { h, fill } from '../kit/dom.js';
import { messageHeader, put } from '../kit/api.js';
import { button, errorMessage, progress, say, needs, refusal } from '../kit/ui.js';
import { guard } from '../kit/router.js';
import { breakage, compatibilityReport } from './compatibility.js';
import { jsonEditor } from './json-editor.js';
import { askReason } from './message.js';

/**
 * An editor for the schema of a view type. The server says what a change means while one types, and nothing is changed
 * before Apply. `applied` is called after a change. Returns `{ element, leave }`.
 */
export function schemaEditor(name, text, { isNew, applied }) {
  let saved = text;
  let asked = 0;
  let timer;
  let broken = null;
  const denied = refusal('edit', 'Trying a change');
  const editor = jsonEditor('JSON Schema', text, { readonly: denied !== null,
    help: 'JSON Schema 2020-12. Another view type is referred to as {"$ref": "OTHER.json"}.' });
  const { input } = editor;
  const report = h('div', { class: 'report', 'aria-live': 'polite' });
  const force = h('input', { type: 'checkbox', on: { change: () => showButtons() } });
  const forced = h('label', { class: 'check', hidden: true }, force, 'Change it although it breaks these');
  const apply = needs('publish', isNew ? 'Adding a view type' : 'Changing a view type',
    button(isNew ? 'Add view type' : 'Apply', { kind: 'primary', on: confirmApply }));
  const reset = button('Reset', { kind: 'quiet', on: () => { editor.set(saved); changed(); input.focus(); } });
  input.addEventListener('input', () => { clearTimeout(timer); asked += 1; state('waiting');
    timer = setTimeout(changed, 400); });
  const leave = guard(() => (input.value !== saved && !denied ? 'The change of the schema is not applied. Leave it?'
    : ''));
  let phase = 'idle';
  changed();
  return {
    leave: () => { leave(); clearTimeout(timer); asked += 1; },
    element: h('div', { class: 'schema-editor' }, denied ? h('p', { class: 'message warn' }, denied) : null,
      h('div', { class: 'editor-columns' }, h('div', {}, editor.element, forced,
        h('div', { class: 'toolbar' }, apply, editor.format, reset)),
        h('div', {}, h('h2', {}, 'What the change means'), report))),
  };

  function state(next) { phase = next; showButtons(); }

  function showButtons() {
    const isSame = input.value === saved;
    reset.hidden = isSame || isNew;
    forced.hidden = phase !== 'breaks';
    if (refusal('publish', '')) return;
    const reason = isSame && !isNew ? 'There is no change to apply.' : phase === 'waiting'
      ? 'The effect of the change is not known yet.'
      : phase === 'invalid' ? 'The schema has errors.' : phase === 'breaks' && !force.checked
        ? 'The change would break what is listed. Choose that first.' : null;
    apply.title = reason ?? '';
    for (const [attribute, value] of [['aria-disabled', 'true'], ['aria-description', reason]]) {
      if (reason) apply.setAttribute(attribute, value); else apply.removeAttribute(attribute);
    }
  }

  async function changed() {
    asked += 1;
    const mine = asked;
    force.checked = false;
    broken = null;
    if (input.value === saved && !isNew) {
      state('idle');
      fill(report, h('p', { class: 'soft' }, 'Edit the schema. Which content and which apps a change would break ' +
        'is shown here before anything is applied.'));
      return;
    }
    if (!editor.read()) {
      state('invalid');
      fill(report, h('p', { class: 'soft' }, 'Correct the JSON to see what the change means.'));
      return;
    }
    if (denied) return;
    state('waiting');
    const slow = setTimeout(() => { if (mine === asked) fill(report, progress('Comparing the schemas')); }, 300);
    try {
      const answer = await ask(false);
      if (mine === asked) { fill(report, inWords(answer.json)); state('good'); }
    } catch (error) {
      if (mine !== asked) return;
      if (error.status === 409) {
        broken = error;
        // The effect on content is known even if the change is refused.
        const full = await ask(true).catch(() => null);
        if (mine !== asked) return;
        fill(report, errorMessage(error), breakage(error), full ? inWords(full.json) : null);
        state('breaks');
      } else {
        editor.show(error, report);
        state('invalid');
      }
    } finally {
      clearTimeout(slow);
    }
  }

  function ask(isForced) {
    return put(`/admin/view-types/${encodeURIComponent(name)}`,
      { body: input.value, query: { dryRun: 'true', force: isForced ? 'true' : '' } });
  }

  /** @param {import('../kit/openapi').ViewTypeChange} change */
  function inWords({ compatibility }) {
    if (isNew) return h('p', {}, 'The schema is valid. Screens can use the view type as soon as it is added.');
    if (!compatibility) return h('p', {}, 'The new schema means the same as the old one.');
    return compatibilityReport(compatibility);
  }

  async function confirmApply() {
    if (apply.getAttribute('aria-disabled') === 'true') { say(apply.title); return; }
    const done = await askReason({
      title: isNew ? `Add ${name}` : `Change ${name}`, action: isNew ? 'Add view type' : 'Apply', kind: broken
        ? 'danger' : 'primary',
      content: h('p', {}, broken ? 'The change breaks what is listed, and takes effect at once.'
        : 'The change takes effect at once, for all screens.'),
      apply: async (message) => {
        await put(`/admin/view-types/${encodeURIComponent(name)}`, { body: input.value,
          query: { force: broken && force.checked ? 'true' : '' }, headers: messageHeader(message) });
        return true;
      },
    });
    if (!done) return;
    saved = input.value;
    changed();
    say(`The view type ${name} is ${isNew ? 'added' : 'changed'}.`);
    applied();
  }
}
