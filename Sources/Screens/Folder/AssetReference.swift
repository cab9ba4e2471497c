package import JSONText

/// References of content to files of `_assets/`, such as `asset:noodles.jpg`.
package enum AssetReference {
  static let scheme = "asset:"

  /// The name of the asset that a text refers to; nil for any other text.
  package static func name(in text: String) -> String? {
    isReference(text) ? String(Substring(text.utf8.dropFirst(scheme.utf8.count))) : nil
  }

  /// The names of all assets that content refers to.
  package static func names(in content: JSONValue) -> Set<String> {
    var names: Set<String> = []
    visit(content, at: .root) { name, _ in names.insert(name) }
    return names
  }

  private static func isReference(_ text: String) -> Bool { text.utf8.starts(with: scheme.utf8) }

  /// Finds references to assets that do not exist.
  static func diagnostics(
    of content: JSONValue, at location: JSONPointer, assets: AssetFolder
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    visit(content, at: location) { name, location in
      guard assets.path(of: name) == nil else { return }
      let nearest = NearestName.hint(for: name, among: assets.names(beside: name))
      diagnostics.add(
        Diagnostic(
          .unknownAsset, at: location, "there is no asset \(quoted(name))",
          hint: nearest ?? "an asset is a file, _assets/\(name)"))
    }
    return diagnostics
  }

  private static func visit(
    _ value: JSONValue, at location: JSONPointer, _ body: (String, JSONPointer) -> Void
  ) {
    switch value {
    case .string(let text):
      if let name = name(in: text) { body(name, location) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { visit(element, at: location.appending(index), body) }
    case .object(let object):
      for member in object { visit(member.value, at: location.appending(member.name), body) }
    default: break
    }
  }

  /// Whether content refers to an asset.
  static func isNamed(in value: JSONValue) -> Bool {
    switch value {
    case .string(let text): isReference(text)
    case .array(let elements): elements.contains { isNamed(in: $0) }
    case .object(let object): object.contains { isNamed(in: $0.value) }
    default: false
    }
  }

  /// The content with references replaced by URLs.
  /// - Parameter assets: the base URL of the assets, to which their names are appended.
  static func resolved(_ value: JSONValue, at assets: String) -> JSONValue {
    switch value {
    case .string(let text): .string(name(in: text).map { assets + $0 } ?? text)
    case .array(let elements): .array(elements.map { resolved($0, at: assets) })
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.name] = resolved($1.value, at: assets) })
    default: value
    }
  }
}
