import CurlClient
import Foundation
import JSONText
import MarqueeServer
import TestFolders
import Testing

/// The mock of a server within this process, which changes as by the admin API.
@Suite final class EmbeddedMockTests: Sendable {
  private let folder: ScreensFolder
  private let session: CurlSession

  init() throws {
    folder = try ScreensFolder()
    session = try CurlSession()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(#"{"rules":[{"status":503}]}"#, to: "screens/_scenarios/error.json")
  }

  private var configuration: Marquee.Configuration { .init(screens: folder.path("screens")) }

  private func get(_ path: String, of server: Marquee) async throws -> CurlResponse {
    try await session.response(
      to: CurlRequest(
        "GET", "\(server.url)\(path)", fields: [.init("Authorization", "Bearer \(server.adminToken)")]))
  }

  private func statuses(_ path: String, of server: Marquee, count: Int) async throws -> [Int] {
    var statuses: [Int] = []
    for _ in 0..<count { statuses.append(try await get(path, of: server).status) }
    return statuses
  }

  @Test func `a rule applies to the requests that it matches, until it is removed`() async throws {
    try await Marquee.withServer(configuration) { server in
      try await server.mock.set(
        "flaky", to: .init(on: "li*", attributes: ["country": "KR", "age": "30"], times: 2, status: 503))
      try await server.mock.set("gone", to: .init(order: -1, status: 410))
      #expect(server.mock.rules == ["gone", "flaky"])
      #expect(try await server.mock.remove("gone"))
      #expect(try await server.mock.remove("gone") == false)
      #expect(try await statuses("/screens/lines?country=KR&age=31", of: server, count: 1) == [200])
      #expect(
        try await statuses("/screens/lines?country=KR&age=30", of: server, count: 3) == [503, 503, 200])
      // The same rule again has new counters.
      for _ in 0..<2 {
        try await server.mock.set("flaky", to: .init(times: 1, status: 503))
        #expect(try await statuses("/screens/lines", of: server, count: 2) == [503, 200])
      }
      try await server.mock.set("flaky", to: .init(fault: .empty))
      await #expect(throws: CurlError.self) { try await get("/screens/lines", of: server) }
      try await server.mock.set("flaky", to: .init(chaos: .emptyScreen))
      #expect(try await get("/screens/lines", of: server).text == Lines.viewItems([]))
      try await server.mock.removeAll()
      #expect(server.mock.rules == [])
      #expect(try await get("/screens/lines", of: server).text == Lines.viewItems(["a", "b"]))
      let audit = try await get("/admin/audit?limit=50", of: server).text
      for action in ["set-mock-rule", "delete-mock-rule"] {
        #expect(audit.contains(#""action":"\#(action)""#), "\(audit)")
      }
      #expect(audit.contains(#""by":"admin""#))
    }
  }

  @Test func `endpoints, collections and screens at other addresses are set in Swift`() async throws {
    try await Marquee.withServer(configuration) { server in
      try await server.mock.setEndpoint(
        "login",
        to: .init(
          .post, "/api/login", body: ["type": "object", "required": ["name"]],
          [
            .init(when: ["body.name": "locked"], status: 403),
            .init(
              headers: ["X-By": "{{body.name}}"], body: ["hello": "{{body.name}}"],
              set: ["user": "{{=body.name}}"]),
          ]))
      try await server.mock.setEndpoint(
        "products", to: .collection("/api/products", seed: [["id": 1, "price": 1.5]]))
      try await server.mock.setEndpoint(
        "start",
        to: .screen("lines", at: "/v2/start", user: "headers.x-user", attributes: ["country": "query.c"]))
      #expect(server.mock.endpoints == ["login", "products", "start"])
      func post(_ name: String) async throws -> CurlResponse {
        try await session.response(
          to: CurlRequest("POST", "\(server.url)/api/login", body: Array(#"{"name":"\#(name)"}"#.utf8)))
      }
      #expect(try await post("locked").status == 403)
      #expect(try await post("ann").text == #"{"hello":"ann"}"#)
      #expect(server.mock.state == ["user": "ann"])
      #expect(try await get("/api/products/1", of: server).text == #"{"id":1,"price":1.5}"#)
      #expect(try await get("/v2/start", of: server).text == Lines.viewItems(["a", "b"]))
      try await server.mock.resetState()
      #expect(server.mock.state == [:])
      #expect(try await server.mock.removeEndpoint("login"))
      #expect(try await server.mock.removeEndpoint("login") == false)
      #expect(try await post("ann").status == 404)
      try await server.mock.removeAllEndpoints()
      #expect(server.mock.endpoints == [])
      let wrong = Marquee.MockEndpoint(.get, "/api/{a}", [.init(text: "{{path.b}}")])
      let error = await #expect(throws: MockError.self) {
        try await server.mock.setEndpoint("wrong", to: wrong)
      }
      #expect(error?.description == "the path has no placeholder {b}; known: a")
    }
  }

  @Test func `the admin API has the rule as it was set`() async throws {
    let rule = Marquee.MockRule(
      on: "**", attributes: ["a": "x", "b": "true"], nth: 3, probability: 0.5, times: 4, order: -2, seed: 7,
      delay: .lognormal(median: .milliseconds(20), sigma: 0.5), bytesPerSecond: 100, status: 404,
      fault: .half, chaos: .longText, scenario: "error")
    let json =
      #"{"name":"all","match":{"route":"**","condition":{"a":"x","b":true},"nth":3,"probability":0.5,"times":4},"order":-2,"seed":7,"delay":{"median":20,"sigma":0.5},"bytesPerSecond":100,"status":404,"fault":"half","chaos":"long-text","scenario":"error"}"#
    try await Marquee.withServer(configuration) { server in
      try await server.mock.set("all", to: rule)
      #expect(try await get("/admin/mock/rules/all", of: server).text == json)
      try await server.mock.set("all", to: .init(delay: .range(.zero ... .seconds(2))))
      #expect(
        try await get("/admin/mock/rules/all", of: server).text
          == #"{"name":"all","delay":{"from":0,"to":2000}}"#)
      try await server.mock.set("all", to: .init(delay: .fixed(.seconds(1))))
      #expect(
        try await get("/admin/mock/rules/all", of: server).text == #"{"name":"all","delay":1000}"#)
    }
  }

  @Test func `faults and chaos are those of the admin API`() async throws {
    try await Marquee.withServer(configuration) { server in
      let document = try JSONParser.parse(Array(try await get("/openapi.json", of: server).body))
      let members = document["components"]?["schemas"]?["MockRule"]?["properties"]
      func names(_ member: String) -> [String]? {
        members?[member]?["enum"]?.arrayValue?.compactMap(\.stringValue)
      }
      #expect(names("fault") == Marquee.Fault.allCases.map(\.rawValue))
      #expect(names("chaos") == Marquee.Chaos.allCases.map(\.rawValue))
    }
  }

  private static let invalid: [(name: String, rule: Marquee.MockRule, message: String)] = [
    (
      "r", .init(on: "lines"),
      "a rule needs at least one effect; add one of delay, bytesPerSecond, status, fault, chaos, scenario"
    ),
    ("r", .init(probability: 2, status: 503), #""probability" cannot be 2; write a number from 0 to 1"#),
    ("r", .init(probability: .nan, status: 503), "probability is nan; write a number from 0 to 1"),
    (
      "r", .init(delay: .fixed(.seconds(300))),
      "delay is 300.0 seconds; write a delay from 0 to 120 seconds, and a sigma from 0 to 10"
    ),
    (
      "r", .init(status: 503, fault: .reset),
      "the fault reset sends no status; remove the fault or the status"
    ),
    ("r", .init(scenario: "errror"), #"there is no scenario "errror"; did you mean error?"#),
    (
      "a b", .init(status: 503),
      #"a rule cannot be named "a b"; write letters, digits, ".", "_" and "-", beginning with a letter or digit"#
    ),
  ]

  @Test func `an invalid rule is an error that names what is wrong and what is right`() async throws {
    try await Marquee.withServer(configuration) { server in
      for (name, rule, message) in Self.invalid {
        let error = await #expect(throws: MockError.self) { try await server.mock.set(name, to: rule) }
        #expect(error?.description == message)
      }
      #expect(server.mock.rules == [])
    }
  }

  @Test func `a scenario is switched on and off`() async throws {
    try await Marquee.withServer(configuration) { server in
      #expect(server.mock.scenarios == ["error"])
      #expect(server.mock.scenario == nil)
      try await server.mock.switchOn("error")
      #expect(server.mock.scenario == "error")
      #expect(try await get("/screens/lines", of: server).status == 503)
      let error = await #expect(throws: MockError.self) { try await server.mock.switchOn("errors") }
      #expect(error?.description == #"there is no scenario "errors"; did you mean error?"#)
      try await server.mock.switchOff()
      #expect(server.mock.scenario == nil)
      #expect(try await get("/screens/lines", of: server).status == 200)
    }
  }

  @Test func `a mock that is off, and one of a stopped server, change nothing`() async throws {
    var off = configuration
    off.hasMock = false
    let mock = try await Marquee.withServer(off) { server in
      for change in [
        { try await server.mock.set("r", to: .init(status: 503)) },
        { try await server.mock.switchOn("error") },
      ] as [@Sendable () async throws -> Void] {
        let error = await #expect(throws: MockError.self) { try await change() }
        #expect(error?.description == "the mock is off; set hasMock in the configuration")
      }
      return server.mock
    }
    #expect(mock.rules == [])
    let stopped = try await Marquee.withServer(configuration) { $0.mock }
    await #expect(throws: MockError.self) { try await stopped.set("r", to: .init(status: 503)) }
    #expect(stopped.rules == [])
  }
}
