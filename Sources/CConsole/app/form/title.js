// The title of a value for people: the text in it that names it. Pure functions over lossless JSON nodes.
import { member } from '../kit/json.js';
import { isColour, listedValues } from './schema.js';

/** The last words of members' names, the best first. Names that are not here come after them. */
const naming = [
  ['title', 'headline', 'heading', 'name'], ['text', 'label', 'caption', 'header'], ['subtitle', 'message', 'question'],
  ['description', 'summary', 'alt', 'note', 'body', 'footer'],
];
const ranks = new Map(naming.flatMap((words, rank) => words.map((word) => [word, rank])));
const unnamed = naming.length;
/** The last words of members that are for the app. */
const technical = new Set(('id ids identifier uuid guid key code slug sku token hash url uri href link src source path file '
  + 'image img icon photo picture thumbnail video asset color colour background tint style type kind format variant '
  + 'theme mode size width height ratio align alignment position layout direction state status role target action event '
  + 'method class font weight unit currency locale language lang date time timestamp version').split(' '));
/** Before “name”, these make the name of a thing in the app: “fileName”. */
const technicalName = new Set('file class image icon font color colour event screen route host type asset style'.split(' '));
/** What is in these names a part of an item: a button's label is not the item's title. */
const parts = new Set('button cta action badge badges tag tags chip link footer image icon'.split(' '));
const technicalFormats = new Set(['uri', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'uuid', 'date', 'time',
  'date-time', 'duration', 'email', 'hostname', 'regex', 'json-pointer']);

const addressPattern = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:asset|data|mailto|tel|urn|blob):|www\.|\.{0,2}\/)\S*$/i;
const file = /^\S+\.(?:png|jpe?g|gif|webp|avif|svg|heic|mp4|mov|webm|json|html?|pdf|ttf|otf)$/i;
const colour = /^(?:#|0x)[\da-f]{3,8}$|^(?:rgb|hsl)a?\(/i;
const moment = /^\d{4}-\d\d-\d\d(?:T|$)/;
/** `linen-shirt-0`, `SALE_BANNER`, a UUID. */
const identifier = /^[a-z\d]+(?:[-_.][a-z\d]+)+$|^[A-Z\d]+(?:_[A-Z\d]+)+$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The most values of an item that are looked at. */
const titleBudget = 200;
const cache = new WeakMap();

/** The title of an item; empty if its content has no text that names it. `schemas` is a `SchemaSet`, if it is known. */
export function itemTitle(item, schemas) {
  if (item?.kind !== 'object') return '';
  const known = cache.get(item);
  if (known && known.schemas === schemas) return known.title;
  const type = member(item, 'viewType')?.value;
  const title = titleOf(member(item, 'content'), schemas, schemas?.viewType(type));
  cache.set(item, { schemas, title });
  return title;
}

/** The title of a value; empty if it has none. */
export function titleOf(node, schemas, schema) {
  let best = { cost: Infinity, text: '' };
  let left = titleBudget;

  function visit(value, { depth, rank, part }, about) {
    left -= 1;
    if (left < 0 || value === undefined) return;
    const own = schemas && about !== undefined ? schemas.resolve(about) : {};
    if (value.kind === 'string') {
      const cost = rank + 2 * depth + (part ? 2 : 0) + (identifier.test(value.value) ? 20 : 0);
      if (cost < best.cost && isText(value.value, rank, own)) best = { cost, text: value.value };
    } else if (value.kind === 'array') {
      value.elements.forEach((element, index) =>
        visit(element, { depth: depth + 1, rank, part }, own.prefixItems?.[index] ?? own.items));
    } else if (value.kind === 'object') {
      for (const { name, value: inner } of value.members) {
        const words = wordsOf(name);
        const last = words.at(-1) ?? '';
        if (inner.kind === 'string' && isTechnical(words)) continue;
        visit(inner, {
          depth: depth + 1, part: part || parts.has(last),
          rank: Math.min(...words.map((word) => ranks.get(word) ?? unnamed), depth > 0 ? rank : unnamed),
        }, memberSchema(own, name, schemas));
      }
    }
  }

  visit(node, { depth: 0, rank: unnamed, part: false }, schema);
  return best.text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

/** The words of a member's name: “titleText2” is title and text. */
function wordsOf(name) {
  const words = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase().split(/[^\p{L}]+/u).filter(Boolean);
  return words.length > 1 && words.at(-2) === 'sub' && words.at(-1) === 'title' ? ['subtitle'] : words;
}

function isTechnical(words) {
  const last = words.at(-1) ?? '';
  return technical.has(last) || (last === 'name' && technicalName.has(words.at(-2)));
}

function memberSchema(schema, name, schemas) {
  const own = schema.properties?.[name];
  if (own !== undefined || !schemas) return own;
  const branch = [...schema.oneOf ?? [], ...schema.anyOf ?? []].map((one) => schemas.resolve(one))
    .find((one) => one.properties?.[name] !== undefined);
  return branch?.properties[name] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties
    : undefined);
}

/** Whether people read a text. A string that is a number is a size or a count. */
function isText(text, rank, schema) {
  if (!/\p{L}/u.test(text) || [addressPattern, file, colour, moment].some((pattern) => pattern.test(text))) return false;
  if (rank === unnamed && identifier.test(text)) return false;
  return !('const' in schema) && listedValues(schema) === undefined && !technicalFormats.has(schema.format)
    && !isColour(schema);
}
