import CurlClient
import JSONText
import TestFolders
import Testing

/// The endpoints of the mock: their list, the view of one, a request to try, and the state.
extension ConsoleTests {
  /// - Parameters:
  ///   - request: the members of the request.
  ///   - others: the other members of the document.
  private func writeEndpoint(_ name: String, _ request: String, _ others: String) throws {
    try folder.write(
      #"{"request":{\#(request)},\#(others)}"#, to: "screens/_endpoints/\(name).json")
  }

  /// Two endpoints for the same requests, of which one needs a field.
  private func writeCarts() throws {
    let request = #""method":"GET","path":"/api/carts/{cart}""#
    try writeEndpoint("cart", request, #""responses":[{"body":{"id":"{{path.cart}}"}}]"#)
    try writeEndpoint(
      "vip", request + #","when":{"headers.x-vip":"1"}"#, #""responses":[{"body":{"vip":true}}]"#)
  }

  /// Waits for the text of each endpoint that was matched.
  private func waitForVerdicts(_ browser: Browser, _ texts: [String]...) async throws {
    let wanted = JSONValue.array(texts.map { .array($0.map(JSONValue.string)) })
    try await browser.wait(
      until: """
        const items = [...document.querySelectorAll('.verdicts li')].map((item) => item.textContent);
        return items.length === arguments[0].length
          && items.every((text, index) => arguments[0][index].every((part) => text.includes(part)))
        """, wanted)
  }

  @Test func `endpoints are listed with what they do, and found by name, method or path`() async throws {
    try writeCarts()
    for number in 1...5 {
      try writeEndpoint(
        "list-\(number)", #""path":"/api/lists/\#(number)""#, #""collection":{"seed":[{"id":1}]}"#)
    }
    try await run { server, browser in
      try await browser.open(server.url + "/console/mock?tab=endpoints")
      _ = try await browser.element("main tbody tr")
      let rows = try await browser.script(
        "return [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent)")
      #expect(rows.arrayValue?.count == 7)
      #expect(rows.arrayValue?.first == "cart/api/carts/{cart}GET1 responseFile")
      #expect(
        rows.arrayValue?.dropFirst().first
          == "list-1/api/lists/1GET, POST, PUT, PATCH, DELETEA collectionFile")
      let search = try await browser.element(role: "textbox", "Search")
      for (text, count) in [("lists/3", 1), ("delete", 5), ("vip", 1)] {
        try await browser.type(text, into: search)
        try await browser.wait(
          until: "return document.querySelectorAll('main tbody tr').length === arguments[0]",
          .number(JSONNumber(count)))
      }
      try await browser.click(try await browser.element("main tbody a"))
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'vip'")
      #expect(try await browser.url == server.url + "/console/mock/endpoints/vip")
    }
  }

  @Test func `an endpoint is edited with its errors at their lines, and answers once it is saved`()
    async throws
  {
    try await run(allowsErrors: true) { server, browser in
      try await browser.open(server.url + "/console/mock?tab=endpoints")
      let empty = try await browser.element("main .empty")
      #expect(try await browser.text(of: empty).contains("screens/_endpoints/"))
      try await browser.click(button: "Add endpoint")
      try await browser.type("hello", into: try await browser.element(role: "textbox", "Name"))
      try await browser.click(button: "Write its document")
      let document = try await browser.element(role: "textbox", "JSON")
      let text = """
        {
          "request": { "method": "GET", "path": "/api/hello" },
          "responses": [{ "body": { "hello": "ann" } }]
        }
        """
      try await browser.type(text.replacing("responses", with: "respones"), into: document)
      try await browser.click(button: "Save")
      try await browser.click(button: "line 3, column 3")
      let marked = try await browser.script(
        """
        const input = document.activeElement;
        return [[...document.querySelectorAll('.json-lines span')].map((line) => line.textContent),
          input.value.slice(input.selectionStart, input.selectionStart + 10)]
        """)
      #expect(marked == [["1", "3"], "\"respones\""])
      #expect(try await server.get("/api/hello").status == 404)

      // A syntax error needs no server.
      try await browser.type(text.replacing("}]", with: "}"), into: document)
      try await browser.wait(
        until:
          "return document.querySelector('main .error:not([hidden])')?.textContent.includes('in line 4') ?? false"
      )
      try await browser.type(text, into: document)
      try await browser.click(button: "Save")
      try await browser.waitForStatus("The endpoint hello is saved")
      #expect(try await server.get("/api/hello").text == #"{"hello":"ann"}"#)
      #expect(try await browser.url == server.url + "/console/mock/endpoints/hello")

      try await browser.click(button: "Delete")
      try await browser.click(try await browser.element("dialog footer .danger"))
      try await browser.waitForStatus("The endpoint hello is deleted")
      #expect(try await server.get("/api/hello").status == 404)
    }
  }

  @Test func `the endpoint of a file answers again when the one in its place is deleted`() async throws {
    try writeCarts()
    try await run { server, browser in
      try await browser.open(server.url + "/console/mock/endpoints/cart")
      let document = try await browser.element(role: "textbox", "JSON")
      try await browser.type(
        #"{"request":{"method":"GET","path":"/api/carts/{cart}"},"responses":[{"text":"mine"}]}"#,
        into: document)
      try await browser.click(button: "Save")
      try await browser.waitForStatus("The endpoint cart is saved")
      #expect(try await server.get("/api/carts/7").text == "mine")
      try await browser.click(button: "Delete")
      try await browser.click(try await browser.element("dialog footer .danger"))
      try await browser.waitForStatus("The endpoint cart of the file answers again")
      #expect(try await server.get("/api/carts/7").text == #"{"id":"7"}"#)
      let isOfFile = try await browser.script(
        "return document.querySelector('.json-editor textarea').value.includes('path.cart')")
      #expect(isOfFile == true)
    }
  }

  @Test func `a request is tried, and each endpoint says why it answers or does not`() async throws {
    try writeCarts()
    try await run(allowsErrors: true) { server, browser in
      try await browser.open(server.url + "/console/mock?tab=endpoints")
      let path = try await browser.element(role: "textbox", "Path and query")
      let fields = try await browser.element(role: "textbox", "Fields")
      try await browser.type("/api/carts/7?x=1", into: path)
      try await browser.click(button: "Send")
      // The endpoint that answers is the first one.
      try await waitForVerdicts(browser, ["Answers", "cart"], ["Condition", "vip", "x-vip"])
      let body = try await browser.script("return document.querySelector('.code-view code').textContent")
      #expect(body == "{\n  \"id\": \"7\"\n}")

      try await browser.type("X-Vip: 1", into: fields)
      try await browser.click(button: "Send")
      try await waitForVerdicts(browser, ["Answers", "vip"], ["Later", "cart"])

      try await browser.type("Cookie: a=1", into: fields)
      try await browser.click(button: "Send")
      #expect(try await problem(browser) == "Browsers do not send cookie. Try it with curl.")
      try await browser.type("/api/card/7", into: path)
      try await browser.type("X-Vip: 1", into: fields)
      try await browser.click(button: "Send")
      try await waitForVerdicts(browser, ["Path", "/api/carts/{cart}"])

      try await browser.open(server.url + "/console/requests")
      try await browser.click(button: "Request 2: GET /api/carts/7")
      try await browser.click(try await browser.element("main a[href$='/console/mock/endpoints/vip']"))
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'vip'")
    }
  }

  @Test func `the state is edited, follows requests, and is reset`() async throws {
    try writeEndpoint(
      "me", #""method":"GET","path":"/api/me""#,
      #""responses":[{"when":{"state.user":{"$exists":true}},"text":"{{state.user}}"},{"status":401}]"#)
    try writeEndpoint(
      "login", #""method":"PUT","path":"/api/users/{name}""#,
      #""responses":[{"set":{"user":"{{path.name}}"}}]"#)
    try writeEndpoint("lists", #""path":"/api/lists""#, #""collection":{"seed":[{"id":1}]}"#)
    try await run { server, browser in
      func signIn(_ name: String) async throws {
        try await browser.script(
          "return fetch(`/api/users/${arguments[0]}`, { method: 'PUT' }).then(() => true)", [.string(name)])
      }
      func waitForText(_ text: String) async throws {
        try await browser.wait(
          until: "return document.querySelector('.json-editor textarea').value.includes(arguments[0])",
          .string(text))
      }
      try await browser.open(server.url + "/console/mock?tab=state")
      let state = try await browser.element(role: "textbox", "JSON")
      try await signIn("ann")
      try await waitForText("\"ann\"")
      try await browser.type(#"{"state": {"user": "bob"}}"#, into: state)
      try await browser.click(button: "Save")
      try await browser.waitForStatus("The state is saved")
      #expect(try await server.get("/api/me").text == "bob")
      // What was left out is still there.
      try await waitForText("\"lists\"")

      // What is typed stays when a request changes the state.
      try await browser.type(#"{"collections": {"lists": []}}"#, into: state)
      try await signIn("cara")
      _ = try await browser.element("main .message.warn")
      try await waitForText(#""lists": []"#)
      try await browser.click(button: "Save")
      try await browser.waitForStatus("The state is saved")
      try await waitForText("\"cara\"")
      #expect(try await server.get("/api/lists").text == "[]")

      try await browser.click(button: "Reset")
      try await browser.click(try await browser.element("dialog footer .danger"))
      try await browser.waitForStatus("The state is reset")
      #expect(try await server.get("/api/me").status == 401)
      #expect(try await server.get("/api/lists").text == #"[{"id":1}]"#)
    }
  }

  @Test func `the keyboard alone opens, edits and tries an endpoint`() async throws {
    try writeCarts()
    try await run { server, browser in
      try await browser.open(server.url + "/console/mock")
      _ = try await browser.element("[role=tab]")
      try await browser.tab(to: "[role=tab]")
      try await browser.press([Browser.Key.right])
      _ = try await browser.element("main tbody a")
      try await browser.tab(to: "main tbody a")
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element(".json-editor textarea")
      try await browser.tab(to: ".json-editor textarea")
      try await browser.press([" "], [Browser.Key.control, "s"])
      try await browser.waitForStatus("The endpoint cart is saved")
      try await browser.tab(to: ".request-form input")
      try await browser.press([Browser.Key.enter])
      try await waitForVerdicts(browser, ["Answers", "cart"], ["Condition", "vip"])
    }
  }
}
