import { h, fill } from '../kit/dom.js';
import { get, post, session } from '../kit/api.js';
import { field, setError, button } from '../kit/ui.js';

/**
 * Asks for a token until the server accepts one. On a page of its own in `page`; with null, in a dialog above the
 * current view, which keeps its state.
 */
export function signIn(page) {
  return new Promise((resolve) => {
    const input = h('input', { type: 'password', name: 'token', autocomplete: 'current-password', required: true, spellcheck: 'false' });
    const token = field('Admin token', input, {
      help: 'The server prints it at its first start and keeps it in admin-token in its data folder. A token with a smaller scope works too.',
    });
    const submit = button('Sign in', { kind: 'primary', type: 'submit' });
    const form = h('form', { class: 'sign-in-form', novalidate: true, on: { submit: async (event) => {
      event.preventDefault();
      if (!input.value.trim()) { setError(token, 'Enter a token.'); input.focus(); return; }
      submit.disabled = true;
      try {
        await post('/admin/session', { json: { token: input.value.trim() } });
        session.current = (await get('/admin/session')).json;
        done();
      } catch (error) {
        setError(token, error.status === 401 || error.status === 403
          ? 'The server does not know this token. Compare it with the one that you were given: it may have been revoked.' : error.message);
        input.focus();
        input.select();
      } finally {
        submit.disabled = false;
      }
    } } }, token, submit);
    let done;
    if (page) {
      fill(page, h('main', { class: 'sign-in' },
        h('div', { class: 'panel' },
          h('h1', {}, 'Marquee'), h('p', { class: 'soft' }, `Sign in to ${location.host}`), form)));
      document.title = 'Sign in · Marquee';
      done = () => { resolve(); };
    } else {
      const dialog = h('dialog', { class: 'sign-in', 'aria-label': 'Sign in again' },
        h('div', { class: 'dialog-content' },
          h('h2', {}, 'Sign in again'), h('p', {}, 'Your session has ended. What you typed is still on this page.'), form));
      // Nothing works without a session, so Escape does not close it.
      dialog.addEventListener('cancel', (event) => event.preventDefault());
      // A browser still closes it at the second Escape.
      dialog.addEventListener('close', () => {
        if (session.current || !dialog.isConnected) return;
        dialog.showModal();
        input.focus();
      });
      document.body.append(dialog);
      dialog.showModal();
      done = () => { dialog.close(); dialog.remove(); resolve(); };
    }
    input.focus();
  });
}
