import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee convert`: what it writes is served as the other tool would answer.
@Suite final class ConvertTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  @Test func `a database of json-server becomes collections`() async throws {
    try folder.write(
      #"{"posts":[{"id":"1","title":"a"},{"title":"b"},{"id":"1"}],"profile":{"name":"{{x}}"},"version":[],"n":1}"#,
      to: "db.json")
    let run = try await Program.run(["convert", "json-server", "db.json"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.outputLines.prefix(5) == [
        "db.json: /posts/1: an item of a collection is an object with an id",
        "db.json: /posts/2/id: the id \"1\" is repeated",
        "db.json: /profile: an object can be read, but not changed with PUT and PATCH",
        "db.json: /n: a resource is an array or an object",
        "screens/_endpoints/version.json: not written: \"/version\" is Marquee's own; give it another first segment, such as /api/version",
      ])
    #expect(run.outputLines.last == "2 endpoints written to screens/_endpoints")
    // Existing files stay.
    let again = try await Program.run(["convert", "json-server", "db.json", "--allow-left-out"], in: folder)
    #expect(again.status == 1 && again.errors.contains("exists, and is not replaced"))
    try await Server.run(in: folder) { server in
      let posts = try await server.get("/posts")
      #expect(posts.text == #"[{"id":"1","title":"a"}]"#)
      #expect(try await server.get("/profile").text == #"{"name":"{{x}}"}"#)
    }
  }

  @Test func `a file of the author stays, and the converted one of its address is left out`() async throws {
    // The name of the converted file is before that of the author's.
    try folder.write(
      #"{"request":{"method":"GET","path":"/carts"},"responses":[{"text":"mine"}]}"#,
      to: "screens/_endpoints/mine.json")
    try folder.write(#"{"carts":{"a":1},"users":{"b":2}}"#, to: "db.json")
    let run = try await Program.run(["convert", "json-server", "db.json"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.outputLines.dropFirst(2) == [
        "screens/_endpoints/carts.json: not written: no request can tell it apart from an endpoint of screens/_endpoints/mine.json, which stays; change the path of one of them",
        "1 endpoint written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      let first = try await server.get("/carts")
      #expect(first.text == "mine")
      #expect(try await server.get("/users").text == #"{"b":2}"#)
    }
  }

  @Test func `a file is compact if the server would not read the indented one, and left out if neither`()
    async throws
  {
    func items(_ size: Int) -> String {
      let text = String(repeating: "y", count: size)
      return (0..<6000).map { #"{"id":"\#($0)","a":{"b":{"c":{"d":"\#(text)"}}}}"# }.joined(separator: ",")
    }
    try folder.write(#"{"some":[\#(items(100))],"many":[\#(items(200))]}"#, to: "db.json")
    let run = try await Program.run(["convert", "json-server", "db.json"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.outputLines == [
        "screens/_endpoints/many.json: not written: the file has more than 1048576 bytes",
        "1 endpoint written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      let first = try await server.get("/some/5999")
      #expect(first.status == 200)
    }
  }

  @Test func `a folder has at most 5000 endpoints, and names that differ in case get numbers`() async throws {
    try folder.write(
      #"{"request":{"method":"GET","path":"/mine"},"responses":[{}]}"#, to: "screens/_endpoints/mine.json")
    let names = ["Users", "users"] + (0..<4998).map { "r\($0)" }
    try folder.write("{\(names.map { "\"\($0)\":[]" }.joined(separator: ","))}", to: "db.json")
    let run = try await Program.run(["convert", "json-server", "db.json"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.outputLines == [
        "screens/_endpoints/r4997.json: not written: a folder has at most 5000 endpoints",
        "4999 endpoints written to screens/_endpoints",
      ])
    #expect(folder.text(of: "screens/_endpoints/users-2.json").contains("/users"))
  }

  @Test func `a resource is one segment of a path`() async throws {
    try folder.write(#"{"{all...}":[],"a/b":[]}"#, to: "db.json")
    let run = try await Program.run(["convert", "json-server", "db.json"], in: folder)
    #expect(
      run.outputLines == [
        "db.json: /{all...}: the name of a resource is one segment of a path",
        "db.json: /a~1b: the name of a resource is one segment of a path",
        "0 endpoints written to screens/_endpoints",
      ])
  }

  private static let stubs = #"""
    {"mappings": [
      {"request": {"method": "GET", "url": "/some/thing?a=1"}, "response": {"status": 200, "body": "one {{x}}"}},
      {"priority": 9, "request": {"method": "GET", "urlPath": "/some/thing"}, "response": {"status": 404}},
      {"priority": 1, "request": {"method": "GET", "urlPath": "/some/thing",
        "headers": {"X-App": {"matches": "ios|android"}, "X-No": {"absent": true}},
        "queryParameters": {"q": {"contains": "a.b"}}}, "response": {"jsonBody": {"found": 1.0}, "headers": {"X-A": "b"}}},
      {"request": {"method": "ANY", "urlPathPattern": "/things/[^/]+/[0-9]+"}, "response": {"status": 201}},
      {"request": {"method": "POST", "urlPathTemplate": "/contacts/{id}", "pathParameters": {"id": {"equalTo": "7"}},
        "bodyPatterns": [{"equalToJson": "{\"a\": {\"b\": 2}}", "ignoreExtraElements": true},
          {"matchesJsonPath": {"expression": "$.list[0]", "equalTo": "x"}}]}, "response": {"bodyFileName": "ok.json"}},
      {"scenarioName": "To do", "requiredScenarioState": "Started", "newScenarioState": "Added",
        "request": {"method": "PUT", "url": "/todo"}, "response": {"body": "first"}},
      {"scenarioName": "To do", "requiredScenarioState": "Added",
        "request": {"method": "PUT", "url": "/todo"}, "response": {"body": "second"}},
      {"request": {"method": "GET", "url": "/gone"}, "response": {"fault": "EMPTY_RESPONSE", "fixedDelayMilliseconds": 5}},
      {"request": {"method": "GET", "urlPattern": "/all/.*"}, "response": {}},
      {"request": {"method": "GET", "url": "/t", "cookies": {"s": {"equalTo": "1"}}}, "response": {}},
      {"request": {"method": "GET", "url": "/u"}, "response": {"body": "{{now}}", "transformers": ["response-template"]}}
    ]}
    """#

  @Test func `stub mappings of WireMock become endpoints`() async throws {
    try folder.write(Self.stubs, to: "wiremock/mappings/all.json")
    try folder.write(#"{"ok": true}"#, to: "wiremock/__files/ok.json")
    let run = try await Program.run(["convert", "wiremock", "wiremock", "--allow-left-out"], in: folder)
    #expect(run.status == 0)
    let file = "wiremock/mappings/all.json: /mappings"
    #expect(
      run.outputLines == [
        "\(file)/0/response/body: {{…}} is sent as text, because the stub lacks the transformer response-template; if WireMock runs with --global-response-templating, give the same flag",
        "\(file)/10/response/body: the stub is left out: responses have no template {{now}}",
        "11 endpoints written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      #expect(try await server.get("/some/thing?a=1").text == "one {{x}}")
      #expect(try await server.get("/some/thing").status == 404)
      let found = try await server.get("/some/thing?q=xa.bx", fields: [.init("X-App", "ios")])
      #expect(found.text == #"{"found":1.0}"# && found.value(of: "X-A") == "b")
      #expect(try await server.get("/some/thing?q=xaxbx", fields: [.init("X-App", "ios")]).status == 404)
      #expect(try await server.send("DELETE", "/things/x/12", [], nil).status == 201)
      #expect(try await server.get("/things/x/y").status == 404)
      let json = [CurlField("Content-Type", "application/json")]
      let contact = try await server.send("POST", "/contacts/7", json, #"{"a":{"b":2,"c":3},"list":["x"]}"#)
      #expect(contact.text == #"{"ok": true}"#)
      #expect(
        try await server.send("POST", "/contacts/7", json, #"{"a":{"b":3},"list":["x"]}"#).status == 404)
      for wanted in ["first", "second", "second"] {
        #expect(try await server.send("PUT", "/todo", [], nil).text == wanted)
      }
      #expect(try await server.get("/all/of/it").status == 200)
      #expect(try await server.get("/t", fields: [CurlField("Cookie", "s=1")]).status == 200)
      #expect(try await server.get("/t", fields: [CurlField("Cookie", "s=2")]).status == 404)
    }
  }
}
