import JSONText
import Testing

extension FolderServer {
  /// Makes a change set. `members` follow the name in the body.
  func makeSet(
    _ name: String, _ members: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let made = try admin("POST", "/changesets", body: #"{"name":"\#(name)"\#(members)}"#)
    #expect(made.status == 201, "\(made.text)", sourceLocation: sourceLocation)
  }

  /// Sends a request to the admin API of a change set.
  func inSet(
    _ name: String, _ method: String, _ path: String, body: String? = nil, ifMatch: String? = nil,
    token: String = token
  ) throws -> Response {
    try admin(
      method, path, fields: ifMatch.map { [("If-Match", $0)] } ?? [], body: body, token: token,
      in: Session(id: name, path: "/c/\(name)"))
  }

  func changeSet(_ name: String) throws -> JSONValue {
    try JSONParser.parse(try admin("GET", "/changesets/\(name)").text)
  }
}
