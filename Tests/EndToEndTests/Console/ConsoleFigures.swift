import Foundation
import JSONText
import TestFolders
import Testing

/// Prints how long a key in a field takes to change the row of its item and the preview, with the environment variable
/// `FIGURES`. The aims are 16 ms and 250 ms. A debug build, other work of the machine and long screens take longer, so
/// no test fails.
@Suite(
  .inOneBrowser,
  .enabled(if: ProcessInfo.processInfo.environment["FIGURES"] != nil, "printed with FIGURES=1"))
struct ConsoleFigures {
  private static let keys = 30

  @Test func `from a key to its effects`() async throws {
    let folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(ConsoleTests.list((1...300).map { "item-\($0)" }), to: "screens/long.json")
    try await Server.run(in: folder) { server in
      try await Browser.run(width: 1440) { browser in
        try await browser.open(server.url + "/console/")
        try await browser.type(Server.token, into: try await browser.element(role: "textbox", "Admin token"))
        try await browser.click(button: "Sign in")
        _ = try await browser.element("nav[aria-label=Main]")
        try await measure("home", item: "perilla", browser, server)
        try await measure("long", item: "item-7", browser, server)
      }
    }
  }

  private func measure(_ route: String, item: String, _ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/\(route)?item=\(item)")
    _ = try await browser.element("iframe[title=Preview]")
    let field = try await browser.element(role: "textbox", "text1")
    try await browser.script(
      """
      const [field, item] = arguments;
      window.figures = { list: [], preview: [] };
      let pressed = {};
      const note = (name) => {
        if (pressed[name] === undefined) return;
        figures[name].push(performance.now() - pressed[name]);
        delete pressed[name];
      };
      addEventListener('keydown', ({ timeStamp }) => { pressed = { list: timeStamp, preview: timeStamp }; }, true);
      new MutationObserver(() => note('list')).observe(document.querySelector(`li[data-item="${item}"]`),
        { subtree: true, childList: true, characterData: true });
      // A frame gets this title when it has taken the place of the one before.
      new MutationObserver((records) => {
        if (records.some(({ target }) => target.title === 'Preview')) note('preview');
      }).observe(document.querySelector('.stage'), { subtree: true, attributeFilter: ['title'] });
      field.focus();
      """, [field.json, .string(item)])
    for count in 1...Self.keys {
      try await browser.press(["x"])
      try await browser.wait(
        until: "return figures.preview.length === arguments[0]", .number(JSONNumber(count)))
    }
    for (name, aim) in [("list", 16), ("preview", 250)] {
      let text = try await browser.script(
        """
        const all = figures[arguments[0]].sort((a, b) => a - b);
        const at = (share) => `${all[Math.min(all.length - 1, Math.floor(all.length * share))].toFixed(1)} ms`;
        return `median ${at(0.5)}, 95 % ${at(0.95)}, of ${all.length} keys`
        """, [.string(name)])
      print("\(route): from a key to the \(name): \(text.stringValue ?? ""); the aim is \(aim) ms")
    }
  }
}
