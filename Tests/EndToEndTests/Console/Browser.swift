import BuiltPrograms
import CurlClient
import Eventually
import Foundation
import JSONText
import Synchronization
import TestFolders
import Testing

/// Chromium, driven by W3C WebDriver (<https://www.w3.org/TR/webdriver2/>) over HTTP.
final class Browser: Sendable {
  /// An element of the page, by its WebDriver reference.
  struct Element: Sendable {
    let id: String
    /// The key of a reference in JSON (WebDriver §12.1).
    static let key = "element-6066-11e4-a52e-4f735466cecf"
    var json: JSONValue { .object([Self.key: .string(id)]) }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Keys that are not characters (WebDriver §17.4.2).
  enum Key {
    static let tab = "\u{E004}", enter = "\u{E007}", escape = "\u{E00C}", space = " "
    static let down = "\u{E015}", up = "\u{E013}", left = "\u{E012}", right = "\u{E014}", end = "\u{E010}"
    static let shift = "\u{E008}", control = "\u{E009}", alt = "\u{E00A}", f6 = "\u{E036}"
  }

  private static let executable = program("chromium")
  private static let driver = program("chromedriver")
  static var isInstalled: Bool { executable != nil && driver != nil }
  static let leftOut: Comment = "left out: the console in a browser; install chromium and chromium-driver"

  private let driver: ChromeDriver
  private let folder: ScreensFolder
  private let base: String
  private let session: String
  private let client: CurlSession

  /// The browser of a suite's tests between two of them: starting one takes longer than most tests.
  private static let shared = Mutex<Browser?>(nil)

  /// Runs the tests of a suite, and ends their browser after the last one.
  struct OneForSuite: SuiteTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await function())
      } catch {
        outcome = .failure(error)
      }
      await takeIdle()?.end()
      try outcome.get()
    }
  }

  private static func takeIdle() -> Browser? {
    shared.withLock { shared in
      defer { shared = nil }
      return shared
    }
  }

  /// Runs a test with a browser window of its own.
  ///
  /// Nothing of an earlier test is left: cookies are cleared, and each server has another port, and with it storage of its
  /// own. A test that fails leaves no browser for the next one.
  static func run(width: Int = 1280, height: Int = 900, _ work: (Browser) async throws -> Void) async throws {
    let browser: Browser
    if let idle = takeIdle() { browser = idle } else { browser = try await Browser() }
    do {
      let window = try await browser.openWindow(width, height)
      try await work(browser)
      try await browser.closeWindow(after: window)
    } catch {
      await browser.end()
      throw error
    }
    let surplus = shared.withLock { shared in
      // Another test that ran meanwhile has left its browser.
      if shared != nil { return true }
      shared = browser
      return false
    }
    if surplus { await browser.end() }
  }

  /// Opens a window, and sends the commands that follow to it.
  /// - Returns: the window before.
  private func openWindow(_ width: Int, _ height: Int) async throws -> JSONValue {
    let before = try await command("GET", "/window")
    let new = try await command("POST", "/window/new", ["type": "window"])
    try await command("POST", "/window", ["handle": new["handle"] ?? .null])
    try await devTools("Network.clearBrowserCookies", [:])
    try await setSize(width, height)
    _ = try await errors()
    return before
  }

  /// Removes what pages of an address have stored. The server of an earlier test may have had the same port.
  func forget(_ address: String) async throws {
    try await devTools(
      "Storage.clearDataForOrigin", ["origin": .string(address), "storageTypes": "local_storage"])
  }

  /// Closes the window of a test.
  private func closeWindow(after window: JSONValue) async throws {
    try await command("DELETE", "/window")
    try await command("POST", "/window", ["handle": window])
  }

  private init() async throws {
    let driver = try #require(Self.driver)
    let executable = try #require(Self.executable)
    folder = try ScreensFolder()
    client = try CurlSession()
    self.driver = try await ChromeDriver(driver, in: folder)
    base = self.driver.url
    let arguments: [JSONValue] = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--force-color-profile=srgb",
      // Otherwise, each window draws the popup of its address bar, which takes as long as the pages of the tests.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
      // Images of screens are on other hosts, which a test must not need.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      .string("--user-data-dir=\(folder.url.appending(path: "profile").path(percentEncoded: false))"),
    ]
    let capabilities: JSONValue = [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL"],
          "unhandledPromptBehavior": "accept", "pageLoadStrategy": "eager",
          "goog:chromeOptions": [
            "binary": .string(executable.path(percentEncoded: false)), "args": .array(arguments),
          ],
        ]
      ]
    ]
    let answer = try await Self.send("POST", base + "/session", capabilities, client)
    session = try #require(answer["sessionId"]?.stringValue)
  }

  private func end() async {
    // The driver ends the browser with its session.
    _ = try? await command("DELETE", "")
    await driver.end()
  }

  private static func program(_ name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(fileURLWithPath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }

  // MARK: Commands

  private static func send(
    _ method: String, _ url: String, _ body: JSONValue?, _ client: CurlSession
  ) async throws -> JSONValue {
    let bytes = method == "POST" ? (body ?? .object(JSONObject())).serialized() : nil
    let response = try await client.response(
      to: CurlRequest(method, url, fields: [CurlField("Content-Type", "application/json")], body: bytes))
    let value = try JSONParser.parse(response.text)["value"] ?? .null
    guard response.status == 200 else {
      let message = value["message"]?.stringValue ?? response.text
      throw Failure(description: "\(method) \(url): " + message.prefix(400))
    }
    return value
  }

  @discardableResult
  func command(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    try await Self.send(method, base + "/session/\(session)" + path, body, client)
  }

  /// A command of the DevTools protocol.
  private func devTools(_ name: String, _ parameters: JSONValue) async throws {
    try await command("POST", "/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
  }

  // MARK: Pages

  func open(_ url: String) async throws { try await command("POST", "/url", ["url": .string(url)]) }

  var url: String { get async throws { try await command("GET", "/url").stringValue ?? "" } }

  /// - Parameter scale: 2 shows the page at 200 %.
  func setSize(_ width: Int, _ height: Int, scale: Int = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(JSONNumber(width / scale)), "height": .number(JSONNumber(height / scale)),
        "deviceScaleFactor": .number(JSONNumber(scale)), "mobile": false,
      ])
  }

  /// - Parameter forcedColors: whether the system replaces colours (Windows high contrast).
  func setAppearance(dark: Bool, forcedColors: Bool = false) async throws {
    try await devTools(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
          ["name": "forced-colors", "value": forcedColors ? "active" : "none"],
          // Without transitions from one look to the other.
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
      ])
  }

  /// The PNG of the window.
  func screenshot() async throws -> Data {
    let text = try await command("GET", "/screenshot").stringValue ?? ""
    return try #require(Data(base64Encoded: text))
  }

  /// Runs a script; `return` gives its value.
  @discardableResult
  func script(_ text: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
    try await command("POST", "/execute/sync", ["script": .string(text), "args": .array(arguments)])
  }

  /// Runs a script that calls its last argument with the result.
  func asyncScript(_ text: String) async throws -> JSONValue {
    try await command("POST", "/execute/async", ["script": .string(text), "args": []])
  }

  /// Errors of scripts, of loading and of the Content-Security-Policy since the last call; not those of other hosts.
  func errors() async throws -> [String] {
    let entries = try await command("POST", "/se/log", ["type": "browser"]).arrayValue ?? []
    return entries.filter { ["SEVERE", "WARNING"].contains($0["level"]?.stringValue) }
      .compactMap { $0["message"]?.stringValue }.filter { !$0.contains("net::ERR_NAME_NOT_RESOLVED") }
  }

  // MARK: Elements

  /// Waits for an element.
  func element(
    _ selector: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Element {
    try await wait(for: selector) {
      let found = try? await self.command(
        "POST", "/element", ["using": "css selector", "value": .string(selector)])
      return (found?[Element.key]?.stringValue).map { Element(id: $0) }
    }
  }

  /// Waits for a visible element with a role and an accessible name, as a screen reader finds it.
  func element(role: String, _ name: String) async throws -> Element {
    try await wait(for: "\(role) \(name)") {
      try await self.elements(role: role).first { $0.name == name }?.element
    }
  }

  /// The visible elements of a role with their accessible names.
  func elements(role: String) async throws -> [(name: String, element: Element)] {
    let selectors = [
      "button": "button, [role=button]", "link": "a[href]", "textbox": "input, textarea",
      "menuitem": "[role=menuitem]", "heading": "h1, h2, h3", "list": "ul, ol, [role=list]",
      "navigation": "nav", "dialog": "dialog", "status": "[role=status]", "checkbox": "input[type=checkbox]",
    ]
    let found = try await script(
      "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility())",
      [.string(selectors[role] ?? "[role=\(role)]")])
    var elements: [(name: String, element: Element)] = []
    for reference in found.arrayValue ?? [] {
      guard let id = reference[Element.key]?.stringValue else { continue }
      let element = Element(id: id)
      // The page may have replaced it meanwhile.
      guard let name = try? await self.name(of: element) else { continue }
      elements.append((name, element))
    }
    return elements
  }

  /// The accessible name that the browser computes (WebDriver §12.4.10).
  func name(of element: Element) async throws -> String {
    try await command("GET", "/element/\(element.id)/computedlabel").stringValue ?? ""
  }

  /// The role that the browser computes (WebDriver §12.4.9).
  func role(of element: Element) async throws -> String {
    try await command("GET", "/element/\(element.id)/computedrole").stringValue ?? ""
  }

  func text(of element: Element) async throws -> String {
    try await command("GET", "/element/\(element.id)/text").stringValue ?? ""
  }

  func click(_ element: Element) async throws { try await command("POST", "/element/\(element.id)/click") }

  func click(button name: String) async throws { try await click(try await element(role: "button", name)) }

  /// Replaces the text of a field.
  func type(_ text: String, into element: Element) async throws {
    try await command("POST", "/element/\(element.id)/clear")
    try await command("POST", "/element/\(element.id)/value", ["text": .string(text)])
  }

  // MARK: Input

  /// Presses keys one after another. Keys in a nested list are held together.
  func press(_ keys: [String]...) async throws {
    var actions: [JSONValue] = []
    for chord in keys {
      actions += chord.map { ["type": "keyDown", "value": .string($0)] }
      actions += chord.reversed().map { ["type": "keyUp", "value": .string($0)] }
    }
    try await command(
      "POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": .array(actions)]]])
  }

  func write(_ text: String) async throws {
    for character in text { try await press([String(character)]) }
  }

  /// Presses Tab until an element that a selector matches has the focus.
  /// - Throws: ``Failure`` after 200 elements.
  func tab(to selector: String) async throws {
    for _ in 0..<200 {
      let isThere = try await script(
        "return document.activeElement?.matches(arguments[0]) ?? false", [.string(selector)])
      if isThere == true { return }
      try await press([Key.tab])
    }
    throw Failure(description: "Tab does not lead to \(selector)")
  }

  // MARK: Waiting

  /// Waits until a script returns true.
  func wait(until script: String, _ arguments: JSONValue...) async throws {
    _ = try await wait(for: script) {
      (try? await self.script(script, arguments)) == true ? true : nil
    }
  }

  /// Waits until the status region says a text.
  func waitForStatus(_ text: String) async throws {
    try await wait(
      until: "return document.querySelector('[role=status]')?.textContent.includes(arguments[0]) ?? false",
      .string(text))
  }

  /// Waits until a condition has a value. The limit is far above what a sanitized server takes beside other load.
  func wait<Value>(for what: String, _ condition: () async throws -> Value?) async throws -> Value {
    var value: Value?
    _ = try await eventuallyHolds(within: .seconds(120)) {
      value = try await condition()
      return value != nil
    }
    if let value { return value }
    let page = (try? await text(of: try await element("body"))) ?? ""
    throw Failure(description: "waited for \(what); the page says: \(page.prefix(800))")
  }
}

extension Trait where Self == Browser.OneForSuite {
  /// Windows of one browser for the tests of a suite, which must be `.serialized`.
  static var inOneBrowser: Self { Self() }
}
