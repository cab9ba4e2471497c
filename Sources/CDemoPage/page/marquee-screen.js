import { renderItem } from "./items.js";
import { styles } from "./styles.js";
import { ScreenClient, ScreenError, } from "./generated/index.js";
export class MarqueeScreen extends HTMLElement {
    constructor() {
        super();
        this.root = this.attachShadow({ mode: "open" });
        this.status = document.createElement("p");
        this.content = document.createElement("div");
        this.elements = new Map();
        const style = document.createElement("style");
        style.textContent = styles;
        this.status.className = "status";
        this.status.setAttribute("role", "status");
        this.content.className = "content";
        this.root.append(style, this.status, this.content);
        this.root.addEventListener("click", (event) => this.tap(event));
    }
    connectedCallback() {
        this.attributeChangedCallback();
    }
    disconnectedCallback() {
        this.following?.abort();
    }
    attributeChangedCallback() {
        this.following?.abort();
        const following = new AbortController();
        this.following = following;
        queueMicrotask(() => {
            if (this.isConnected && !following.signal.aborted)
                void this.follow(following.signal);
        });
    }
    clientOf(server) {
        if (this.client?.server !== server) {
            const onError = (error) => this.report(error);
            this.client = { server, client: new ScreenClient(server, { onError }) };
        }
        return this.client.client;
    }
    async follow(signal) {
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
        }
        catch (error) {
            if (!(error instanceof ScreenError))
                throw error;
            this.report(error);
        }
    }
    report(error) {
        const hasItems = this.elements.size > 0;
        if (error.code === "deleted" || error.code === "not-found") {
            this.elements.clear();
            this.content.replaceChildren(message("There is nothing here.", error.message));
        }
        else if (hasItems) {
            this.status.textContent = "No connection. This is the last known screen.";
        }
        else {
            this.content.replaceChildren(message("No connection", "The screen appears as soon as the server answers."));
        }
        this.dispatchEvent(new CustomEvent("screen-error", { detail: error, bubbles: true }));
    }
    show({ screen, language, direction }) {
        if (language !== undefined) {
            this.lang = language;
            this.dir = direction;
        }
        const places = new Map([...this.elements].map(([id, { element }]) => [id, element.getBoundingClientRect().top]));
        const shown = this.elements;
        this.elements = new Map();
        this.content.replaceChildren(...screen.sections.map((section) => this.section(section, shown)));
        if (places.size > 0)
            this.move(places, shown);
    }
    section({ id, header, footer, items }, shown) {
        const section = document.createElement("section");
        section.dataset["section"] = id;
        if (header !== undefined)
            section.append(text("h2", header));
        for (const item of items) {
            const json = JSON.stringify(item);
            const kept = shown.get(item.id);
            const element = kept?.json === json ? kept.element : renderItem(item);
            this.elements.set(item.id, { json, element });
            section.append(element);
        }
        if (footer !== undefined)
            section.append(text("footer", footer));
        return section;
    }
    move(places, shown) {
        if (matchMedia("(prefers-reduced-motion: reduce)").matches)
            return;
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
    tap(event) {
        const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
        if (!(link instanceof HTMLAnchorElement))
            return;
        event.preventDefault();
        const id = link.dataset["item"];
        const json = id === undefined ? undefined : this.elements.get(id)?.json;
        if (json === undefined)
            return;
        const detail = { item: JSON.parse(json) };
        this.dispatchEvent(new CustomEvent("screen-open", { detail, bubbles: true }));
    }
}
MarqueeScreen.observedAttributes = ["src", "route", "user"];
const timing = { duration: 300, easing: "ease-out" };
function text(name, value) {
    const element = document.createElement(name);
    element.textContent = value;
    return element;
}
function skeleton() {
    const element = document.createElement("div");
    element.className = "skeleton";
    return element;
}
function message(title, detail) {
    const element = document.createElement("div");
    element.className = "message";
    element.append(text("h2", title), text("p", detail));
    return element;
}
customElements.define("marquee-screen", MarqueeScreen);
