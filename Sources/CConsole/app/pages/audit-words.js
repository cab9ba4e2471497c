import { href } from '../kit/router.js';

const words = {
  'publish': ['Publications', 'Published'],
  'delete-screen': ['Deleted screens', 'Deleted the screen'],
  'save-draft': ['Saved drafts', 'Saved a draft of'],
  'delete-draft': ['Deleted drafts', 'Deleted the draft of'],
  'schedule': ['Schedules', 'Scheduled'],
  'cancel-schedule': ['Cancelled schedules', 'Cancelled the schedule of'],
  'fail-schedule': ['Failed schedules', 'Could not publish as scheduled'],
  'create-changeset': ['New change sets', 'Created the change set'],
  'edit-changeset': ['Edits in change sets', 'Edited the change set'],
  'rebase-changeset': ['Rebased change sets', 'Rebased the change set'],
  'review-changeset': ['Reviews of change sets', 'Reviewed the change set'],
  'invite-guest': ['Guest links', 'Made a guest link to the change set'],
  'revoke-guest': ['Revoked guest links', 'Revoked a guest link to the change set'],
  'comment': ['Comments', 'Commented on'],
  'resolve-comment': ['Resolved comments', 'Resolved a comment on'],
  'delete-changeset': ['Deleted change sets', 'Deleted the change set'],
  'publish-changeset': ['Published change sets', 'Published the change set'],
  'rollback-changeset': ['Rolled back change sets', 'Rolled back the change set'],
  'schedule-changeset': ['Scheduled change sets', 'Scheduled the change set'],
  'cancel-changeset-schedule': ['Cancelled schedules of change sets', 'Cancelled the schedule of the change set'],
  'fail-changeset-schedule': ['Failed schedules of change sets', 'Could not publish as scheduled the change set'],
  'set-view-type': ['View types', 'Set the view type'],
  'delete-view-type': ['Deleted view types', 'Deleted the view type'],
  'set-format': ['Formats', 'Set the wire format'],
  'delete-format': ['Deleted formats', 'Deleted the wire format'],
  'set-preview': ['Templates', 'Set the template of'],
  'delete-preview': ['Deleted templates', 'Deleted the template of'],
  'set-group': ['Groups', 'Set the group'],
  'delete-group': ['Deleted groups', 'Deleted the group'],
  'set-guard': ['Guards', 'Set the guard'],
  'delete-guard': ['Deleted guards', 'Deleted the guard'],
  'set-setting': ['Settings', 'Set the setting'],
  'delete-setting': ['Deleted settings', 'Deleted the setting'],
  'start-rollout': ['Started rollouts', 'Started the rollout'],
  'advance-rollout': ['Advanced rollouts', 'Advanced the rollout'],
  'hold-rollout': ['Held rollouts', 'Held the rollout'],
  'resume-rollout': ['Resumed rollouts', 'Resumed the rollout'],
  'finish-rollout': ['Finished rollouts', 'Finished the rollout'],
  'rollback-rollout': ['Rolled back rollouts', 'Rolled back the rollout'],
  'supersede-rollout': ['Superseded rollouts', 'Ended, in favour of another version, the rollout'],
  'set-release': ['Releases', 'Set the release'],
  'delete-release': ['Removed releases', 'Removed the release'],
  'set-asset': ['Uploaded pictures', 'Uploaded the picture'],
  'delete-asset': ['Deleted pictures', 'Deleted the picture'],
  'set-client-key': ['Client keys', 'Set the client key'],
  'delete-client-key': ['Removed client keys', 'Removed the client key'],
  'set-webhook': ['Webhooks', 'Set the webhook'],
  'delete-webhook': ['Removed webhooks', 'Removed the webhook'],
  'create-token': ['Created tokens', 'Created the token'],
  'revoke-token': ['Revoked tokens', 'Revoked the token'],
  'set-mock-rule': ['Rules of the mock', 'Set the mock rule'],
  'delete-mock-rule': ['Deleted rules of the mock', 'Deleted the mock rule'],
  'set-mock-scenario': ['Scenarios switched on', 'Switched on the scenario'],
  'set-mock-endpoint': ['Endpoints of the mock', 'Set the endpoint'],
  'delete-mock-endpoint': ['Deleted endpoints of the mock', 'Deleted the endpoint'],
  'set-mock-state': ['State changed', 'Changed the state of the endpoints'],
  'reset-mock-state': ['State emptied', 'Emptied the state of the endpoints'],
  'clear-mock-scenario': ['Scenarios switched off', 'Switched off the scenario'],
};

/** The actions that the audit knows, `[action, label]`. */
export const actions = Object.entries(words).map(([action, [label]]) => [action, label]);

/** The action, before the name of the subject. An action of a newer server has the words of its name. */
export function actionInWords({ action }) {
  return words[action]?.[1] ?? action.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** The view of an entry's subject; null if there is none. */
export function subjectAddress({ action, subject }) {
  if (/rollout$/.test(action)) return href(`/rollouts/${subject}`);
  if (/changeset|guest/.test(action)) return href(`/changesets/${subject}`);
  if (/^publish$|screen$|draft$|schedule$|comment$/.test(action)) return href(`/screens/${subject}`);
  if (action === 'set-view-type') return href(`/view-types/${encodeURIComponent(subject)}`);
  if (/release$/.test(action)) return href('/releases', { search: subject });
  if (/mock/.test(action)) return href('/mock');
  if (/token$/.test(action)) return href('/tokens');
  return null;
}
