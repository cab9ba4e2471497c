import { can, session } from '../kit/api.js';
import { disable } from '../kit/ui.js';

/** Why the session may not do something, or null if it may. `action` is what is not possible: "Publishing". */
export function refusal(scope, action) {
  if (can(scope)) return null;
  return `${action} needs a token with the scope ${scope}. Yours has the scope ${session.current?.scope ?? 'none'}.`;
}

/** Shows a control disabled, with the reason, if the session's scope does not allow what it does. */
export function needs(scope, action, control) {
  const reason = refusal(scope, action);
  if (!reason) return control;
  if (control.matches('button, a')) return disable(control, reason);
  control.disabled = true;
  control.title = reason;
  return control;
}
