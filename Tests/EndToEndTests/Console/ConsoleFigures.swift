import Foundation
import JSONText
import TestFolders
import Testing

/// Prints how long a key in a field takes to change the row of its item and the canvas, and how long selecting and moving
/// an item on the canvas take until they are drawn, with the environment variable `FIGURES`. The aims are 16 ms, 50 ms and
/// 100 ms. A debug build, other work of the machine and long screens take longer, so no test fails.
@Suite(
  .inOneBrowser,
  .enabled(if: ProcessInfo.processInfo.environment["FIGURES"] != nil, "printed with FIGURES=1"))
struct ConsoleFigures {
  private static let keys = 30

  @Test func `from a key to its effects`() async throws {
    let folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(ConsoleTests.list((1...1000).map { "item-\($0)" }), to: "screens/long.json")
    try folder.write(
      Self.withVariant(ConsoleTests.list((1...300).map { "item-\($0)" })), to: "screens/varied.json")
    try await Server.run(in: folder) { server in
      try await Browser.run(width: 1440) { browser in
        try await browser.open(server.url + "/console/")
        try await browser.type(Server.token, into: try await browser.element(role: "textbox", "Admin token"))
        try await browser.click(button: "Sign in")
        _ = try await browser.element("nav[aria-label=Main]")
        try await measure("home", item: "perilla", browser, server)
        try await measure("varied", variant: "b", item: "item-7", browser, server)
        try await measure("long", item: "item-7", browser, server)
        try await measureCanvas(browser)
      }
    }
  }

  /// A definition with an experiment, whose variant b has a text of its own.
  private static func withVariant(_ definition: String) -> String {
    let change = #"{"op":"merge","id":"item-1","content":{"text1":"first"}}"#
    return definition.dropLast()
      + #","experiment":{"key":"texts","variants":[{"key":"a"},{"key":"b","changes":[\#(change)]}]}}"#
  }

  /// - Parameter variant: the variant that is edited; nil for the definition.
  private func measure(
    _ route: String, variant: String? = nil, item: String, _ browser: Browser, _ server: Server
  ) async throws {
    try await browser.open(server.url + "/console/screens/\(route)?item=\(item)")
    _ = try await browser.element("iframe[title=Preview]")
    if let variant {
      try await browser.script(
        """
        const choice = document.querySelector('.variants select');
        choice.value = [...choice.options].find((one) => one.textContent === arguments[0]).value;
        choice.dispatchEvent(new Event('change', { bubbles: true }));
        """, [.string(variant)])
      try await browser.wait(
        until:
          """
          const frame = document.querySelector('iframe[title=Preview]');
          return frame?.src.includes('variant=') && frame.contentDocument?.querySelector('[data-item]') != null
          """)
    }
    let field = try await browser.element(role: "textbox", "text1")
    try await browser.script(
      """
      const [field, item] = arguments;
      window.figures = { list: [], canvas: [] };
      let pressed = {};
      const note = (name) => {
        if (pressed[name] === undefined) return;
        figures[name].push(performance.now() - pressed[name]);
        delete pressed[name];
      };
      addEventListener('keydown', ({ timeStamp }) => { pressed = { list: timeStamp, canvas: timeStamp }; }, true);
      new MutationObserver(() => note('list')).observe(document.querySelector(`li[data-item="${item}"]`),
        { subtree: true, childList: true, characterData: true });
      const page = document.querySelector('iframe[title=Preview]').contentDocument;
      new MutationObserver(() => note('canvas')).observe(page.querySelector(`[data-item="${item}"]`),
        { subtree: true, childList: true, characterData: true });
      field.focus();
      """, [field.json, .string(item)])
    for count in 1...Self.keys {
      try await browser.press(["x"])
      try await browser.wait(
        until: "return figures.canvas.length === arguments[0]", .number(JSONNumber(count)))
    }
    for (name, aim) in [("list", 16), ("canvas", 16)] {
      let text = try await browser.script(
        """
        const all = figures[arguments[0]].sort((a, b) => a - b);
        const at = (share) => `${all[Math.min(all.length - 1, Math.floor(all.length * share))].toFixed(1)} ms`;
        return `median ${at(0.5)}, 95 % ${at(0.95)}, of ${all.length} keys`
        """, [.string(name)])
      print("\(route): from a key to the \(name): \(text.stringValue ?? ""); the aim is \(aim) ms")
    }
  }

  /// Selects and moves items of the canvas that is open, each until the browser has drawn it.
  private func measureCanvas(_ browser: Browser) async throws {
    let text = try await browser.asyncScript(
      """
      const done = arguments[0];
      const page = document.querySelector('iframe[title=Preview]').contentDocument;
      const drawn = () => new Promise((go) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = go;
        channel.port2.postMessage(0);
      }));
      const rest = () => new Promise((go) => setTimeout(go, 800));
      async function times(count, act) {
        const all = [];
        for (let index = 1; index <= count; index += 1) {
          const start = performance.now();
          act(index);
          await drawn();
          all.push(performance.now() - start);
          await rest();
        }
        all.sort((a, b) => a - b);
        return `median ${all[count >> 1].toFixed(1)}, at most ${all.at(-1).toFixed(1)} ms of ${count}`;
      }
      (async () => {
        const selected = await times(10, (index) => page.querySelector(`[data-item="item-${index * 7}"] [data-member]`)
          .dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true })));
        const moved = await times(10, () => document.querySelector('.canvas-bar [aria-label="Move down"]').click());
        done(`selected: ${selected}, the aim is 50 ms; moved: ${moved}, the aim is 100 ms`);
      })();
      """)
    print("canvas of 1000 items, until it is drawn: \(text.stringValue ?? "")")
  }
}
