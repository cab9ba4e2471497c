// The comments on a screen, as the server has them.
import { get, post, routePath } from '../kit/api.js';

/**
 * The comments on the screen `route`. `set` is the path of the change set that has them, by default that of the page.
 * Sends `change` when they have changed.
 */
export class ScreenComments extends EventTarget {
  /** @type {import('../kit/openapi').Comment[]} */
  list = [];
  #shown = '';

  constructor(route, set) {
    super();
    this.route = routePath('', route);
    this.set = set;
  }

  /** Asks the server for the comments of everybody. */
  async load() {
    const { text, json } = await get(`/admin/screens/${this.route}/comments`, { set: this.set });
    if (text === this.#shown) return;
    this.#shown = text;
    this.list = json.comments;
    this.dispatchEvent(new Event('change'));
  }

  /** The open comments on an item. */
  open(item) { return this.list.filter((one) => one.item === item && !one.resolvedAt); }

  async add(comment) {
    await post(`/admin/screens/${this.route}/comments`, { set: this.set, json: comment });
    await this.load();
  }

  async resolve({ id }) {
    await post(`/admin/screens/${this.route}/comments/${id}/resolve`, { set: this.set });
    await this.load();
  }
}
