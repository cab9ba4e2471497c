import CurlClient
import Foundation
import TestFolders
import Testing

/// `marquee convert wiremock`: files that are no stubs, and stubs that no endpoint can write.
@Suite final class WireMockMistakeTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
  }

  private static let file = "wiremock/mappings/all.json: /mappings"

  private func convert(_ stubs: String) async throws -> (status: Int32, lines: [String]) {
    try folder.write("{\"mappings\": [\(stubs)]}", to: "wiremock/mappings/all.json")
    let run = try await Program.run(["convert", "wiremock", "wiremock"], in: folder)
    #expect(run.errors.isEmpty)
    return (run.status, run.outputLines)
  }

  @Test func `a value without request and response is no stub`() async throws {
    try folder.write("[{\"request\": {}}]", to: "wiremock/mappings/array.json")
    try folder.write("3", to: "wiremock/mappings/number.json")
    try folder.write("{\"meta\": {}}", to: "wiremock/mappings/object.json")
    let run = try await convert(
      #""text", {"request": "/a", "response": {}}, {"request": {"urlPath": "/b", "headers": []}}"#)
    #expect(run.status == 1)
    #expect(
      run.lines == [
        "\(Self.file)/0: this is no stub: it has neither \"request\" nor \"response\"",
        "\(Self.file)/1/request: the stub is left out: this is an object in the files of WireMock",
        "\(Self.file)/2/request/headers: the stub is left out: this is an object in the files of WireMock",
        "wiremock/mappings/array.json: the file: this is no stub: it has neither \"request\" nor \"response\"",
        "wiremock/mappings/number.json: the file: this is no stub: it has neither \"request\" nor \"response\"",
        "wiremock/mappings/object.json: the file: this is no stub: it has neither \"request\" nor \"response\"",
        "0 endpoints written to screens/_endpoints",
      ])
  }

  @Test(arguments: ["-1", "9", "99999999999999999999"])
  func `a template names only segments of the path`(index: String) async throws {
    let template = "{{request.pathSegments.[\(index)]}}"
    let run = try await convert(
      #"{"request": {"method": "GET", "urlPath": "/a/b"}, "response": {"body": "\#(template)", "transformers": ["response-template"]}}"#
    )
    #expect(
      run.lines == [
        "\(Self.file)/0/response/body: the stub is left out: responses have no template \(template)",
        "0 endpoints written to screens/_endpoints",
      ])
  }

  @Test(arguments: ["!", "("]) func `a filter has a limited depth`(operation: String) async throws {
    let filter = String(repeating: operation, count: 200_000)
    let run = try await convert(
      #"{"request": {"method": "POST", "urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": "$[?(\#(filter)@.a)]"}]}, "response": {}}"#
    )
    #expect(run.lines.count == 2 && run.lines[0].contains("the stub is left out: conditions name members"))
  }

  @Test func `stubs beyond the size of a file are left out`() async throws {
    let body = String(repeating: "y", count: 300_000)
    let stubs = (0..<5).map {
      #"{"request": {"method": "GET", "urlPath": "/big", "headers": {"H": {"equalTo": "\#($0)"}}}, "response": {"body": "\#($0)\#(body)"}}"#
    }
    let run = try await convert(stubs.joined(separator: ","))
    #expect(
      run.lines == [
        "\(Self.file)/0: the stub is left out: the file of an endpoint has at most 1048576 bytes",
        "\(Self.file)/1: the stub is left out: the file of an endpoint has at most 1048576 bytes",
        "1 endpoint written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      let first = try await server.get("/big", fields: [.init("H", "4")])
      #expect(first.text == "4" + body)
      #expect(try await server.get("/big", fields: [.init("H", "1")]).status == 404)
    }
  }

  @Test func `stubs share the asset of their file`() async throws {
    try Data([0xFF, 0x00]).write(to: URL(fileURLWithPath: try folderOfFiles() + "/i.bin"))
    try Data([0xFE]).write(to: URL(fileURLWithPath: try folderOfFiles() + "/I.bin"))
    let stubs = [("a", "i.bin"), ("b", "i.bin"), ("d", "I.bin")].map {
      #"{"request": {"method": "GET", "urlPath": "/\#($0.0)"}, "response": {"bodyFileName": "\#($0.1)"}}"#
    }
    let run = try await convert(stubs.joined(separator: ","))
    #expect(
      run.lines == ["3 endpoints written to screens/_endpoints", "2 files written to screens/_assets"])
    #expect(run.status == 0)
    try await Server.run(in: folder) { server in
      let first = try await server.get("/b")
      #expect(first.body == [0xFF, 0x00])
      #expect(try await server.get("/d").body == [0xFE])
    }
  }

  private func folderOfFiles() throws -> String {
    let path = folder.path("wiremock/__files")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func `expressions that mean something else in ECMAScript are left out`() async throws {
    let run = try await convert(
      #"""
      {"request": {"method": "GET", "urlPath": "/a", "headers": {"X": {"matches": "[a-c[x-z]]"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/b", "headers": {"X": {"matches": "[\\h]"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/c", "headers": {"X": {"matches": "[\\b]"}}}, "response": {}},
      {"request": {"method": "GET", "urlPath": "/d", "headers": {"X": {"matches": "[a&&b]"}}}, "response": {}},
      {"request": {"method": "GET", "urlPathTemplate": "/a//b/{id}"}, "response": {}},
      {"request": {"method": "GET", "urlPathPattern": "^/alt$|^/alu$"}, "response": {"body": "alternatives"}},
      {"request": {"method": "GET", "urlPath": "/e", "headers": {"X": {"matches": "[]\\_\\p{Upper}]+"}}}, "response": {"body": "set"}},
      {"request": {"method": "GET", "urlPathPattern": "/f/[\\S]+/end"}, "response": {"body": "not in the query"}}
      """#)
    #expect(
      run.lines == [
        "\(Self.file)/0/request/headers/X/matches: the stub is left out: regular expressions have no set in a set",
        "\(Self.file)/1/request/headers/X/matches: the stub is left out: regular expressions have no \\h in a set",
        "\(Self.file)/2/request/headers/X/matches: the stub is left out: regular expressions have no \\b in a set",
        "\(Self.file)/3/request/headers/X/matches: the stub is left out: regular expressions have no intersection of sets",
        "\(Self.file)/4/request/urlPathTemplate: the stub is left out: paths of endpoints have no segment \"\"",
        "3 endpoints written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      let first = try await server.get("/alt?x=1")
      #expect(first.text == "alternatives")
      #expect(try await server.get("/alu").text == "alternatives")
      #expect(try await server.get("/altx").status == 404)
      #expect(try await server.get("/e", fields: [.init("X", "]_A")]).text == "set")
      #expect(try await server.get("/e", fields: [.init("X", "Ä")]).status == 404)
      #expect(try await server.get("/f/a/b/end?x").text == "not in the query")
      #expect(try await server.get("/f/a?b/end").status == 404)
    }
  }

  // MARK: The real backend

  @Test func `a proxy is a note, and a general stub answers beside one with a condition`() async throws {
    let run = try await convert(
      #"""
      {"priority": 9, "request": {"method": "GET", "urlPathPattern": "/api/.*"}, "response": {"body": "general"}},
      {"request": {"method": "GET", "urlPath": "/api/a", "headers": {"X": {"equalTo": "1"}}}, "response": {"body": "own"}},
      {"priority": 7, "request": {"method": "GET", "urlPath": "/api/a", "headers": {"Y": {"equalTo": "1"}}}, "response": {"proxyBaseUrl": "http://b.example"}}
      """#)
    #expect(run.status == 0)
    #expect(
      run.lines == [
        "note: start the server with --upstream http://b.example",
        "2 endpoints written to screens/_endpoints",
      ])
    try await Server.run(in: folder) { server in
      let first = try await server.get("/api/a", fields: [.init("X", "1")])
      #expect(first.text == "own")
      #expect(try await server.get("/api/a", fields: [.init("Y", "1")]).status == 502)
      #expect(try await server.get("/api/a").text == "general")
    }
  }

  @Test func `a stub that has an endpoint of another method is not left out`() async throws {
    let run = try await convert(
      #"""
      {"priority": 9, "request": {"method": "ANY", "urlPath": "/a"}, "response": {"body": "any"}},
      {"request": {"method": "GET", "urlPath": "/a", "headers": {"Y": {"equalTo": "1"}}}, "response": {"proxyBaseUrl": "http://b.example"}},
      {"priority": 9, "request": {"method": "GET", "urlPath": "/a"}, "response": {"body": "get"}}
      """#)
    let reason = "a stub before it forwards some requests to the real backend, and an endpoint forwards last"
    #expect(
      run.lines == [
        "\(Self.file)/0: the stub does not answer GET /a: \(reason)",
        "\(Self.file)/2: the stub is left out: \(reason)",
        "note: start the server with --upstream http://b.example",
        "5 endpoints written to screens/_endpoints",
      ])
  }
}
