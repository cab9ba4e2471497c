import JSONText

extension Subject {
  /// Leaves the mock as it was found: checks of it change what all requests get.
  func withMock(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      await clearMock()
      throw error
    }
    await clearMock()
  }

  /// Cleaning up must not hide what a check found.
  private func clearMock() async {
    _ = try? await admin("DELETE", "/admin/mock/rules/selftest-\(run)")
    _ = try? await admin("DELETE", "/admin/mock/scenario")
  }

  /// The path of this run's own rule.
  var rulePath: String { "/admin/mock/rules/selftest-\(run)" }

  /// A view of the server of its own for the time of `work`.
  func withSession(_ work: (Subject) async throws -> Void) async throws {
    let made = try await admin("POST", "/admin/sessions", json: ["ttl": 60]).expecting(201)
    let id = try require("id of a session", try made.member("/id").stringValue)
    let path = try require("path of a session", try made.member("/path").stringValue)
    do {
      try await work(try Subject(baseURL: baseURL + path, adminToken: adminToken, launch: launch))
    } catch {
      _ = try? await admin("DELETE", "/admin/sessions/\(id)")
      throw error
    }
    _ = try await admin("DELETE", "/admin/sessions/\(id)").expecting(200)
  }
}
