import JSONSchema
package import JSONText

/// References of content to files of `_assets/` and uploaded pictures, such as `asset:noodles.jpg`.
///
/// A reference is a URI whose scheme is `asset`, in any case, and whose rest is the percent-encoded name of a file. Other
/// texts are content, such as `asset://images/a.jpg` of an app that has a scheme of this name.
package enum AssetReference {
  private static let scheme = "asset:"

  /// The name of the asset that a text refers to; nil for any other text.
  package static func name(in text: String) -> String? { rest(of: text).flatMap { AssetName.decoded($0) } }

  /// The text after the scheme; nil for one without it.
  private static func rest(of text: String) -> Substring? {
    guard text.hasURIPrefix(scheme) else { return nil }
    return Substring(text.utf8.dropFirst(scheme.utf8.count))
  }

  /// The text that refers to an asset.
  static func uri(of name: String) -> String { scheme + AssetName.encoded(name) }

  /// The names of all assets that content refers to.
  package static func names(in content: JSONValue) -> Set<String> {
    var names: Set<String> = []
    visit(content, at: .root) { text, _ in
      if let name = name(in: text) { names.insert(name) }
    }
    return names
  }

  /// Several calls of the system, about as long as this many evaluations of a subschema.
  private static let stepsOfLookup = 200

  /// Finds references to assets that do not exist or cannot be served.
  /// - Parameters:
  ///   - original: the content before changes; its references are not looked up.
  ///   - budget: the steps that all validations of the document may take together.
  static func validate(
    _ content: JSONValue, at location: JSONPointer, besides original: JSONValue? = nil, assets: AssetFolder,
    uploads: UploadedAssets, within budget: ValidationBudget, _ diagnostics: inout Diagnostics
  ) {
    var known: Set<String> = []
    if let original { visit(original, at: .root) { text, _ in known.insert(text) } }
    visit(content, at: location) { text, location in
      guard let rest = rest(of: text), !known.contains(text) else { return }
      guard budget.spend(stepsOfLookup) else {
        return diagnostics.add(
          Diagnostic(.invalidValue, at: location, "validating this takes more than \(budget.total) steps"))
      }
      guard let name = AssetName.decoded(rest) else {
        // `asset:100%.png` is an error only if there is such a file. Otherwise it may be any text that begins so.
        guard assets.path(of: String(rest)) != nil else { return }
        return diagnostics.add(
          Diagnostic(
            .unknownAsset, at: location, "\(quoted(text)) is no URI, so it names no asset",
            hint: "percent-encode the name: \(scheme)\(AssetName.encoded(String(rest)))"))
      }
      if uploads[name] != nil { return }
      if let path = assets.path(of: name) {
        guard !assets.isServed(at: path) else { return }
        return diagnostics.add(
          Diagnostic(
            .unknownAsset, at: location,
            "the asset \(quoted(name)) has more than \(AssetFolder.maximumBytes) bytes",
            hint: "make the file smaller, or give the URL of a server that has it"))
      }
      diagnostics.add(
        Diagnostic(
          .unknownAsset, at: location, "there is no asset \(quoted(name))",
          hint: hint(for: name, in: assets)))
    }
  }

  /// The nearest assets, as they are written after the scheme.
  private static func hint(for name: String, in assets: AssetFolder) -> String {
    if AssetName.isHidden(name) { return "a name that begins with a dot is hidden: rename the file" }
    let known = assets.names(beside: name)
    if let nearest = NearestName.to(name, among: known) {
      return "did you mean \(AssetName.encoded(nearest))?"
    }
    return NearestName.listing(known.map { AssetName.encoded($0) })
      ?? "an asset is a file, _assets/\(name)"
  }

  private static func visit(
    _ value: JSONValue, at location: JSONPointer, _ body: (String, JSONPointer) -> Void
  ) {
    switch value {
    case .string(let text): body(text, location)
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
    case .string(let text): name(in: text) != nil
    case .array(let elements): elements.contains { isNamed(in: $0) }
    case .object(let object): object.contains { isNamed(in: $0.value) }
    default: false
    }
  }

  /// The content with references replaced by URLs.
  /// - Parameter assets: the base URL of the assets, to which their encoded names are appended.
  static func resolved(_ value: JSONValue, at assets: String) -> JSONValue {
    switch value {
    case .string(let text): .string(name(in: text).map { assets + AssetName.encoded($0) } ?? text)
    case .array(let elements): .array(elements.map { resolved($0, at: assets) })
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.name] = resolved($1.value, at: assets) })
    default: value
    }
  }
}
