import CurlClient
import Foundation
import JSONText
import Testing

extension Server {
  /// Makes a change set.
  func makeSet(
    _ name: String, _ members: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let made = try await admin("POST", "/changesets", body: #"{"name":"\#(name)"\#(members)}"#)
    #expect(made.status == 201, "\(made.text)", sourceLocation: sourceLocation)
  }

  /// Sends a request to the admin API of a change set.
  func inSet(
    _ name: String, _ method: String, _ path: String, body: String? = nil, token: String = Server.token
  ) async throws -> CurlResponse {
    let fields = [
      CurlField("Authorization", "Bearer \(token)"), CurlField("Content-Type", "application/json"),
    ]
    return try await CurlSession().response(
      to: CurlRequest(
        method, url + "/c/\(name)/admin" + path, fields: fields, body: body.map { Array($0.utf8) }))
  }

  func changeSet(_ name: String) async throws -> JSONValue {
    try JSONParser.parse(try await admin("GET", "/changesets/\(name)").text)
  }
}
