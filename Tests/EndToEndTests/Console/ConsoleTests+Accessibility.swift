import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The rules of axe-core, on every view of the console and on previews.
extension ConsoleTests {
  private static let views = [
    "screens", "screens?board=1", "screens/home", "screens/home?item=noodles",
    "screens/home?edit=price-first",
    "screens/cafe?item=flat-white",
    "screens/home/history", "view-types", "view-types/PLUS_TITLE", "experiments",
    "experiments/home-price-first",
    "releases", "requests", "mock", "mock?tab=endpoints", "mock?tab=state",
    "mock/endpoints/hello?new=1", "tokens", "audit", "changesets", "changesets/winter",
    "c/winter/screens/winter", "translations", "translations?language=ko&state=stale",
    "screens/deals?locale=ko&unit=soup/title", "rollouts", "rollouts/ID",
  ]

  @Test(arguments: views)
  func `a view is accessible in light, dark, narrow, enlarged and in forced colours`(_ view: String)
    async throws
  {
    guard let path = ProcessInfo.processInfo.environment["AXE_SCRIPT"] else {
      print("left out: the rules of axe-core; set AXE_SCRIPT to axe.min.js")
      return
    }
    let axe = try String(contentsOfFile: path, encoding: .utf8)
    try writeDeals()
    try await run { server, browser in
      for user in 1...20 { _ = try await server.get("/screens/home?user=\(user)") }
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      _ = try await server.admin("POST", "/changesets", body: #"{"name":"winter"}"#)
      let winter = try await server.inSet(
        "winter", "PUT", "/screens/winter",
        body: #"{"items":[{"id":"soup","viewType":"ONE_LINE_TEXT","content":{"text1":"Soup"}}]}"#)
      #expect(winter.status == 201, "\(winter.text)")
      let view = view.hasPrefix("rollouts") ? try await withRollout(view, server) : view
      for appearance in Appearance.allCases {
        try await browser.setAppearance(
          dark: appearance == .dark, forcedColors: appearance == .forcedColors)
        try await browser.setSize(appearance.width, 900, scale: appearance.scale)
        if !appearance.isOfColours {
          try await browser.open(server.url + "/console/" + view)
          try await browser.wait(
            until:
              "return document.querySelector('main h1') !== null && document.querySelector('main[aria-busy]') === null && document.querySelector('main progress') === null"
          )
          try await browser.script(axe)
        }
        let violations = try await browser.asyncScript(
          appearance.isOfColours ? Self.violationsOfColours : Self.violations)
        #expect(violations == [], "\(view) \(appearance)")
        let overflow = try await browser.script(
          "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        #expect((overflow.numberValue?.intValue ?? 0) <= 0, "\(view) \(appearance) scrolls sideways")
        try await save(browser, "\(view)-\(appearance)")
      }
    }
  }

  /// The address of a view of rollouts, with the id of one that has reports.
  private func withRollout(_ view: String, _ server: Server) async throws -> String {
    let id = try Server.rollout(
      of: try await server.publish("list", ["two", "one"], query: "guard=50,100"))
    for user in 1...20 {
      let token = try #require(try await server.served("list", "?user=\(user)").report)
      try await server.report(token, ["drawn", "content-failed"], network: user)
    }
    return view.replacing("ID", with: id)
  }

  /// Pictures for people, if a folder for them is named.
  private func save(_ browser: Browser, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"] else { return }
    let file = name.replacing("/", with: "-").replacing("?", with: "-").replacing("=", with: "-") + ".png"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await browser.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
  }

  private enum Appearance: CaseIterable {
    case light, dark, forcedColors, narrow, enlarged

    /// Whether the page stays as it is but for its colours, so that it needs no new load, and only rules of colours see
    /// a difference.
    var isOfColours: Bool { self == .dark || self == .forcedColors }

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
  static let violations = violations(
    "type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']")

  /// The rules of the above whose results depend on colours.
  private static let violationsOfColours = violations(
    "type: 'rule', values: ['color-contrast', 'link-in-text-block']")

  private static func violations(_ rules: String) -> String {
    """
    const done = arguments[arguments.length - 1];
    axe.run({ exclude: [['iframe']] }, { runOnly: { \(rules) }, iframes: false }).then(
      (result) => done(result.violations.map((violation) =>
        `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' | ')}`)),
      (error) => done([String(error)]));
    """
  }

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
}
