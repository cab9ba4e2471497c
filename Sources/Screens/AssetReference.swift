import JSONText

/// How content names a file of `_assets/`: the URI `asset:noodles.jpg`.
enum AssetReference {
  static let scheme = "asset:"

  /// The name of the asset; nil for any other text.
  static func name(in text: String) -> String? {
    text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil
  }

  /// What is wrong with the references of a content.
  static func diagnostics(
    of content: JSONValue, at place: JSONPointer, assets: AssetFolder
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    visit(content, at: place) { name, place in
      guard assets.path(of: name) == nil else { return }
      let nearest = NearestName.hint(for: name, among: assets.names(beside: name))
      diagnostics.add(
        Diagnostic(
          .unknownAsset, at: place, "there is no asset \(quoted(name))",
          hint: nearest ?? "an asset is a file, _assets/\(name)"))
    }
    return diagnostics
  }

  private static func visit(_ value: JSONValue, at place: JSONPointer, _ body: (String, JSONPointer) -> Void)
  {
    switch value {
    case .string(let text):
      if let name = name(in: text) { body(name, place) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { visit(element, at: place.appending(index), body) }
    case .object(let object):
      for member in object { visit(member.value, at: place.appending(member.name), body) }
    default: break
    }
  }

  /// Whether a content names an asset.
  static func isNamed(in value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.hasPrefix(scheme)
    case .array(let elements): elements.contains { isNamed(in: $0) }
    case .object(let object): object.contains { isNamed(in: $0.value) }
    default: false
    }
  }

  /// The content with addresses in place of references.
  static func resolved(_ value: JSONValue, base: String) -> JSONValue {
    switch value {
    case .string(let text): .string(name(in: text).map { base + "/assets/" + $0 } ?? text)
    case .array(let elements): .array(elements.map { resolved($0, base: base) })
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.name] = resolved($1.value, base: base) })
    default: value
    }
  }
}
