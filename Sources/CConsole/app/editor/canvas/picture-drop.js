// Pictures that are dropped or pasted onto the images of the page.
import { tokens } from '../../kit/json.js';
import { say } from '../../kit/ui.js';
import { bringsFile, fileOf, uploadPicture } from '../../form/picture-upload.js';

/**
 * Takes the pictures for the images of the editor `page` on a surface: the document of the frame, or the glass above it.
 * `targetOf(event)` is the element of the page at an event, `imageAt(target)` the `{ element, item }` of its image, and
 * `selectedImage()` that of the selected item. `refusal()` says why nothing can be changed.
 */
export function takePictures(surface, { page, actions, targetOf, imageAt, selectedImage, refusal }) {
  let aim;

  function show(element) {
    if (aim === element) return;
    aim?.style.removeProperty('outline');
    aim = element;
    aim?.style.setProperty('outline', '3px dashed var(--tint)');
  }

  surface.addEventListener('dragover', (event) => {
    if (!bringsFile(event)) return;
    event.preventDefault();
    const image = refusal() ? undefined : imageAt(targetOf(event));
    event.dataTransfer.dropEffect = image ? 'copy' : 'none';
    show(image?.element);
  });
  surface.addEventListener('dragleave', (event) => { if (!event.relatedTarget) show(); });
  surface.addEventListener('drop', (event) => {
    if (!bringsFile(event)) return;
    event.preventDefault();
    show();
    take(imageAt(targetOf(event)), event.dataTransfer.files[0]);
  });
  surface.addEventListener('paste', (event) => {
    const file = event.defaultPrevented ? undefined : fileOf(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    take(selectedImage(), file);
  });

  async function take(image, file) {
    if (refusal()) { say(refusal()); return; }
    if (!image || !file) { say('Drop a picture onto an image, or select an item with an image and paste it.'); return; }
    const { element, item } = image;
    const path = ['content', ...tokens(element.getAttribute('data-member'))];
    say(`Uploading ${file.name} …`);
    element.style.setProperty('opacity', '0.4');
    try {
      const value = await uploadPicture(file);
      const isDone = actions.attempt(() => page.scope.edit(item.key, path, { kind: 'string', value },
        `Change the picture of ${item.id}`));
      if (isDone !== false) say(`Uploaded ${file.name}.`);
    } catch (problem) {
      say(`${file.name} is not uploaded: ${problem.message}`);
    }
    element.style.removeProperty('opacity');
  }
}
