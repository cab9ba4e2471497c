package import JSONText
import Screens

/// The endpoints that another tool's files become, and what of those files has no counterpart.
package struct ConvertedEndpoints: Sendable {
  /// A member that has no counterpart.
  package struct LeftOut: Sendable {
    package let file: String
    package let pointer: JSONPointer
    package let reason: String

    package var text: String {
      "\(printable(file)): \(pointer.tokens.isEmpty ? "the file" : pointer.description): \(reason)"
    }
  }

  /// The endpoints by name: the files `_endpoints/NAME.json`.
  package private(set) var files: [(name: String, json: JSONValue)] = []
  /// The files of `_assets/` by name.
  package private(set) var assets: [(name: String, bytes: [UInt8])] = []
  package private(set) var leftOut: [LeftOut] = []
  /// What to do with the endpoints, such as an option of the server.
  package private(set) var notes: [String] = []
  private var names = DistinctNames(ignoresCase: true)
  private var assetNames = DistinctNames(ignoresCase: true)
  /// The assets by the name that they were added with, in lower case.
  private var assetsByName: [String: [(name: String, bytes: [UInt8])]] = [:]

  mutating func add(_ json: JSONValue, named text: String) {
    var stem = String(
      text.unicodeScalars.map { scalar in
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isPlain ? Character(scalar) : "-"
      }
    ).split(separator: "-").joined(separator: "-")
    if !(stem.unicodeScalars.first?.properties.isAlphabetic ?? false) { stem = "endpoint-" + stem }
    files.append((names.next(String(stem.prefix(60))), json))
  }

  /// Adds a file of `_assets/`.
  /// - Parameter path: the path of the file at the other tool.
  /// - Returns: the name of the file, which is free.
  mutating func add(asset bytes: [UInt8], named path: String) -> String {
    let parts = path.split(separator: "/").map { part in
      String(
        part.drop { $0 == "." }.unicodeScalars.map {
          $0.value < 0x20 || $0.value == 0x7F ? "-" : Character($0)
        })
    }.filter { !$0.isEmpty }
    let wanted = parts.isEmpty ? "body.bin" : parts.joined(separator: "/")
    let key = wanted.lowercased()
    if let same = assetsByName[key]?.first(where: { $0.bytes == bytes }) { return same.name }
    let name = assetNames.next(file: wanted)
    assets.append((name, bytes))
    assetsByName[key, default: []].append((name, bytes))
    return name
  }

  mutating func leaveOut(_ file: String, _ tokens: [String], _ reason: String) {
    leftOut.append(LeftOut(file: file, pointer: JSONPointer(tokens: tokens), reason: reason))
  }

  mutating func note(_ text: String) { notes.append(text) }

  /// A text whose braces mean nothing in a template.
  static func escaped(_ text: String) -> String {
    // Stubs share the text of a file unless it changes.
    text.contains("{{") ? text.replacing("{{", with: "{{{{") : text
  }

  /// A value whose strings have no placeholders.
  static func escaped(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: value
    case .string(let text): .string(escaped(text))
    case .array(let elements): .array(elements.map { escaped($0) })
    case .object(let object): .object(object.reduce(into: JSONObject()) { $0[$1.name] = escaped($1.value) })
    }
  }
}

extension ConvertedEndpoints {
  /// Converts the database of json-server: its arrays become collections.
  /// - Parameter file: the path of the file, for messages.
  package init(jsonServer database: JSONValue, file: String) {
    self.init()
    guard case .object(let resources) = database else {
      leaveOut(file, [], "a database is an object of resources")
      return
    }
    for resource in resources {
      let path = "/" + resource.name
      guard !resource.name.contains(where: { "/{}?#".contains($0) }) else {
        leaveOut(file, [resource.name], "the name of a resource is one segment of a path")
        continue
      }
      switch resource.value {
      case .array(let items):
        var ids: Set<ExactString> = []
        var seed: [JSONValue] = []
        for (index, item) in items.enumerated() {
          let id = item["id"].flatMap { $0.stringValue ?? $0.numberValue?.text }
          guard let id, !id.isEmpty else {
            leaveOut(file, [resource.name, String(index)], "an item of a collection is an object with an id")
            continue
          }
          guard ids.insert(id) else {
            leaveOut(file, [resource.name, String(index), "id"], "the id \(quoted(id)) is repeated")
            continue
          }
          seed.append(item)
        }
        add(["request": ["path": .string(path)], "collection": ["seed": .array(seed)]], named: resource.name)
      case .object:
        add(
          [
            "request": ["method": "GET", "path": .string(path)],
            "responses": [["body": Self.escaped(resource.value)]],
          ], named: resource.name)
        leaveOut(file, [resource.name], "an object can be read, but not changed with PUT and PATCH")
      case .null, .bool, .number, .string:
        leaveOut(file, [resource.name], "a resource is an array or an object")
      }
    }
  }
}

extension DistinctNames {
  /// Takes the name of a file, or the name with the next free number before its extension.
  fileprivate mutating func next(file: String) -> String {
    let dot = file.lastIndex(of: ".").flatMap { file[$0...].contains("/") ? nil : $0 } ?? file.endIndex
    if take(file) { return file }
    // Numbers count per stem, so that each of many files does not count from 1.
    while true {
      let name = "\(next(String(file[..<dot])))\(file[dot...])"
      if take(name) { return name }
    }
  }
}
