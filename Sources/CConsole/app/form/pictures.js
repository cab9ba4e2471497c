// Which addresses in the content of an item are those of pictures. All others are links, which nobody wants to fetch.

const pictures = /image|img|icon|photo|picture|avatar|logo|thumb|badge|banner|cover|poster/i;

/**
 * The members that a preview template draws as images, as paths such as `firstRowImage/imageUrl`. An asterisk in a path
 * stands for any entry of a list.
 */
export function imagesOf(template) {
  const found = new Set();
  const visit = (node, scope) => {
    if (Array.isArray(node)) { node.forEach((each) => visit(each, scope)); return; }
    if (node === null || typeof node !== 'object') return;
    for (const name of ['image', 'icon']) if (typeof node[name] === 'string') found.add(memberPath(node[name], scope));
    const inner = typeof node.each === 'string' ? `${memberPath(node.each, scope)}/*` : scope;
    for (const [name, part] of Object.entries(node)) visit(part, name === 'node' ? inner : scope);
  };
  visit(template, '');
  return found;
}

function memberPath(reference, scope) {
  return [...scope.split('/'), ...reference.replace(/^\$/, '').split('.')].filter(Boolean).join('/');
}

/**
 * Whether the address at a path in the content of a view type is one of a picture: its schema says so, the template
 * draws it, or its name does. `images` is the set of `imagesOf`.
 */
export function isPicture({ contentMediaType }, path, viewType, images) {
  if (contentMediaType !== undefined) return /^image\//i.test(contentMediaType);
  const isIndex = (token) => typeof token === 'number' || /^\d+$/.test(token);
  if (images?.has(path.map((token) => (isIndex(token) ? '*' : token)).join('/'))) return true;
  const [container = viewType, name = ''] = [viewType, ...path.filter((token) => !isIndex(token))].slice(-2);
  if (pictures.test(name)) return true;
  // `url` says as much as what it is in.
  return /^(url|uri|src|source|href)$/i.test(name) && pictures.test(container);
}
