import { renderItem } from "./items.js";
import { styles } from "./styles.js";
import {
  ScreenClient, ScreenError, type ScreenItem, type ScreenSection, type ScreenSnapshot,
} from "./generated/index.js";

/** What the event `screen-open` says: the item that was tapped. */
export interface OpenDetail {
  readonly item: ScreenItem;
}

/**
 * Shows a screen of a Marquee server, and each change of it: `<marquee-screen src="https://…" route="home">`.
 *
 * The attributes `src`, `route` and `user` say what to show. The element sets `lang` and `dir` for a screen in a language
 * that the server has chosen, and raises `screen-update` with a snapshot for each
 * change, `screen-error` with a ScreenError for each failure, and `screen-open` for a tap on an item that leads on.
 */
export class MarqueeScreen extends HTMLElement {
  static readonly observedAttributes = ["src", "route", "user"];
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly status = document.createElement("p");
  private readonly content = document.createElement("div");
  /** The elements of the shown items by their ids, so that an unchanged item keeps its element. */
  private elements = new Map<string, { json: string; element: HTMLElement }>();
  private following: AbortController | undefined;
  private client: { server: string; client: ScreenClient } | undefined;

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = styles;
    this.status.className = "status";
    this.status.setAttribute("role", "status");
    this.content.className = "content";
    this.root.append(style, this.status, this.content);
    this.root.addEventListener("click", (event) => this.tap(event));
  }

  connectedCallback(): void {
    this.attributeChangedCallback();
  }

  disconnectedCallback(): void {
    this.following?.abort();
  }

  /** Begins again, once for all attributes that change together. */
  attributeChangedCallback(): void {
    this.following?.abort();
    const following = new AbortController();
    this.following = following;
    queueMicrotask(() => {
      if (this.isConnected && !following.signal.aborted) void this.follow(following.signal);
    });
  }

  /** Returns the client of the server, which keeps the screens that were shown before. */
  private clientOf(server: string): ScreenClient {
    if (this.client?.server !== server) {
      const onError = (error: ScreenError) => this.report(error);
      this.client = { server, client: new ScreenClient(server, { onError }) };
    }
    return this.client.client;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    this.elements.clear();
    this.content.replaceChildren(...[1, 2, 3, 4].map(skeleton));
    this.status.textContent = "";
    const client = this.clientOf(this.getAttribute("src") ?? location.origin);
    client.setUser(this.getAttribute("user") ?? undefined);
    try {
      for await (const snapshot of client.updates(this.getAttribute("route") ?? "home", { signal })) {
        this.status.textContent = "";
        this.show(snapshot);
        client.didDraw(snapshot);
        this.dispatchEvent(new CustomEvent("screen-update", { detail: snapshot, bubbles: true }));
      }
    } catch (error) {
      if (!(error instanceof ScreenError)) throw error;
      this.report(error);
    }
  }

  private report(error: ScreenError): void {
    const hasItems = this.elements.size > 0;
    if (error.code === "deleted" || error.code === "not-found") {
      this.elements.clear();
      this.content.replaceChildren(message("There is nothing here.", error.message));
    } else if (hasItems) {
      this.status.textContent = "No connection. This is the last known screen.";
    } else {
      this.content.replaceChildren(message("No connection", "The screen appears as soon as the server answers."));
    }
    this.dispatchEvent(new CustomEvent("screen-error", { detail: error, bubbles: true }));
  }

  private show({ screen, language, direction }: ScreenSnapshot): void {
    if (language !== undefined) {
      this.lang = language;
      this.dir = direction;
    }
    const places = new Map([...this.elements].map(([id, { element }]) => [id, element.getBoundingClientRect().top]));
    const shown = this.elements;
    this.elements = new Map();
    this.content.replaceChildren(...screen.sections.map((section) => this.section(section, shown)));
    if (places.size > 0) this.move(places, shown);
  }

  private section({ id, header, footer, items }: ScreenSection, shown: typeof this.elements): HTMLElement {
    const section = document.createElement("section");
    section.dataset["section"] = id;
    if (header !== undefined) section.append(text("h2", header));
    for (const item of items) {
      const json = JSON.stringify(item);
      const kept = shown.get(item.id);
      const element = kept?.json === json ? kept.element : renderItem(item);
      this.elements.set(item.id, { json, element });
      section.append(element);
    }
    if (footer !== undefined) section.append(text("footer", footer));
    return section;
  }

  /** Moves the items from where they were, and lets new and changed ones appear. */
  private move(places: Map<string, number>, shown: typeof this.elements): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [id, { element }] of this.elements) {
      const before = places.get(id);
      const distance = before === undefined ? 0 : before - element.getBoundingClientRect().top;
      if (distance !== 0) {
        element.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], timing);
      }
      if (shown.get(id)?.element !== element) {
        element.animate([{ opacity: 0.2 }, { opacity: 1 }], timing);
      }
    }
  }

  private tap(event: Event): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!(link instanceof HTMLAnchorElement)) return;
    // The app decides where a tap leads.
    event.preventDefault();
    const id = link.dataset["item"];
    const json = id === undefined ? undefined : this.elements.get(id)?.json;
    if (json === undefined) return;
    const detail: OpenDetail = { item: JSON.parse(json) };
    this.dispatchEvent(new CustomEvent("screen-open", { detail, bubbles: true }));
  }
}

const timing = { duration: 300, easing: "ease-out" };

function text(name: string, value: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = value;
  return element;
}

function skeleton(): HTMLElement {
  const element = document.createElement("div");
  element.className = "skeleton";
  return element;
}

function message(title: string, detail: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "message";
  element.append(text("h2", title), text("p", detail));
  return element;
}

customElements.define("marquee-screen", MarqueeScreen);
