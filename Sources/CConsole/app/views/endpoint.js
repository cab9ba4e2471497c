import { h, fill } from '../kit/dom.js';
import { get, put, remove } from '../kit/api.js';
import { member, parse, stringify } from '../kit/json.js';
import { href, navigate, reload, setQuery } from '../kit/router.js';
import { button, confirm, copyButton, needs, say } from '../kit/ui.js';
import { endpointPath, sourceBadge, tryRequest } from '../mock/endpoints.js';
import { savedEditor } from '../pages/json-editor.js';
import { head, load, section } from '../pages/load.js';

export function title({ name }) { return `Endpoint ${name}`; }

export async function show(outlet, { name }, query) {
  const isNew = query.get('new') === '1';
  const list = href('/mock', { tab: 'endpoints' });
  const top = h('div', {}, head(name));
  const content = h('div', { class: 'columns' });
  let editor;
  /** The section `Try it`, and the endpoint that it is for. */
  let trial;
  let tried;
  outlet.append(top, content);
  await load(content, 'Loading the endpoint', async () => {
    if (isNew) return start(name);
    const { json, text } = await get(endpointPath(name));
    return { ...json, text: stringify(member(parse(text), 'document'), { indent: true }) };
  }, (endpoint) => {
    const file = `screens/_endpoints/${name}.json`;
    editor = savedEditor('JSON', endpoint.text, { isNew, save,
      more: [copyButton(() => editor.input.value, { label: 'Copy', what: 'The document' })],
      help: `What you save here lasts until the server ends. To keep it, copy the document into ${file}.` });
    drawHead(endpoint);
    tried = endpoint;
    trial = section('Try it', tryRequest(endpoint));
    return [section('Document', editor.element), trial];
  });
  return () => editor?.leave();

  /** @param {{ source: string }} endpoint */
  function drawHead(endpoint) {
    const remover = endpoint.source === 'api' ? needs('publish', 'Changing the mock',
      button('Delete', { kind: 'danger', on: askToDelete })) : null;
    fill(top, head(name, { badge: sourceBadge(endpoint), actions: [remover],
      about: ['One of the ', h('a', { href: list }, 'endpoints of the mock'), '.'] }));
  }

  async function save(text) {
    await put(endpointPath(name), { body: text });
    setQuery({ new: '' });
    const { json } = await get(endpointPath(name));
    drawHead(json);
    const { methods: [method], path } = json;
    if (method !== tried.methods[0] || path !== tried.path) fill(trial, h('h2', {}, 'Try it'), tryRequest(json));
    tried = json;
    say(`The endpoint ${name} is saved.`);
  }

  async function askToDelete() {
    const sure = await confirm({ title: `Delete the endpoint ${name}`, action: 'Delete', kind: 'danger',
      text: `It was set here. If there is a file screens/_endpoints/${name}.json, the endpoint of the file answers again.` });
    if (!sure) return;
    await remove(endpointPath(name));
    editor.leave();
    const isFile = await get(endpointPath(name)).then(() => true, () => false);
    if (isFile) await reload(); else await navigate(list);
    say(isFile ? `The endpoint ${name} of the file answers again.` : `The endpoint ${name} is deleted.`);
  }
}

/** A document to begin with. */
function start(name) {
  const path = `/api/${name}`;
  return { source: 'new', methods: ['GET'], path,
    text: JSON.stringify({ request: { method: 'GET', path }, responses: [{ body: { hello: 'world' } }] }, null, 2) };
}
