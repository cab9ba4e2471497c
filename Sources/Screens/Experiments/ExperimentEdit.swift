import JSONText

/// An edit of how an experiment runs: a JSON Merge Patch (RFC 7396) of its `coverage`, `weights` (by variant key),
/// `status` and `force`.
package struct ExperimentEdit: Sendable {
  private static let members = ["coverage", "weights", "status", "force"]

  private let document: JSONDocument
  private let patch: JSONObject

  /// - Throws: ``ScreensError/unparsable(_:)``, or ``ScreensError/invalidBody(_:)`` with places in the patch.
  package init(_ text: [UInt8]) throws(ScreensError) {
    document = try JSONDocument(body: text)
    var diagnostics = Diagnostics()
    let reader = MemberReader(
      document.value, at: .root, named: "a change of an experiment", allowed: Self.members, &diagnostics,
      meaning: {
        ["key", "seed", "hashVersion", "hashAttribute", "namespace", "condition", "variants"].contains($0)
          ? "change it in the screen's definition" : nil
      })
    patch = reader?.object ?? [:]
    for name in ["weights", "force"] {
      guard let value = patch[name], value.kind != .object, value.kind != .null else { continue }
      diagnostics.add(
        .wrongType(
          value, at: JSONPointer(tokens: [name]),
          expected: name == "weights"
            ? "\"weights\" is an object of variants and numbers"
            : "\"force\" is an object of units and variants"))
    }
    try Self.refuse(diagnostics, in: document)
  }

  /// Applies the edit to a definition.
  /// - Throws: ``ScreensError/invalidBody(_:)`` for weights of unknown variants.
  func apply(to experiment: ScreenExperiment, in definition: JSONValue) throws(ScreensError) -> JSONValue {
    var diagnostics = Diagnostics()
    let keys = experiment.variants.map(\.key)
    let weights = patch["weights"]?.objectValue ?? [:]
    for member in weights where !keys.contains(where: { $0.hasSameScalars(as: member.name) }) {
      diagnostics.add(
        Diagnostic(
          .unknownVariant, at: JSONPointer(tokens: ["weights", member.name]), anchor: .name,
          "there is no variant \(quoted(member.name))", hint: NearestName.hint(for: member.name, among: keys))
      )
    }
    try Self.refuse(diagnostics, in: document)
    return definition.replacing(at: experiment.origin) { value in
      guard case .object(var object) = value else { return value }
      var rest = JSONObject()
      for name in ["coverage", "status", "force"] {
        if let value = patch[name] { rest[name] = value }
      }
      if case .object(let merged) = JSONMergePatch.apply(.object(rest), to: .object(object)) {
        object = merged
      }
      if let change = patch["weights"], case .array(let variants)? = object["variants"] {
        object["variants"] = .array(variants.map { Self.weighted($0, by: change) })
      }
      return .object(object)
    }
  }

  /// Sets the weight of a variant. Null removes one weight, or all of them.
  private static func weighted(_ variant: JSONValue, by change: JSONValue) -> JSONValue {
    guard case .object(var object) = variant, let key = object["key"]?.stringValue else { return variant }
    guard case .object(let weights) = change else {
      object["weight"] = nil
      return .object(object)
    }
    if let weight = weights[key] { object["weight"] = weight == .null ? JSONValue?.none : weight }
    return .object(object)
  }

  private static func refuse(_ found: Diagnostics, in document: JSONDocument) throws(ScreensError) {
    guard !found.isEmpty else { return }
    throw .invalidBody(found.located(in: document))
  }
}
