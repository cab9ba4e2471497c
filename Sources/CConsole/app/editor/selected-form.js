// The form of what is selected: an item, or the settings of a section or of the screen.
import { h, fill } from '../kit/dom.js';
import { member, pointer, textOf } from '../kit/json.js';
import { button } from '../kit/ui.js';
import { itemForm } from '../form/item-form.js';
import { settingsForm } from '../form/settings-form.js';
import { setDisabled } from './controls.js';
import { flat } from './layout.js';
import { firstField, focusMember } from './panels.js';

/**
 * The form in the editor `page`, which also has `addInside`, `editSettings`, `comments` and `unwritten` (the texts of fields
 * that are no values). `title` is its heading, `render()` shows the page again, `onTexts()` is called when a text is
 * no value or is one again, `onClose()` when settings are closed.
 *
 * Returns `{ element, show(), update(item), isShown, focus(), focusMember(path), settle() }`. `show` makes the form of
 * `page.selected`, `update` shows its item after an edit.
 */
export function selectedForm({ page, actions, title, formats, images, render, onTexts, onClose }) {
  const { model, route, schemas, findings, unwritten } = page;
  const element = h('div', { class: 'form-holder' });
  let form;

  function show() {
    const item = page.selected === undefined ? undefined : actions.entry(page.selected);
    form = undefined;
    name(item);
    if (!item) {
      fill(element, h('p', { class: 'soft' }, 'Choose an item in the list to edit what it shows.'),
        setDisabled(button('Screen settings', { on: () => page.editSettings('screen') }), page.lock()));
      return;
    }
    // The form keeps its item, also when the item gets another key or another item is selected.
    const own = { key: item.key, id: item.id };
    const scope = item.settings ? '' : page.scope.name;
    const common = {
      route, schemas, path: item.path, errors: findings.of(own.key, item.path),
      onTexts: (texts) => { unwritten.set(scope, own.key, texts); onTexts(); },
      ...findings.visits(own, render),
    };
    const made = item.settings ? settings(item, common) : content(item, own, common);
    // The form was made for the item's place at that time, so pass errors for that place.
    form = { ...made, path: item.path, own };
    fill(element, page.lock() ? h('p', { class: 'message' }, page.lock()) : null,
      h('fieldset', { class: 'bare', disabled: Boolean(page.lock()) },
        h('legend', { class: 'visually-hidden' }, item.settings ? item.title : `Item ${item.id}`), form.element));
  }

  function name(item) {
    title.textContent = item ? item.title ?? (item.id || 'Item without id') : 'Item';
    page.comments.select(item?.settings ? undefined : item);
  }

  function content(item, own, common) {
    return itemForm({
      ...common, item: item.node, images, texts: unwritten.of(page.scope.name, own.key),
      onEdit: (relative, node, label, options) => actions.attempt(() =>
        page.scope.edit(own.key, relative, node, label || `Edit ${own.id}`, options)),
      onRemove: () => actions.remove([own.key]),
      inner: {
        open: (relative) => openInside(own.key, relative),
        add: (relative) => page.addInside(own.key, pointer(relative.slice(1))),
      },
    });
  }

  /** The settings of the screen or of a section belong to the definition, also while a variant is shown. */
  function settings({ key, node, path, title: words }, common) {
    return settingsForm({
      ...common, kind: path.length === 0 ? 'screen' : 'section', node, formats,
      format: () => textOf(member(model.root, 'format')),
      note: page.scope.name ? 'These settings are those of all users, also of this variant.' : '',
      kept: unwritten.of('', key),
      onEdit: (relative, value, label, options) => actions.attempt(() =>
        model.edit(key, relative, value, `${label || 'Change'} (${words})`, options)),
      onClose,
    });
  }

  /** Opens the item at a path inside another one. */
  function openInside(key, relative) {
    const path = pointer([...actions.entry(key).path, ...relative]);
    const inner = flat([actions.entry(key)]).find((item) => pointer(item.path) === path);
    if (inner) page.choose(inner.key, { focusForm: true });
  }

  return {
    element, show,
    update(item) {
      name(item);
      if (!form) return;
      if (form.own.id !== item.id) {
        unwritten.rename(form.own.id, item.id);
        Object.assign(form.own, { key: item.key, id: item.id });
      }
      form.update(item.node);
      form.setErrors(findings.of(item.key, form.path));
    },
    get isShown() { return form !== undefined; },
    focus: () => firstField(element)?.focus(),
    focusMember: (path) => focusMember(element, form, path),
    /**
     * Makes the field that has the focus take over what was typed, as leaving it does: it writes an id, and removes a
     * member that is empty. After a `change`, a control in which nobody types would write what it shows: a checkbox that
     * is not set would write false.
     */
    settle() {
      if (element.contains(document.activeElement)) document.activeElement.dispatchEvent(new Event('settle'));
    },
  };
}
