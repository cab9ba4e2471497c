import Foundation
import JSONText
import TestFolders
import Testing

/// Changes of running experiments.
@Suite final class SteeringTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
  }

  private static let path = "/experiments/home-price-first"

  @Test func `experiments are listed with everything that decides assignment`() throws {
    try FolderServer.run(in: folder) { server in
      let list = try JSONParser.parse(try server.admin("GET", "/experiments").text)
      let one = try #require(list["experiments"]?.arrayValue?.first)
      #expect(one["key"] == "home-price-first")
      #expect(one["route"] == "home")
      #expect(one["status"] == "running")
      #expect(one["coverage"] == 1)
      #expect(one["weights"]?.text == #"{"control":50,"price-first":50}"#)
      #expect(one["seed"] == "home-price-first")
      let alone = try server.admin("GET", Self.path)
      #expect(alone.text == one.text)
      #expect(alone.value(of: "ETag") == #""1""#)
      let unknown = try server.admin("GET", "/experiments/home-price")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains("known: home-price-first"))
    }
  }

  @Test func `more coverage moves no unit, as the dry run estimates`() throws {
    try FolderServer.run(in: folder) { server in
      let down = try server.admin("PATCH", Self.path, body: #"{"coverage":0.1}"#)
      #expect(down.status == 200, "\(down.text)")
      let shares = try JSONParser.parse(down.text)["shares"]
      #expect(shares?.text == #"{"entering":0,"leaving":0.9,"moving":0}"#)
      let before = try server.arms(1...300)
      let dry = try server.admin("PATCH", Self.path + "?dryRun=true", body: #"{"coverage":0.5}"#)
      #expect(
        dry.text.contains(#""shares":{"entering":0.4,"leaving":0,"moving":0},"dryRun":true"#), "\(dry.text)")
      #expect(try server.arms(1...300) == before)
      let up = try server.admin("PATCH", Self.path, body: #"{"coverage":0.5}"#)
      #expect(up.text.contains(#""version":3"#))
      #expect(up.value(of: "ETag") == #""3""#)
      let after = try server.arms(1...300)
      for (old, new) in zip(before, after) where old != nil { #expect(old == new) }
      #expect(after.count { $0 != nil } > before.count { $0 != nil })
      let versions = try server.admin("GET", "/screens/home/versions?limit=1")
      #expect(versions.text.contains(#""via":"experiment""#))
    }
  }

  @Test func `a change that moves units between variants needs allowReassignment`() throws {
    try FolderServer.run(in: folder) { server in
      let weights = #"{"weights":{"control":75,"price-first":25}}"#
      let refused = try server.admin("PATCH", Self.path, body: weights)
      #expect(refused.status == 409)
      #expect(refused.text.contains("25.0 % of all units would go from one variant"), "\(refused.text)")
      #expect(refused.text.contains(#""shares":{"entering":0,"leaving":0,"moving":0.25}"#), "\(refused.text)")
      #expect(
        try server.admin("PATCH", Self.path + "?dryRun=true", body: weights).status == 409)
      // The definition changes the seed.
      let definition = try server.admin("GET", "/screens/home").text
      let seeded = definition.replacing(
        #""key":"home-price-first","#, with: #""key":"home-price-first","seed":"x","#)
      #expect(seeded != definition)
      #expect(try server.admin("PUT", "/screens/home", body: seeded).status == 409)
      #expect(try server.get("/screens/home").value(of: "Screen-Version") == "1")
      let done = try server.admin("PATCH", Self.path + "?allowReassignment=true", body: weights)
      #expect(done.status == 200)
      #expect(done.text.contains(#""moving":0.25"#))
      #expect(try server.admin("POST", "/screens/home/rollback", body: #"{"version":1}"#).status == 409)
      let back = try server.admin(
        "POST", "/screens/home/rollback?allowReassignment=true", body: #"{"version":1}"#)
      #expect(back.status == 200)
      #expect(back.text.contains(#""reassignments":[{"experiment":"home-price-first","shares":"#))
      // A stopped experiment assigns no unit, so its weights can change.
      #expect(try server.admin("PATCH", Self.path, body: #"{"status":"stopped"}"#).status == 200)
      #expect(try server.admin("PATCH", Self.path, body: weights).status == 200)
    }
  }

  @Test func `status and forced units take effect at once and can be reset`() throws {
    try FolderServer.run(in: folder) { server in
      let arms = try server.arms(1...40)
      let user = try #require(arms.firstIndex(of: "control")) + 1
      let forced = try server.admin("PATCH", Self.path, body: #"{"force":{"\#(user)":"price-first"}}"#)
      #expect(forced.status == 200)
      #expect(try server.arms(user...user) == ["price-first"])
      #expect(try server.admin("PATCH", Self.path, body: #"{"force":{"\#(user)":null}}"#).status == 200)
      #expect(try server.arms(user...user) == ["control"])
      #expect(try server.admin("PATCH", Self.path, body: #"{"status":"stopped"}"#).status == 200)
      #expect(Set(try server.arms(1...40)) == ["control"])
      #expect(try server.admin("PATCH", Self.path, body: #"{"status":null}"#).status == 200)
      #expect(try server.arms(1...40) == arms)
    }
  }

  @Test(arguments: [
    (#"{"weights":{"contrl":1}}"#, #""pointer":"/weights/contrl""#, "did you mean control?"),
    (#"{"seed":"x"}"#, #""pointer":"/seed""#, "change it in the screen's definition"),
    (#"{"weights":5}"#, #""pointer":"/weights""#, "is an object of variants and numbers"),
    (#"{"coverage":2}"#, #""pointer":"/experiment/coverage""#, "a share from 0 to 1"),
    (#"{"status":"runing"}"#, #""pointer":"/experiment/status""#, "did you mean running?"),
    (#"{"force":{"7":"nobody"}}"#, #""pointer":"/experiment/force/7""#, #"there is no variant \"nobody\""#),
    (
      #"{"weights":{"control":0,"price-first":0}}"#, #""pointer":"/experiment/variants""#, "all weights are 0"
    ),
    ("[]", #""pointer":"""#, "a change of an experiment is an object"),
  ])
  func `an invalid change is refused with place and reason`(_ body: String, _ pointer: String, _ text: String)
    throws
  {
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("PATCH", Self.path + "?allowReassignment=true", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(pointer), "\(refused.text)")
      #expect(refused.text.contains(text), "\(refused.text)")
    }
  }

  @Test func `a change honours If-Match`() throws {
    try FolderServer.run(in: folder) { server in
      func patch(_ tag: String) throws -> Int {
        try server.admin(
          "PATCH", Self.path,
          fields: [("If-Match", tag), ("Content-Type", "application/merge-patch+json")],
          body: #"{"coverage":0.5}"#
        ).status
      }
      let late = try patch(#""2""#)
      let right = try patch(#""1""#)
      #expect(late == 412)
      #expect(right == 200)
    }
  }
}

extension FolderServer {
  /// The variants of users by number.
  fileprivate func arms(_ users: ClosedRange<Int>) throws -> [String?] {
    var arms: [String?] = []
    for user in users {
      arms.append(try get("/screens/home?user=\(user)").value(of: "Screen-Variant"))
    }
    return arms
  }
}
