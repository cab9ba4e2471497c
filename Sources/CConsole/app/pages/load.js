import { h, fill } from '../kit/dom.js';
import { errorMessage, progress } from '../kit/ui.js';

/**
 * Fills an element with what `render` makes of the result of `ask`. Shows progress meanwhile, and the error with a way
 * to try again if it fails. Only the newest call for an element counts.
 * @template T
 * @param {any} element
 * @param {string} label
 * @param {() => T | Promise<T>} ask
 * @param {(result: T) => any} render
 */
export async function load(element, label, ask, render) {
  const mine = Symbol(label);
  element.load = mine;
  element.setAttribute('aria-busy', 'true');
  // A fast response must not flash.
  const timer = setTimeout(() => { if (element.load === mine) fill(element, progress(label)); }, 150);
  try {
    const result = await ask();
    if (element.load === mine) fill(element, render(result));
  } catch (error) {
    if (error.name === 'AbortError' || element.load !== mine) return;
    fill(element, errorMessage(error, () => load(element, label, ask, render)));
  } finally {
    clearTimeout(timer);
    if (element.load === mine) element.removeAttribute('aria-busy');
  }
}

/**
 * Calls `work` for each element, at most `width` at a time, until `isStopped`.
 * @param {any[]} elements
 * @param {(element: any) => Promise<any>} work
 * @param {{ width?: number, isStopped?: () => boolean }} options
 */
export async function eachOf(elements, work, { width = 4, isStopped = () => false } = {}) {
  const rest = [...elements];
  const worker = async () => {
    while (rest.length > 0 && !isStopped()) await work(rest.shift());
  };
  await Promise.all(Array.from({ length: Math.min(width, rest.length) }, worker));
}

/**
 * The head of a view: its heading, a text below it, and actions at its end.
 * @param {string} title
 * @param {{ about?: any, actions?: any[], badge?: any }} more
 */
export function head(title, { about, actions = [], badge = null } = {}) {
  return h('div', { class: 'view-head' },
    h('div', { class: 'page-head' }, h('h1', {}, title), badge, h('span', { class: 'spacer' }), actions),
    about ? h('p', { class: 'soft' }, about) : null);
}

/** A section with a heading. */
export function section(title, ...children) {
  return h('section', { class: 'panel view-section' }, h('h2', {}, title), children);
}
