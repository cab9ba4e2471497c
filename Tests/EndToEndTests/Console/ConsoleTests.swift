import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The console, used as a person does, in Chromium.
@Suite(.serialized, .inOneBrowser, .enabled(if: Browser.isInstalled, Browser.leftOut))
final class ConsoleTests: Sendable {
  let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for name in ["home", "menu", "welcome", "cafe", "settings", "rich", "_previews", "_assets"] {
      try folder.ship(name)
    }
    try folder.write(Self.list(["one", "two", "three"]), to: "screens/list.json")
  }

  static func list(_ ids: [String]) -> String { Lines.definition(ids) }

  /// Runs a test in a browser that is signed in. Afterwards, nothing was written to the browser's console.
  func run(
    signsIn: Bool = true, token: String = Server.token, allowsErrors: Bool = false,
    serving options: [String] = [],
    _ work: (Server, Browser) async throws -> Void
  ) async throws {
    try await Server.run(in: folder, ["--admin-token", Server.token] + options) { server in
      try await Browser.run { browser in
        try await browser.forget(server.url)
        try await browser.open(server.url + "/console/")
        if signsIn { try await signIn(browser, token) }
        try await work(server, browser)
        let errors = try await browser.errors()
        #expect(errors.isEmpty || allowsErrors, "\(errors)")
      }
    }
  }

  func signIn(_ browser: Browser, _ token: String = Server.token) async throws {
    try await browser.type(token, into: try await browser.element(role: "textbox", "Admin token"))
    try await browser.click(button: "Sign in")
    _ = try await browser.element("nav[aria-label=Main]")
  }

  func openScreen(_ route: String, _ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/" + route)
    _ = try await browser.element("[data-item]")
  }

  /// The ids in the list `Items`.
  func items(_ browser: Browser) async throws -> [String] {
    let ids = try await browser.script(
      "return [...document.querySelectorAll('li[data-item]')].map((item) => item.dataset.item)")
    return ids.arrayValue?.compactMap(\.stringValue) ?? []
  }

  func waitForItems(_ ids: [String], _ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return [...document.querySelectorAll('li[data-item]')].map((item) => item.dataset.item).join() === arguments[0]",
      .string(ids.joined(separator: ",")))
  }

  func liveItems(_ server: Server, _ route: String = "list") async throws -> [String] {
    let definition = try JSONParser.parse(try await server.admin("GET", "/screens/\(route)").text)
    return definition["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  func choose(_ entry: String, fromMenu button: String, _ browser: Browser) async throws {
    try await browser.click(button: button)
    try await browser.click(try await browser.element(role: "menuitem", entry))
  }

  func publish(_ browser: Browser) async throws {
    try await browser.click(button: "Review and publish")
    _ = try await browser.element(role: "dialog", "Review and publish")
    try await browser.wait(
      until: """
        const button = [...document.querySelectorAll('dialog footer button')].find((b) => b.textContent === 'Publish');
        return button !== undefined && button.getAttribute('aria-disabled') !== 'true'
        """)
    try await browser.click(button: "Publish")
  }

  // MARK: Signing in

  @Test func `a test finds nothing of what a page of the same address has stored`() async throws {
    try await run(signsIn: false) { server, browser in
      func stored() async throws -> JSONValue {
        try await browser.script("return localStorage.getItem('mark')")
      }
      _ = try await browser.script("localStorage.setItem('mark', 'yes')")
      #expect(try await stored() == "yes")
      try await browser.forget(server.url)
      try await browser.open(server.url + "/console/")
      #expect(try await stored() == .null)
    }
  }

  @Test func `one signs in with a token, and out again`() async throws {
    try await run(signsIn: false, allowsErrors: true) { server, browser in
      let field = try await browser.element(role: "textbox", "Admin token")
      try await browser.type("wrong", into: field)
      try await browser.click(button: "Sign in")
      try await browser.wait(
        until:
          "return document.querySelector('.error:not([hidden])')?.textContent.includes('does not know this token') ?? false"
      )
      #expect(try await browser.script("return document.activeElement.name") == "token")
      try await signIn(browser)
      let links = try await browser.elements(role: "link").map(\.name)
      for name in [
        "Screens", "Rollouts", "View types", "Experiments", "Releases", "Requests", "Mock", "Tokens", "Audit",
      ] {
        #expect(links.contains(name), "\(name)")
      }
      // No script can see the session.
      let seen = try await browser.script("return document.cookie + JSON.stringify(localStorage)")
      #expect(!(seen.stringValue ?? "").contains("mq_") && !(seen.stringValue ?? "").contains(Server.token))
      try await browser.open(server.url + "/console/screens/list")
      _ = try await browser.element("[data-item=one]")
      try await browser.click(button: "Sign out")
      _ = try await browser.element(role: "textbox", "Admin token")
      #expect(
        try await browser.script("return fetch('/admin/drafts').then((answer) => answer.status)") == 401)
    }
  }

  // MARK: The editor

  @Test func `names and roles are those of the contract`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      let buttons = try await browser.elements(role: "button").map(\.name)
      for name in ["Add item", "Undo", "Redo", "Save draft", "Review and publish", "Move one", "Move two"] {
        #expect(buttons.contains(name), "\(name) in \(buttons)")
      }
      #expect(try await browser.text(of: try await browser.element("h1")) == "list")
      #expect(try await browser.elements(role: "list").map(\.name).contains("Items"))
      let item = try await browser.element("li[data-item=one]")
      #expect(try await browser.role(of: item) == "listitem")
      let status = try await browser.element("[role=status]")
      #expect(try await browser.role(of: status) == "status")
      _ = try await browser.element("iframe[title=Preview]")
      try await browser.click(button: "Move two")
      let entries = try await browser.elements(role: "menuitem").map(\.name)
      #expect(entries.starts(with: ["To top", "Up", "Down", "To bottom"]), "\(entries)")
    }
  }

  @Test func `an item moves by its menu, and focus returns to it`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await choose("To top", fromMenu: "Move three", browser)
      try await waitForItems(["three", "one", "two"], browser)
      try await browser.waitForStatus("three")
      try await browser.wait(
        until: "return document.activeElement.getAttribute('aria-label') === 'Move three'")
      try await choose("Down", fromMenu: "Move three", browser)
      try await waitForItems(["one", "three", "two"], browser)
      try await browser.click(button: "Undo")
      try await waitForItems(["three", "one", "two"], browser)
      try await browser.click(button: "Undo")
      try await waitForItems(["one", "two", "three"], browser)
      try await browser.waitForStatus("Undone")
      try await browser.click(button: "Redo")
      try await waitForItems(["three", "one", "two"], browser)
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      #expect(try await liveItems(server) == ["three", "one", "two"])
    }
  }

  @Test func `an item moves by the pointer`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      let handle = try await browser.element("li[data-item=one] .drag-handle")
      try await browser.drag(handle, to: try await browser.element("li[data-item=three]"), below: true)
      try await waitForItems(["two", "three", "one"], browser)
      try await browser.waitForStatus("one")
    }
  }

  @Test func `the keyboard alone signs in, reorders and publishes`() async throws {
    try await run(signsIn: false) { server, browser in
      _ = try await browser.element("input[name=token]")
      try await browser.tab(to: "input[name=token]")
      try await browser.write(Server.token)
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element("main a[href$='/console/screens/list']")
      try await browser.tab(to: "main a[href$='/console/screens/list']")
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element("li[data-item=one]")
      try await browser.tab(to: ".row-main")
      try await browser.press([Browser.Key.down], [Browser.Key.left], [Browser.Key.enter])
      try await browser.wait(until: "return document.activeElement.textContent === 'To top'")
      try await browser.press([Browser.Key.down], [Browser.Key.down], [Browser.Key.down])
      #expect(try await browser.script("return document.activeElement.textContent") == "To bottom")
      try await browser.press([Browser.Key.enter])
      try await waitForItems(["one", "three", "two"], browser)
      try await browser.press([Browser.Key.control, "s"])
      // Backwards: the buttons stand before the list.
      try await browser.script("document.querySelector('h1').focus()")
      try await browser.script(
        "window.target = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Review and publish'); target.dataset.wanted = 'yes'"
      )
      try await browser.tab(to: "[data-wanted=yes]")
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element("dialog[open]")
      try await browser.wait(
        until: """
          const button = [...document.querySelectorAll('dialog footer button')].find((b) => b.textContent === 'Publish');
          if (!button || button.getAttribute('aria-disabled') === 'true') return false;
          button.dataset.publish = 'yes';
          return true
          """)
      try await browser.tab(to: "[data-publish=yes]")
      try await browser.press([Browser.Key.enter])
      try await browser.waitForStatus("Published version 2")
      #expect(try await liveItems(server) == ["one", "three", "two"])
    }
  }

  @Test func `a view that loads slowly does not draw over the next one`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens")
      _ = try await browser.element("main a[href$='/console/screens/list']")
      // The first view is left while it loads.
      try await browser.script(
        "document.querySelector(\"main a[href$='/console/screens/list']\").click(); document.querySelector(\"nav a[href$='/console/tokens']\").click()"
      )
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'Tokens'")
      try await browser.wait(until: "return document.querySelector('main[aria-busy]') === null")
      #expect(try await browser.script("return document.querySelectorAll('main h1').length") == 1)
      #expect(try await browser.script("return location.pathname + location.search") == "/console/tokens")
    }
  }

  @Test func `what another person publishes is seen at once`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await server.put("list", Self.list(["new", "one"]))
      try await waitForItems(["new", "one"], browser)
      try await browser.waitForStatus("Version 2 was published")
    }
  }

  @Test func `an item is added, duplicated and deleted, and each can be undone`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await browser.click(button: "Add item")
      let dialog = try await browser.element("dialog[open]")
      #expect(try await browser.text(of: dialog).contains("ONE_IMAGE"))
      try await browser.press([Browser.Key.escape])
      try await browser.wait(until: "return document.activeElement.textContent.includes('Add item')")
      let actions = try await browser.elements(role: "button").map(\.name).filter { $0.hasSuffix(" one") }
      let more = try #require(actions.first { !$0.hasPrefix("Move") }, "\(actions)")
      try await choose("Duplicate", fromMenu: more, browser)
      try await browser.wait(until: "return document.querySelectorAll('li[data-item]').length === 4")
      try await choose("Delete", fromMenu: more, browser)
      try await browser.wait(until: "return document.querySelectorAll('li[data-item]').length === 3")
      try await browser.press([Browser.Key.control, "z"], [Browser.Key.control, "z"])
      try await waitForItems(["one", "two", "three"], browser)
    }
  }

  @Test func `a token that may only read sees everything and changes nothing`() async throws {
    try await Server.run(in: folder) { server in
      let made = try await server.admin("PUT", "/tokens/reader", body: #"{"scope":"read"}"#)
      let secret = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      try await Browser.run { browser in
        try await browser.open(server.url + "/console/screens/list")
        try await signIn(browser, secret)
        _ = try await browser.element("[data-item=one]")
        let button = try await browser.element(role: "button", "Review and publish")
        let why = try await browser.script(
          "return [arguments[0].getAttribute('aria-disabled'), arguments[0].title || arguments[0].getAttribute('aria-description')]",
          [button.json])
        #expect(why.arrayValue?.first == "true")
        let reason = why.arrayValue?.last?.stringValue ?? ""
        #expect(reason.contains("scope"), "\(why)")
      }
    }
  }

  // MARK: Other views

  @Test func `a request is seen live, and leads to the preview of what the user saw`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/requests")
      _ = try await browser.element("main h1")
      _ = try await server.get("/screens/home?user=42")
      try await browser.wait(
        until:
          "return document.querySelector('main').textContent.includes('/screens/home') || document.querySelector('main').textContent.includes('home')"
      )
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('main a')].some((link) => link.href.includes('/console/screens/home') && link.href.includes('user=42'))"
      )
    }
  }

  @Test func `a request that comes before the stream is open is not lost`() async throws {
    try await run { server, browser in
      // Holds the stream back until the list has been loaded and the request has come.
      try await browser.script(
        """
        const Source = EventSource;
        window.EventSource = class {
          listeners = [];
          constructor(url) {
            window.openStream = () => {
              this.source = new Source(url);
              for (const [name, listener] of this.listeners) this.source.addEventListener(name, listener);
            };
          }
          get readyState() { return this.source?.readyState ?? Source.CONNECTING; }
          addEventListener(name, listener) { this.listeners.push([name, listener]); }
          close() { this.source?.close(); }
        };
        """)
      try await browser.click(try await browser.element(role: "link", "Requests"))
      try await browser.wait(
        until: "return document.querySelector('main').textContent.includes('No requests yet')")
      _ = try await server.get("/screens/home?user=42")
      try await browser.script("window.openStream()")
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('main a')].some((link) => link.href.includes('/console/screens/home') && link.href.includes('user=42'))"
      )
    }
  }

  @Test func `an experiment shows who would enter before it is changed`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/experiments")
      try await browser.click(
        try await browser.element("main a[href$='/console/experiments/home-price-first']"))
      let slider = try await browser.element("main input[type=range]")
      try await browser.script(
        "arguments[0].value = '50'; arguments[0].dispatchEvent(new Event('input', { bubbles: true })); arguments[0].dispatchEvent(new Event('change', { bubbles: true }))",
        [slider.json])
      try await browser.wait(
        until:
          "return /50(\\.0)? ?%/.test(document.querySelector('main').textContent) && document.querySelector('main').textContent.includes('leave')"
      )
      let experiment = try await server.admin("GET", "/experiments/home-price-first").text
      #expect(!experiment.contains(#""coverage":0.5"#), "nothing is applied yet")
    }
  }

  @Test func `what the mock does is in sight on every page`() async throws {
    try await run { server, browser in
      #expect(
        try await server.admin("PUT", "/mock/rules/slow", body: #"{"match":{"route":"**"},"delay":10}"#)
          .status < 300)
      for view in ["screens", "mock", "tokens"] {
        try await browser.open(server.url + "/console/" + view)
        try await browser.wait(until: "return document.body.textContent.includes('1 rule')")
      }
    }
  }

  @Test func `nothing of a definition runs in a preview`() async throws {
    let text = #"</p><script>document.title='hacked'</script><img src=x onerror=\"document.title='hacked'\">"#
    try folder.write(
      #"{"screenName":"Safe","items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(text)"}}]}"#,
      to: "screens/hostile.json")
    try await Server.run(in: folder) { server in
      try await Browser.run { browser in
        try await browser.open(server.url + "/preview/hostile")
        try await browser.wait(until: "return document.querySelector('[data-item=a]') !== null")
        #expect(try await browser.script("return document.title") == "Safe · hostile · version 1")
        #expect(try await browser.script("return document.querySelectorAll('script, [onerror]').length") == 0)
        let shown = try await browser.text(of: try await browser.element("[data-item=a]"))
        #expect(shown.contains("<script>document.title='hacked'</script>"))
        let height = try await browser.script(
          "return getComputedStyle(document.querySelector('.device')).width")
        #expect(height == "390px", "the style sheet is loaded")
      }
    }
  }
}

extension Server {
  /// Publishes a definition, as another person.
  func put(_ route: String, _ definition: String) async throws {
    let answer = try await admin("PUT", "/screens/\(route)", body: definition)
    #expect([200, 201].contains(answer.status), "\(answer.text)")
  }
}
