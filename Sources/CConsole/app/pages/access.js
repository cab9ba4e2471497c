import { can, changeSet, session } from '../kit/api.js';
import { disable } from '../kit/ui.js';

/** Why the session may not do something, or null if it may. `action` is the missing ability: "Publishing". */
export function refusal(scope, action, set) {
  if (can(scope, set)) return null;
  if (!set && changeSet.isPublished) return `The change set ${changeSet.name} is published. Leave it to make changes.`;
  return `${action} needs a token with the scope ${scope}. Yours has the scope ${session.current?.scope ?? 'none'}.`;
}

/** Shows a control disabled, with the reason, if the scope does not allow what it does. `set` is that of `can`. */
export function needs(scope, action, control, set) {
  const reason = refusal(scope, action, set);
  if (!reason) return control;
  if (control.matches('button, a')) return disable(control, reason);
  control.disabled = true;
  control.title = reason;
  return control;
}
