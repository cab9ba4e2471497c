import { type OpenDetail, MarqueeScreen } from "./marquee-screen.js";
import type { ScreenError, ScreenSnapshot } from "./generated/index.js";

// `?server=…&user=…` in the address of the page; the program that serves it fills in the server.
const parameters = new URLSearchParams(location.search);
const server = parameters.get("server") ?? document.documentElement.dataset["server"] ?? location.origin;
const screen = element(".device marquee-screen", MarqueeScreen);
const links = element("nav", HTMLElement);
const log = element("ol", HTMLElement);

function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

function note(title: string, detail: string): void {
  const entry = document.createElement("li");
  const name = document.createElement("strong");
  name.textContent = title;
  entry.append(name, " ", detail);
  log.prepend(entry);
  for (const oldest of [...log.children].slice(20)) oldest.remove();
}

/** Shows the screen that the fragment of the address names. */
function open(): void {
  const route = location.hash.slice(1) || "home";
  for (const link of links.children) link.toggleAttribute("aria-current", link.textContent === route);
  screen.setAttribute("route", route);
}

async function listScreens(): Promise<void> {
  const response = await fetch(`${server}/screens`);
  const { screens } = (await response.json()) as { screens: { route: string }[] };
  links.replaceChildren(...screens.map(({ route }) => {
    const link = document.createElement("a");
    link.href = `#${route}`;
    link.textContent = route;
    return link;
  }));
}

screen.addEventListener("screen-update", (event) => {
  const { version, source, assignments } = (event as CustomEvent<ScreenSnapshot>).detail;
  const variants = Object.entries(assignments).map(([experiment, variant]) => `, ${experiment}: ${variant}`).join("");
  note(`version ${version ?? "?"}`, `${source}${variants}`);
});
screen.addEventListener("screen-error", (event) => {
  const { code, message } = (event as CustomEvent<ScreenError>).detail;
  note(code, message);
});
screen.addEventListener("screen-open", (event) => {
  const { item } = (event as CustomEvent<OpenDetail>).detail;
  note("tap", item.id);
});
addEventListener("hashchange", open);

const user = parameters.get("user");
if (user !== null) screen.setAttribute("user", user);
screen.setAttribute("src", server);
open();
listScreens().then(open, () => note("unreachable", `start a server at ${server}`));
