import JSONText
import TestFolders
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

  /// The newest actions in the audit, newest first, each with its subject.
  func actions(_ count: Int) throws -> [String] {
    let audit = try JSONParser.parse(try admin("GET", "/audit?limit=\(count)").text)
    return (audit["entries"]?.arrayValue ?? []).map { entry in
      "\(entry["action"]?.stringValue ?? "") \(entry["subject"]?.stringValue ?? "")"
    }
  }
}

extension ScreensFolder {
  /// A folder with the screens `a` and `b`, and with two view types that no other screen uses.
  static func forChangeSets() throws -> ScreensFolder {
    let folder = try ScreensFolder()
    for name in ["ONE_LINE_TEXT", "TWO_LINE_TEXT"] {
      try folder.write(TextSchema.requiring(["text1"]), to: "screens/_types/\(name).json")
    }
    for route in ["a", "b"] {
      try folder.write(Lines.definition(["one", "two", "three"]), to: "screens/\(route).json")
    }
    return folder
  }
}

/// Schemas of a content of texts.
enum TextSchema {
  /// The schema of a content that has these members and no others.
  static func requiring(_ members: [String]) -> String {
    let properties = members.map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let required = members.map { #""\#($0)""# }.joined(separator: ",")
    return
      #"{"type":"object","properties":{\#(properties)},"required":[\#(required)],"additionalProperties":false}"#
  }
}
