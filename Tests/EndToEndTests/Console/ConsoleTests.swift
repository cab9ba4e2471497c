import CurlClient
import Foundation
import JSONText
import Testing

/// The console, used as a person does, in Chromium.
@Suite(.serialized, .enabled(if: Browser.isInstalled, Browser.leftOut))
final class ConsoleTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for name in ["home", "menu", "welcome", "cafe", "settings", "rich", "_previews"] { try folder.ship(name) }
    try folder.write(Self.list(["one", "two", "three"]), to: "screens/list.json")
  }

  deinit { folder.remove() }

  private static func list(_ ids: [String]) -> String { Lines.definition(ids) }

  /// Runs a test in a browser that is signed in. Afterwards, nothing was written to the browser's console.
  private func run(
    signsIn: Bool = true, token: String = Server.token, allowsErrors: Bool = false,
    _ work: (Server, Browser) async throws -> Void
  ) async throws {
    try await Server.run(in: folder) { server in
      try await Browser.run { browser in
        try await browser.open(server.url + "/console/")
        if signsIn { try await signIn(browser, token) }
        try await work(server, browser)
        let errors = try await browser.errors()
        #expect(errors.isEmpty || allowsErrors, "\(errors)")
      }
    }
  }

  private func signIn(_ browser: Browser, _ token: String = Server.token) async throws {
    try await browser.type(token, into: try await browser.element(role: "textbox", "Admin token"))
    try await browser.click(button: "Sign in")
    _ = try await browser.element("nav[aria-label=Main]")
  }

  private func openScreen(_ route: String, _ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/" + route)
    _ = try await browser.element("[data-item]")
  }

  /// The ids in the list `Items`.
  private func items(_ browser: Browser) async throws -> [String] {
    let ids = try await browser.script(
      "return [...document.querySelectorAll('li[data-item]')].map((item) => item.dataset.item)")
    return ids.arrayValue?.compactMap(\.stringValue) ?? []
  }

  private func waitForItems(_ ids: [String], _ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return [...document.querySelectorAll('li[data-item]')].map((item) => item.dataset.item).join() === arguments[0]",
      .string(ids.joined(separator: ",")))
  }

  private func liveItems(_ server: Server, _ route: String = "list") async throws -> [String] {
    let definition = try JSONParser.parse(try await server.admin("GET", "/screens/\(route)").text)
    return definition["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  private func choose(_ entry: String, fromMenu button: String, _ browser: Browser) async throws {
    try await browser.click(button: button)
    try await browser.click(try await browser.element(role: "menuitem", entry))
  }

  private func publish(_ browser: Browser) async throws {
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
      for name in ["Screens", "View types", "Experiments", "Releases", "Requests", "Mock", "Tokens", "Audit"]
      {
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
      try await browser.tab(to: "button[aria-label='Move two']")
      try await browser.press([Browser.Key.enter])
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

  @Test func `a text is edited in its form, saved as a draft and shown in the preview`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element("li[data-item=two]")
      try await browser.type("Zwei <b>", into: try await field("text1", browser))
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(draft["definition"]?["items"]?.arrayValue?[1]["content"]?["text1"] == "Zwei <b>")
      // What is live has not changed.
      try await server.expect("list", shows: ["one", "two", "three"], version: 1)
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('iframe[title=Preview]')].some((frame) => frame.src.includes('version=draft'))"
      )
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      try await server.expect("list", shows: ["one", "Zwei <b>", "three"], version: 2)
    }
  }

  /// The field of the form with a label.
  private func field(_ label: String, _ browser: Browser) async throws -> Browser.Element {
    try await browser.element(role: "textbox", label)
  }

  @Test func `a mistake stands at its field, and nothing is published until it is corrected`() async throws {
    try await run(allowsErrors: true) { server, browser in
      try await server.put("menu", Self.image("https://e.x/a.png"))
      try await browser.open(server.url + "/console/screens/menu?item=photo")
      _ = try await browser.element("li[data-item=photo]")
      try await browser.type("not a uri", into: try await field("url", browser))
      try await browser.wait(
        until: "return document.querySelector('.item-form [aria-invalid=true]') !== null")
      try await browser.click(button: "Review and publish")
      try await browser.wait(
        until: "return document.querySelector('dialog .message.error') !== null")
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('dialog footer button')].find((b) => b.textContent === 'Publish')?.getAttribute('aria-disabled') === 'true'"
      )
      #expect(try await server.get("/screens/menu").value(of: "Screen-Version") == "2")
    }
  }

  private static func image(_ url: String) -> String {
    #"{"items":[{"id":"photo","viewType":"ONE_IMAGE","content":{"url":"\#(url)"}}]}"#
  }

  @Test func `two who change the same text decide before anything is published`() async throws {
    try await run(allowsErrors: true) { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element("li[data-item=two]")
      try await browser.type("mine", into: try await field("text1", browser))
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      // Another person publishes meanwhile.
      try await server.put(
        "list", Self.list(["one", "two", "three"]).replacing(#""text1":"two""#, with: #""text1":"theirs""#))
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('.message')].some((m) => m.textContent.includes('Version 2 was published'))"
      )
      try await browser.click(button: "Review and publish")
      try await browser.click(button: "Bring the changes together")
      _ = try await browser.element(".collision")
      #expect(
        try await browser.script(
          "return [...document.querySelectorAll('dialog button')].find((b) => b.textContent === 'Use the result').getAttribute('aria-disabled')"
        ) == "true")
      try await browser.click(try await browser.element(".collision input[value=mine]"))
      try await browser.click(button: "Use the result")
      try await browser.wait(
        until:
          "return document.querySelector('dialog[open]') === null && (document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false)"
      )
      try await server.expect("list", shows: ["one", "theirs", "three"], version: 2)
      try await publish(browser)
      try await browser.waitForStatus("Published version 3")
      try await server.expect("list", shows: ["one", "mine", "three"], version: 3)
    }
  }

  @Test func `typing does not cancel the schedule that another person has made`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      try await browser.type("first", into: try await field("text1", browser))
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let scheduled = try await server.admin(
        "POST", "/screens/list/publish", body: #"{"at":"2999-01-01T00:00:00Z"}"#)
      #expect(scheduled.status == 202)
      try await browser.type("second", into: try await field("text1", browser))
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('saving cancels that') ?? false"
      )
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(draft["schedule"]?["at"] == "2999-01-01T00:00:00.000Z")
      try await browser.click(button: "Save draft")
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let saved = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(saved["definition"]?["items"]?.arrayValue?[1]["content"]?["text1"] == "second")
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

  @Test func `history compares two versions and rolls back`() async throws {
    try await run { server, browser in
      try await server.put("list", Self.list(["three", "two", "one"]))
      try await browser.open(server.url + "/console/screens/list/history?from=1&to=2")
      try await browser.wait(
        until:
          "return document.querySelector('main').textContent.includes('moved') || document.querySelector('main').textContent.includes('Moved')"
      )
      let rollback = try await browser.wait(for: "a button that rolls back") {
        try await browser.elements(role: "button").first { $0.name.lowercased().contains("roll back") }
      }
      try await browser.click(rollback.element)
      _ = try await browser.element("dialog[open]")
      let confirm = try await browser.wait(for: "the button of the dialog") {
        try await browser.elements(role: "button").last { $0.name.lowercased().contains("roll back") }
      }
      try await browser.click(confirm.element)
      try await browser.wait(until: "return document.querySelector('dialog[open]') === null")
      try await server.wait(for: "version 3") { server in
        try await server.get("/screens/list").value(of: "Screen-Version") == "3"
      }
      #expect(try await liveItems(server) == ["one", "two", "three"])
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

  // MARK: Every view

  private static let views = [
    "screens", "screens/home", "screens/home?item=noodles", "screens/home?edit=price-first",
    "screens/cafe?item=flat-white",
    "screens/home/history", "view-types", "view-types/PLUS_TITLE", "experiments",
    "experiments/home-price-first",
    "releases", "requests", "mock", "tokens", "audit",
  ]

  @Test func `every view is accessible in light, dark, narrow, enlarged and in forced colours`() async throws
  {
    guard let path = ProcessInfo.processInfo.environment["AXE_SCRIPT"] else {
      print("left out: the rules of axe-core; set AXE_SCRIPT to axe.min.js")
      return
    }
    let axe = try String(contentsOfFile: path, encoding: .utf8)
    try await run { server, browser in
      for user in 1...20 { _ = try await server.get("/screens/home?user=\(user)") }
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      for view in Self.views {
        for appearance in Appearance.allCases {
          try await browser.setAppearance(
            dark: appearance == .dark, forcedColors: appearance == .forcedColors)
          try await browser.setSize(appearance.width, 900, scale: appearance.scale)
          try await browser.open(server.url + "/console/" + view)
          try await browser.wait(
            until:
              "return document.querySelector('main h1') !== null && document.querySelector('main[aria-busy]') === null && document.querySelector('main progress') === null"
          )
          try await browser.script(axe)
          let violations = try await browser.asyncScript(Self.violations)
          #expect(violations == [], "\(view) \(appearance)")
          let overflow = try await browser.script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
          #expect((overflow.numberValue?.intValue ?? 0) <= 0, "\(view) \(appearance) scrolls sideways")
          try await save(browser, "\(view)-\(appearance)")
        }
      }
    }
  }

  /// Pictures for people, if a folder for them is named.
  private func save(_ browser: Browser, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"] else { return }
    let file = name.replacing("/", with: "-").replacing("?", with: "-").replacing("=", with: "-") + ".png"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await browser.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
  }

  private enum Appearance: CaseIterable {
    case light, dark, narrow, enlarged, forcedColors

    var width: Int {
      switch self {
      case .narrow: 320
      case .enlarged: 1280
      default: 1400
      }
    }

    var scale: Int { self == .enlarged ? 2 : 1 }
  }

  /// The rules of WCAG 2.2 AA and the best practices. A sandboxed frame cannot be looked into, so previews are checked
  /// by themselves.
  private static let violations = """
    const done = arguments[arguments.length - 1];
    axe.run({ exclude: [['iframe']] }, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], iframes: false,
    }).then((result) => done(result.violations.map((violation) =>
      `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' | ')}`)),
      (error) => done([String(error)]));
    """

  @Test func `previews are accessible`() async throws {
    guard let path = ProcessInfo.processInfo.environment["AXE_SCRIPT"] else {
      print("left out: the rules of axe-core for previews; set AXE_SCRIPT to axe.min.js")
      return
    }
    let axe = try String(contentsOfFile: path, encoding: .utf8)
    try await Browser.run { browser in
      for route in ["menu", "home", "welcome", "cafe", "settings", "rich"] {
        for options in [[], ["--theme", "dark"], ["--text", "200", "--width", "320"], ["--dir", "rtl"]] {
          let file = folder.url.appending(path: "\(route).html")
          let outcome = try await Program.run(
            ["render", route, "--output", file.path(percentEncoded: false)] + options, in: folder)
          #expect(outcome.status == 0, "\(outcome.errors)")
          // A page of the server is sandboxed, so that no script runs in it; the file is the same page.
          try await browser.open(file.absoluteString)
          try await browser.script(axe)
          #expect(try await browser.asyncScript(Self.violations) == [], "\(route) \(options)")
        }
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
  fileprivate func put(_ route: String, _ definition: String) async throws {
    let answer = try await admin("PUT", "/screens/\(route)", body: definition)
    #expect([200, 201].contains(answer.status), "\(answer.text)")
  }
}
