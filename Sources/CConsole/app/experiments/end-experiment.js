// Ends an experiment with one of its variants for everybody, as a draft.
import { h, fill } from '../kit/dom.js';
import { button, dialog, errorMessage, field } from '../kit/ui.js';
import { withDefault } from './default-variant.js';
import { draftOf, saveDraft } from './screen-draft.js';

/** Asks for a variant, and saves the draft. Resolves to the key of the variant, or undefined. */
export async function endExperiment({ key, route, variants }) {
  const choice = h('select', { value: variants[1]?.[0] ?? variants[0][0] }, variants.map(([name]) =>
    h('option', { value: name }, name)));
  const problem = h('div', {});
  let submit;
  return dialog({
    title: `End ${key}`,
    content: (close) => h('form', { id: 'end-experiment', on: { submit: (event) => { event.preventDefault(); save(close); } } },
      problem, field('Variant for everybody', choice),
      h('p', {}, 'This makes a draft: what the variant shows becomes the screen of all users, and the experiment is stopped. '
        + 'Its results stay. Nothing changes for apps before you have reviewed and published the draft.')),
    actions: (close) => {
      submit = button('Make it the default and stop', { kind: 'primary', type: 'submit', form: 'end-experiment' });
      return [button('Cancel', { on: () => close() }), submit];
    },
  });

  async function save(close) {
    if (submit.disabled) return;
    submit.disabled = true;
    fill(problem);
    try {
      const draft = await draftOf(route);
      if (draft.isScheduled) throw new Error(`The draft of ${route} is scheduled, and saving this would cancel that. `
        + 'Cancel the schedule first.');
      const root = withDefault(draft.root, key, choice.value);
      if (!root) throw new Error(`The draft of ${route} does not have the variant ${choice.value} of ${key}. `
        + 'Discard the draft, or end the experiment in it.');
      await saveDraft(route, root, draft);
      close(choice.value);
    } catch (error) {
      fill(problem, errorMessage(error));
    } finally {
      submit.disabled = false;
    }
  }
}
