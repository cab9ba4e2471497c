// Saves the draft while somebody types, and never over a draft that another person has saved.
import { request, get, routePath, Problem, Unreachable } from '../kit/api.js';
import { member, parse, stringify, equal } from '../kit/json.js';

/** The pause in typing after which the draft is saved, in milliseconds. */
const savePause = 800;
/** The waits before a save that did not reach the server is tried again, in seconds. */
const retries = [2, 5, 10, 30];

/**
 * The saved state of a draft. `state` is `{ kind, at, message }` with `kind`
 * - `clean`: everything is saved, and this page has no draft of its own;
 * - `dirty`, `saving`, `saved`;
 * - `held`: it is scheduled, and saving would cancel that, so that only the button saves;
 * - `failed`: `message` says why;
 * - `conflict`: another person has saved the draft, and the two drafts are not merged yet.
 *
 * Events: `state`, and `saved` with `detail.errors`, the server's diagnostics of the document that was saved.
 */
export class DraftSaver extends EventTarget {
  state = { kind: 'clean' };
  tag;
  baseVersion;
  #timer;
  #running;
  #attempt = 0;

  /**
   * `resolve({ base, theirs, baseVersion })` merges two texts; it resolves to whether it did. `snapshot()` is what the
   * places of the server's errors are found in later.
   */
  constructor({ route, model, resolve, snapshot }) {
    super();
    this.route = route;
    this.model = model;
    this.resolve = resolve;
    this.snapshot = snapshot;
    /** @type {`/admin/screens/${string}/draft`} */
    this.path = `${routePath('/admin/screens/', route)}/draft`;
  }

  /**
   * Begins from the server's state. `tag` is the entity tag of its draft; undefined if there is none.
   * @param {{ root: import('../kit/json.js').Node, tag?: string, baseVersion: number, isHeld?: boolean, at?: Date }} state
   */
  begin({ root, tag, baseVersion, isHeld = false, at }) {
    clearTimeout(this.#timer);
    this.saved = root;
    this.tag = tag;
    this.baseVersion = baseVersion;
    this.isHeld = isHeld;
    this.#set(tag ? { kind: 'saved', at } : { kind: 'clean' });
  }

  get isDirty() { return !equal(this.model.root, this.saved); }
  /** Whether leaving the page now would lose edits. */
  get isUnsaved() { return this.isDirty || this.state.kind === 'saving'; }

  /** Call it after each edit. */
  edited() {
    clearTimeout(this.#timer);
    if (this.state.kind === 'conflict' || this.state.kind === 'saving') return;
    if (!this.isDirty) {
      if (['dirty', 'held', 'failed'].includes(this.state.kind)) this.#set(this.tag
        ? { kind: 'saved', at: this.savedAt } : { kind: 'clean' });
      return;
    }
    if (this.isHeld) { this.#set({ kind: 'held' }); return; }
    if (this.state.kind !== 'failed') this.#set({ kind: 'dirty' });
    this.#timer = setTimeout(() => this.save(), savePause);
  }

  /** Saves all edits now; resolves to whether all are saved. */
  async flush() {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    if (!this.isDirty) return true;
    await this.save();
    return !this.isDirty;
  }

  /** Saves the document. Waits for a save that is running, so that responses arrive in order. */
  async save() {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    if (this.isStopped) return;
    this.#running = this.#save();
    try { await this.#running; } finally { this.#running = undefined; }
    // Edits made while the save was running.
    if (this.state.kind === 'saved') this.edited();
  }

  /** Begins no further save: the view was closed. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.#timer);
  }

  async #save() {
    const root = this.model.root;
    // Keep the text that is sent, to find the places of the server's errors in it.
    const sent = this.snapshot();
    this.#set({ kind: 'saving' });
    try {
      // Saving cancels a schedule, and the draft's tag does not show that somebody has scheduled the draft meanwhile.
      if (this.tag && !this.isHeld && await this.#isScheduled()) {
        this.isHeld = true;
        this.#set({ kind: 'held' });
        return;
      }
      const response = await request('PUT', this.path, {
        query: { baseVersion: this.baseVersion }, body: stringify(root, { indent: true }),
        headers: this.tag ? { 'If-Match': this.tag } : { 'If-None-Match': '*' },
        // The types of TypeScript 4.8 do not have it.
        signal: /** @type {any} */ (AbortSignal).timeout(20_000),
      });
      this.tag = response.headers.get('ETag');
      this.saved = root;
      this.isHeld = false;
      this.savedAt = new Date();
      this.#attempt = 0;
      this.#set({ kind: 'saved', at: this.savedAt });
      this.dispatchEvent(new CustomEvent('saved', { detail: { errors: response.json?.errors ?? [], sent } }));
    } catch (error) {
      if (error instanceof Problem && error.status === 412) { await this.meet(); return; }
      if (!(error instanceof Problem) && !(error instanceof Unreachable)) {
        this.#set({ kind: 'failed', message: 'The console has made a mistake. Copy your text and load the page again.' });
        throw error;
      }
      let message = error.message;
      if (error instanceof Unreachable || error.status === 503 || error.status === 401) {
        const wait = retries[Math.min(this.#attempt, retries.length - 1)];
        this.#attempt += 1;
        message = `${message.replace(/[^.!?]$/, '$&.')} The console tries again in ${wait} seconds.`;
        this.#timer = setTimeout(() => this.save(), wait * 1000);
      }
      this.#set({ kind: 'failed', message });
    }
  }

  /** Another person has saved or published: asks, and merges both. */
  async meet() {
    this.#set({ kind: 'conflict', message: 'Another person has changed the draft.' });
    try {
      const theirs = await this.#theirs();
      const isResolved = await this.resolve({ base: this.saved, ...theirs });
      if (!isResolved) return;
      this.tag = theirs.tag;
      this.baseVersion = theirs.baseVersion;
      this.saved = theirs.root;
      this.isHeld = Boolean(theirs.schedule && !theirs.schedule.error);
      // Save the decision even if the view was closed meanwhile.
      if (this.isStopped) {
        if (this.isDirty) await this.#save();
        return;
      }
      this.savedAt = new Date();
      this.#set(this.isDirty ? { kind: 'dirty' } : this.tag ? { kind: 'saved', at: this.savedAt } : { kind: 'clean' });
      this.edited();
    } catch (error) {
      this.#set({ kind: 'conflict', message: error.message });
    }
  }

  /**
   * The server's current draft; without one, the live version.
   * @returns {Promise<{ root: any, tag?: string, baseVersion: number, schedule?: any, by?: string, savedAt?: string }>}
   */
  async #theirs() {
    const draft = await draftIfAny(this.route);
    if (draft) return draft;
    const live = await loadVersion(this.route);
    return { root: live.root, tag: undefined, baseVersion: live.version, by: undefined };
  }

  async #isScheduled() {
    const { drafts } = (await get('/admin/drafts')).json;
    const schedule = drafts.find(({ route }) => route === this.route)?.schedule;
    return Boolean(schedule && !schedule.error);
  }

  #set(state) {
    this.state = state;
    this.dispatchEvent(new CustomEvent('state'));
  }
}

/**
 * The draft of a screen, without loss: `{ root, tag, baseVersion, errors, schedule, savedAt, by, message }`; undefined
 * without one.
 */
export async function draftIfAny(route) {
  // A request for a missing draft would be an error in the browser's log.
  const { drafts } = (await get('/admin/drafts')).json;
  if (!drafts.some((draft) => draft.route === route)) return undefined;
  try {
    const { text, json, headers } = await get(`${routePath('/admin/screens/', route)}/draft`);
    return { ...json, root: member(parse(text), 'definition'), tag: headers.get('ETag') };
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}

/** A version of a screen, without loss: `{ root, version }`; the current one by default. */
export async function loadVersion(route, version) {
  const { text, headers } = await get(routePath('/admin/screens/', route), { query: { version } });
  return { root: parse(text), version: Number(headers.get('ETag')?.replaceAll('"', '')) };
}
