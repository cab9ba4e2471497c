import CurlClient
import Foundation
import JSONText
import Testing

/// How an experiment runs, changed while it does.
@Suite final class SteeringTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.ship("home")
  }

  deinit { folder.remove() }

  private static let path = "/experiments/home-price-first"

  @Test func `experiments are listed with all that decides`() async throws {
    try await Server.run(in: folder) { server in
      let list = try JSONParser.parse(try await server.admin("GET", "/experiments").text)
      let one = try #require(list["experiments"]?.arrayValue?.first)
      #expect(one["key"] == "home-price-first")
      #expect(one["route"] == "home")
      #expect(one["status"] == "running")
      #expect(one["coverage"] == 1)
      #expect(one["weights"]?.text == #"{"control":50,"price-first":50}"#)
      #expect(one["seed"] == "home-price-first")
      let alone = try await server.admin("GET", Self.path)
      #expect(alone.text == one.text)
      #expect(alone.value(of: "ETag") == #""1""#)
      let unknown = try await server.admin("GET", "/experiments/home-price")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains("did you mean home-price-first?"))
    }
  }

  @Test func `coverage ramps up and moves nobody, as the dry run says before`() async throws {
    try await Server.run(in: folder) { server in
      let down = try await server.admin("PATCH", Self.path, body: #"{"coverage":0.1}"#)
      #expect(down.status == 200, "\(down.text)")
      let shares = try JSONParser.parse(down.text)["shares"]
      #expect(shares?.text == #"{"entering":0,"leaving":0.9,"moving":0}"#)
      let before = try await server.arms(1...300)
      let dry = try await server.admin("PATCH", Self.path + "?dryRun=true", body: #"{"coverage":0.5}"#)
      #expect(
        dry.text.contains(#""shares":{"entering":0.4,"leaving":0,"moving":0},"dryRun":true"#), "\(dry.text)")
      #expect(try await server.arms(1...300) == before)
      let up = try await server.admin("PATCH", Self.path, body: #"{"coverage":0.5}"#)
      #expect(up.text.contains(#""version":3"#))
      #expect(up.value(of: "ETag") == #""3""#)
      let after = try await server.arms(1...300)
      for (old, new) in zip(before, after) where old != nil { #expect(old == new) }
      #expect(after.count { $0 != nil } > before.count { $0 != nil })
      let versions = try await server.admin("GET", "/screens/home/versions?limit=1")
      #expect(versions.text.contains(#""via":"experiment""#))
    }
  }

  @Test func `what moves units between variants has to be asked for, by whatever way it comes`() async throws
  {
    try await Server.run(in: folder) { server in
      let weights = #"{"weights":{"control":75,"price-first":25}}"#
      let refused = try await server.admin("PATCH", Self.path, body: weights)
      #expect(refused.status == 409)
      #expect(refused.text.contains("25.0 % of all units would go from one variant"), "\(refused.text)")
      #expect(refused.text.contains(#""shares":{"entering":0,"leaving":0,"moving":0.25}"#), "\(refused.text)")
      #expect(
        try await server.admin("PATCH", Self.path + "?dryRun=true", body: weights).status == 409)
      // Another seed, by the definition itself.
      let definition = try await server.admin("GET", "/screens/home").text
      let seeded = definition.replacing(
        #""key":"home-price-first","#, with: #""key":"home-price-first","seed":"x","#)
      #expect(seeded != definition)
      #expect(try await server.admin("PUT", "/screens/home", body: seeded).status == 409)
      #expect(try await server.get("/screens/home").value(of: "Screen-Version") == "1")
      let done = try await server.admin("PATCH", Self.path + "?allowReassignment=true", body: weights)
      #expect(done.status == 200)
      #expect(done.text.contains(#""moving":0.25"#))
      #expect(try await server.admin("POST", "/screens/home/rollback", body: #"{"version":1}"#).status == 409)
      let back = try await server.admin(
        "POST", "/screens/home/rollback?allowReassignment=true", body: #"{"version":1}"#)
      #expect(back.status == 200)
      #expect(back.text.contains(#""reassignments":[{"experiment":"home-price-first","shares":"#))
      // One that is stopped assigns nobody, and may be changed.
      #expect(try await server.admin("PATCH", Self.path, body: #"{"status":"stopped"}"#).status == 200)
      #expect(try await server.admin("PATCH", Self.path, body: weights).status == 200)
    }
  }

  @Test func `status and forced units take effect at once, and are taken back`() async throws {
    try await Server.run(in: folder) { server in
      let arms = try await server.arms(1...40)
      let user = try #require(arms.firstIndex(of: "control")) + 1
      let forced = try await server.admin("PATCH", Self.path, body: #"{"force":{"\#(user)":"price-first"}}"#)
      #expect(forced.status == 200)
      #expect(try await server.arms(user...user) == ["price-first"])
      #expect(try await server.admin("PATCH", Self.path, body: #"{"force":{"\#(user)":null}}"#).status == 200)
      #expect(try await server.arms(user...user) == ["control"])
      #expect(try await server.admin("PATCH", Self.path, body: #"{"status":"stopped"}"#).status == 200)
      #expect(Set(try await server.arms(1...40)) == ["control"])
      #expect(try await server.admin("PATCH", Self.path, body: #"{"status":null}"#).status == 200)
      #expect(try await server.arms(1...40) == arms)
    }
  }

  @Test(arguments: [
    (#"{"weights":{"contrl":1}}"#, #""pointer":"/weights/contrl""#, "did you mean control?"),
    (#"{"seed":"x"}"#, #""pointer":"/seed""#, "that is changed in the screen's definition"),
    (#"{"weights":5}"#, #""pointer":"/weights""#, "is an object of variants and numbers"),
    (#"{"coverage":2}"#, #""pointer":"/experiment/coverage""#, "a share from 0 to 1"),
    (#"{"status":"runing"}"#, #""pointer":"/experiment/status""#, "did you mean running?"),
    (#"{"force":{"7":"nobody"}}"#, #""pointer":"/experiment/force/7""#, #"there is no variant \"nobody\""#),
    (
      #"{"weights":{"control":0,"price-first":0}}"#, #""pointer":"/experiment/variants""#, "all weights are 0"
    ),
    ("[]", #""pointer":"""#, "a change of an experiment is an object"),
  ])
  func `a change that is wrong says where and what`(_ body: String, _ pointer: String, _ text: String)
    async throws
  {
    try await Server.run(in: folder) { server in
      let refused = try await server.admin("PATCH", Self.path + "?allowReassignment=true", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(pointer), "\(refused.text)")
      #expect(refused.text.contains(text), "\(refused.text)")
    }
  }

  @Test func `on the command line it is asked for, too`() async throws {
    try await Server.run(in: folder) { server in
      let definition = try JSONParser.parse(folder.text(of: "screens/home.json")).text
        .replacing(#""key":"control","weight":50"#, with: #""key":"control","weight":150"#)
      try folder.write(definition, to: "screens/home.json")
      let arguments = ["--server", server.url, "--token", Server.token]
      let refused = try await Program.run(["publish", "screens/home.json"] + arguments, in: folder)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("25.0 % of all units would go from one variant"), "\(refused.errors)")
      let done = try await Program.run(
        ["publish", "screens/home.json", "--allow-reassignment"] + arguments, in: folder)
      #expect(done.status == 0)
      #expect(
        done.output.contains("  home-price-first: of all units 0 entering, 0 leaving, 0.25 moving"),
        "\(done.output)")
      let back = try await Program.run(
        ["rollback", "home", "1", "--allow-reassignment"] + arguments, in: folder)
      #expect(back.status == 0)
    }
  }

  @Test func `a condition on the version is honoured`() async throws {
    try await Server.run(in: folder) { server in
      let session = try CurlSession()
      func patch(_ tag: String) async throws -> Int {
        try await session.response(
          to: CurlRequest(
            "PATCH", server.url + "/admin" + Self.path,
            fields: [
              CurlField("Authorization", "Bearer \(Server.token)"), CurlField("If-Match", tag),
              CurlField("Content-Type", "application/merge-patch+json"),
            ], body: Array(#"{"coverage":0.5}"#.utf8))
        ).status
      }
      let late = try await patch(#""2""#)
      let right = try await patch(#""1""#)
      #expect(late == 412)
      #expect(right == 200)
    }
  }
}

extension Server {
  /// The variants of users by number.
  fileprivate func arms(_ users: ClosedRange<Int>) async throws -> [String?] {
    var arms: [String?] = []
    for user in users {
      arms.append(try await get("/screens/home?user=\(user)").value(of: "Screen-Variant"))
    }
    return arms
  }
}
