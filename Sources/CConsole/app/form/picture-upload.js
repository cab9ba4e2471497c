// Pictures that come by drop, by paste, or as a file that is chosen.
import { h, uniqueID } from '../kit/dom.js';
import { post } from '../kit/api.js';
import { button, say } from '../kit/ui.js';

const maximumMiB = 8;
const types = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml';

/** Whether a drag brings a file. What is in it is known only after the drop. */
export const bringsFile = (event) => event.dataTransfer?.types.includes('Files') ?? false;

/** The file of a drop or a paste; undefined for text, which can come with a picture of itself. */
export function fileOf(transfer) {
  return transfer?.getData('text/plain') ? undefined : transfer?.files[0];
}

// A file that misses its place would replace the console.
for (const type of ['dragover', 'drop']) addEventListener(type, (/** @type {any} */ event) => {
  if (event.defaultPrevented || !bringsFile(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
});

/** Stores a picture on the server; resolves to its URI. The server says what is wrong with one that it refuses. */
export async function uploadPicture(file) {
  if (file.size > maximumMiB * 2 ** 20) {
    throw new Error(`it has ${(file.size / 2 ** 20).toFixed(1)} MiB, and a picture has at most ${maximumMiB}.`);
  }
  const { json } = await post('/admin/assets', { body: file, type: file.type || 'application/octet-stream' });
  return json.uri;
}

/**
 * Lets people bring a picture to a field: `control` takes a paste, the button chooses a file. `write(uri)` gets its URI, and
 * `beside` is a further button. Returns `{ element, takeDropsOn(area) }`: the button, the progress, and what is wrong.
 */
export function pictureField({ control, label, write, beside }) {
  const errorID = uniqueID('upload');
  const error = h('p', { class: 'error', id: errorID, hidden: true });
  const progress = h('progress', { 'aria-label': 'Upload' });
  const input = h('input', { type: 'file', accept: types, hidden: true, tabindex: '-1', 'aria-label': `Picture for ${label}` });
  const choose = button('Upload a picture', { 'aria-describedby': errorID, on: () => input.click() });
  let latest;

  async function take(file) {
    if (control.matches(':disabled')) return;
    latest = file;
    error.hidden = true;
    choose.after(progress);
    say(`Uploading ${file.name} …`);
    try {
      const uri = await uploadPicture(file);
      if (latest !== file) return;
      write(uri);
      say(`Uploaded ${file.name}.`);
    } catch (problem) {
      if (latest !== file) return;
      error.textContent = `${file.name} is not uploaded: ${problem.message}`;
      error.hidden = false;
      say(error.textContent);
    }
    progress.remove();
  }

  input.addEventListener('change', () => {
    const [file] = input.files;
    if (file) take(file);
    input.value = '';
  });
  control.addEventListener('paste', (event) => {
    const file = fileOf(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  return {
    element: [h('div', { class: 'pair wrap' }, beside, choose, input), error],
    takeDropsOn(area) {
      area.addEventListener('dragover', (event) => {
        if (!bringsFile(event) || control.matches(':disabled')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        area.classList.add('takes-drop');
      });
      area.addEventListener('dragleave', ({ relatedTarget }) => {
        if (!area.contains(relatedTarget)) area.classList.remove('takes-drop');
      });
      area.addEventListener('drop', (event) => {
        area.classList.remove('takes-drop');
        const file = bringsFile(event) && event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        take(file);
      });
      return area;
    },
  };
}
