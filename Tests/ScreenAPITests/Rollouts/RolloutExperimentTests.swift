import JSONText
import TestFolders
import Testing

/// Whose experiment a key is while a rollout is open.
@Suite final class RolloutExperimentTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for route in ["a", "b"] { try folder.write(Lines.definition([route]), to: "screens/\(route).json") }
  }

  private static let hero =
    #"{"items":[],"experiment":{"key":"hero","variants":[{"key":"x"},{"key":"y"}]}}"#
  private static let plain = #"{"items":[]}"#

  /// Publishes the experiment on `a`, and then a version without it to 1 % of the units.
  /// - Returns: the id of the rollout.
  private func dropExperiment(_ server: FolderServer) throws -> String {
    #expect(try server.admin("PUT", "/screens/a", body: Self.hero).status == 200)
    let put = try server.admin("PUT", "/screens/a?guard=1,100", body: Self.plain)
    return try #require(try JSONParser.parse(put.text)["rollout"]?["id"]?.stringValue, "\(put.text)")
  }

  @Test func `an experiment of the old version belongs to its screen until a rollback`() throws {
    try FolderServer.run(in: folder) { server in
      // The set takes the key while no screen has it.
      try server.makeSet("late")
      #expect(try server.inSet("late", "PUT", "/screens/b", body: Self.hero).status == 200)
      let id = try dropExperiment(server)
      let reason =
        #"the experiment \"hero\" belongs to the screen \"a\": units get its version 2 while the rollout "#
        + "\(id) is running at 1 %"
      func expectRefusal(
        _ response: FolderServer.Response, sourceLocation: SourceLocation = #_sourceLocation
      ) {
        #expect(response.status == 422, "\(response.text)", sourceLocation: sourceLocation)
        #expect(response.text.contains(reason), "\(response.text)", sourceLocation: sourceLocation)
      }
      let refused = try server.admin("PUT", "/screens/b", body: Self.hero)
      expectRefusal(refused)
      #expect(
        refused.text.contains(#""code":"duplicate-key","pointer":"/experiment/key""#), "\(refused.text)")
      #expect(refused.text.contains("or end it: marquee rollout finish \(id)"))
      expectRefusal(try server.admin("PUT", "/screens/b?guard=1,100", body: Self.hero))
      // Saved, with the error.
      let draft = try server.admin("PUT", "/screens/b/draft", body: Self.hero)
      #expect(draft.status == 201 && draft.text.contains(reason), "\(draft.text)")
      expectRefusal(try server.admin("POST", "/screens/b/publish"))
      expectRefusal(try server.admin("POST", "/changesets/late/publish"))
      expectRefusal(try server.admin("POST", "/changesets/late/publish?guard=1,100"))
      // A session serves the old version of `a`.
      let session = try server.session()
      expectRefusal(try server.admin("PUT", "/screens/b", body: Self.hero, in: session))
      // Its own screen can take it again, and other keys are free.
      let other = Self.hero.replacing("hero", with: "other")
      #expect(try server.admin("PUT", "/screens/b?dryRun=true", body: other).status == 200)
      #expect(try server.admin("PUT", "/screens/a?supersede=true&dryRun=true", body: Self.hero).status == 200)

      #expect(try server.admin("POST", "/rollouts/\(id)/rollback").status == 200)
      let late = try server.admin("PUT", "/screens/b", body: Self.hero)
      #expect(late.status == 422 && late.text.contains(#"belongs to the screen \"a\"""#), "\(late.text)")
      // The screen still owns its experiment, so its next publication is allowed.
      #expect(try server.admin("PATCH", "/experiments/hero", body: #"{"coverage":0.5}"#).status == 200)
    }
  }

  @Test func `an experiment that the new version drops is free after the end of the rollout`() throws {
    try FolderServer.run(in: folder) { server in
      let id = try dropExperiment(server)
      #expect(try server.admin("POST", "/rollouts/\(id)/hold").status == 200)
      let held = try server.admin("PUT", "/screens/b", body: Self.hero)
      #expect(held.status == 422 && held.text.contains("is held at 1 %"), "\(held.text)")
      #expect(try server.admin("POST", "/rollouts/\(id)/finish").status == 200)
      #expect(try server.admin("PUT", "/screens/b", body: Self.hero).status == 200)
    }
  }

  @Test func `a change set with a guard moves no experiment to another screen`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.admin("PUT", "/screens/a", body: Self.hero).status == 200)
      try server.makeSet("move")
      #expect(try server.inSet("move", "PUT", "/screens/a", body: Self.plain).status == 200)
      #expect(try server.inSet("move", "PUT", "/screens/b", body: Self.hero).status == 200)
      let reason =
        #"the set moves the experiment \"hero\" from the screen \"a\" to \"b\", and both would have it "#
        + "during the rollout"
      for body in [nil, #"{"at":"2999-01-01T00:00:00Z"}"#] {
        let refused = try server.admin("POST", "/changesets/move/publish?guard=1,100", body: body)
        #expect(refused.status == 409 && refused.text.contains("not-guardable"), "\(refused.text)")
        #expect(refused.text.contains(reason), "\(refused.text)")
      }
      #expect(try server.admin("POST", "/changesets/move/publish").status == 200)
    }
  }

  @Test func `a change set that ends the rollout can move the experiment, without a guard`() throws {
    try FolderServer.run(in: folder) { server in
      let id = try dropExperiment(server)
      try server.makeSet("move")
      let named = #"{"screenName":"A","items":[]}"#
      #expect(try server.inSet("move", "PUT", "/screens/a", body: named).status == 200)
      #expect(try server.inSet("move", "PUT", "/screens/b", body: Self.hero).status == 200)
      let running = try server.admin("POST", "/changesets/move/publish")
      #expect(running.status == 409 && running.text.contains("rollout-running"), "\(running.text)")
      let guarded = try server.admin("POST", "/changesets/move/publish?guard=1,100&supersede=true")
      #expect(guarded.status == 409 && guarded.text.contains("not-guardable"), "\(guarded.text)")
      #expect(try server.admin("POST", "/changesets/move/publish?supersede=true").status == 200)
      #expect(try server.admin("GET", "/rollouts/\(id)").text.contains(#""state":"superseded""#))
      #expect(try server.admin("GET", "/experiments/hero").text.contains(#""route":"b""#))
    }
  }
}
