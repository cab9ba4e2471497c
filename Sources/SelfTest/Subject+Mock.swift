import JSONText

extension Subject {
  /// Runs `work` and resets the mock afterwards, because it affects all requests.
  func withMock(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      await clearMock()
      throw error
    }
    await clearMock()
  }

  /// Resets the mock. Ignores errors, so that they do not hide the failure of a check.
  private func clearMock() async {
    _ = try? await admin("DELETE", "/admin/mock/rules/selftest-\(run)")
    _ = try? await admin("DELETE", "/admin/mock/scenario")
  }

  /// The path of the rule of this run.
  var rulePath: String { "/admin/mock/rules/selftest-\(run)" }

  /// Runs `work` in a new session.
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
