package import CurlClient
import JSONText

/// The server under test, and the clients that send requests to it.
package struct Subject: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  let baseURL: String
  let adminToken: String?
  /// How to start further servers; nil when the server was named by its address.
  let launch: ServerLaunch?
  /// A random text in the test routes and experiment keys of this run, so that concurrent runs do not collide.
  let run: String
  private let session: CurlSession
  let many: CurlMulti

  /// - Throws: ``CurlError`` when libcurl can't be set up.
  package init(baseURL: String, adminToken: String?, launch: ServerLaunch? = nil) throws(CurlError) {
    var base = baseURL
    while base.hasSuffix("/") { base.removeLast() }
    self.baseURL = base
    self.adminToken = adminToken
    self.launch = launch
    run = String(UInt32.random(in: .min ... .max), radix: 16)
    session = try CurlSession()
    many = try CurlMulti()
  }

  /// Creates a subject for a server process.
  init(_ process: ServerProcess) throws(CurlError) {
    try self.init(baseURL: process.url, adminToken: process.adminToken, launch: process.launch)
  }

  /// Why a requirement is not met; nil if it is met.
  func lack(for need: Check.Need) -> String? {
    switch need {
    case .address: nil
    case .adminToken: adminToken == nil ? "requires --admin-token" : nil
    case .program: launch == nil ? "requires its own server; leave --url out" : nil
    }
  }
}

// MARK: - Requests

extension Subject {
  func request(_ method: String, _ path: String, _ fields: [CurlField] = [], body: [UInt8]? = nil)
    -> CurlRequest
  {
    CurlRequest(method, baseURL + path, fields: fields, body: body, timeout: .seconds(20))
  }

  /// Sends a request that is expected to get no response.
  func response(to request: CurlRequest) async throws(CurlError) -> CurlResponse {
    try await session.response(to: request)
  }

  func send(_ request: CurlRequest) async throws -> CheckedResponse {
    let about = "\(request.method) \(request.url.dropFirst(baseURL.count))"
    return CheckedResponse(about: about, raw: try await session.response(to: request))
  }

  func send(
    _ method: String, _ path: String, _ fields: [CurlField] = [], body: [UInt8]? = nil
  ) async throws -> CheckedResponse {
    try await send(request(method, path, fields, body: body))
  }

  func get(_ path: String, _ fields: [CurlField] = []) async throws -> CheckedResponse {
    try await send("GET", path, fields)
  }

  /// Sends a GET and expects the status 200.
  func fetch(_ path: String, _ fields: [CurlField] = []) async throws -> CheckedResponse {
    try await get(path, fields).expecting(200)
  }

  /// A request with the admin token.
  func adminRequest(
    _ method: String, _ path: String, _ fields: [CurlField] = [], body: [UInt8]? = nil
  ) -> CurlRequest {
    var all = fields
    if let adminToken { all.append(CurlField("Authorization", "Bearer \(adminToken)")) }
    if body != nil, !fields.contains(where: { $0.isNamed("Content-Type") }) {
      all.append(CurlField("Content-Type", "application/json"))
    }
    return request(method, path, all, body: body)
  }

  func admin(
    _ method: String, _ path: String, _ fields: [CurlField] = [], body: [UInt8]? = nil
  ) async throws -> CheckedResponse {
    try await send(adminRequest(method, path, fields, body: body))
  }

  func admin(
    _ method: String, _ path: String, _ fields: [CurlField] = [], json: JSONValue
  ) async throws -> CheckedResponse {
    try await admin(method, path, fields, body: json.serialized())
  }

  /// Publishes a definition and expects the status 200 or 201.
  /// - Returns: the version.
  @discardableResult
  func publish(_ definition: JSONValue, at route: String, _ fields: [CurlField] = []) async throws -> Int {
    let response = try await admin("PUT", "/admin/screens/\(route)", fields, json: definition)
    try expect(
      "status of \(response.about)", [200, 201].contains(response.status), "200 or 201", got: response.summary
    )
    return try response.version()
  }
}

// MARK: - Test screens

extension Subject {
  /// A unique key for an experiment.
  func experimentKey(_ name: String) -> String { "selftest-\(run)-\(name)" }

  /// Runs `work` with an unused route and deletes its screen afterwards.
  func withRoute(_ name: String, _ work: (String) async throws -> Void) async throws {
    let route = "selftest-\(run)/\(name)"
    do {
      try await work(route)
    } catch {
      await remove(route)
      throw error
    }
    await remove(route)
  }

  /// Runs `work` with a definition published at an unused route.
  func withScreen(
    _ name: String, _ definition: JSONValue, _ work: (String) async throws -> Void
  ) async throws {
    try await withRoute(name) { route in
      try await publish(definition, at: route)
      try await work(route)
    }
  }

  /// Deletes a screen. Ignores errors, so that they do not hide the failure of a check.
  private func remove(_ route: String) async { _ = try? await admin("DELETE", "/admin/screens/\(route)") }
}
