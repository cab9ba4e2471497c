// What the console uses of the browser and the TypeScript of Debian does not know, or types without need as narrowly
// as it can: a script that asks the page for an element has made that element.

interface PromiseConstructor {
  withResolvers<T = any>(): { promise: Promise<T>; resolve: (value?: T) => void; reject: (reason?: any) => void };
}

interface Array<T> { toReversed(): T[]; toSorted(compare?: (a: T, b: T) => number): T[] }

interface Element { checkVisibility(): boolean; readonly dataset: DOMStringMap; focus(options?: FocusOptions): void }

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: string): any;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface HTMLElementTagNameMap { 'relative-time': HTMLElement }
interface EventTarget { closest?: any; matches?: any }
