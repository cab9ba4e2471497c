import JSONText
import Screens

/// The schemas of the view types of captured screens: those of people, widened drafts, and new drafts.
struct CaptureViewTypes {
  private let existing: ExistingScreens
  /// The contents of items, by the name of the view type.
  private let examples: [(name: String, contents: [JSONValue])]

  init(of screens: [CapturedScreen], _ existing: ExistingScreens) {
    self.existing = existing
    var examples: [String: [JSONValue]] = [:]
    for item in screens.lazy.flatMap(\.items).flatMap(\.all) {
      examples[item.viewType, default: []].append(item.draft ?? item.content)
    }
    self.examples = examples.sorted { $0.key < $1.key }.map { (name: $0.key, contents: $0.value) }
  }

  /// The new and the widened schemas.
  var changedFiles: [CapturedFile] {
    let draft = SchemaDraft()
    return examples.compactMap { name, contents in
      guard let file = existing.viewTypes[name] else {
        return CapturedFile(kind: .viewType, name: name, json: draft.schema(named: name, examples: contents))
      }
      guard let file, existing.protection(ofViewType: name) == nil else { return nil }
      var widening = SchemaWidening()
      let json = widening.viewType(file, examples: contents)
      let changed = CapturedFile(
        kind: .viewType, name: name, json: json, replaced: file, changes: widening.changes)
      return changed.isChanged ? changed : nil
    }
  }

  /// The schemas of people that would have to change, so that the contents are valid.
  var protected: [ProtectedSchema] {
    examples.compactMap { name, contents in
      guard case let schema?? = existing.viewTypes[name],
        let protection = existing.protection(ofViewType: name)
      else { return nil }
      var widening = SchemaWidening()
      _ = widening.viewType(schema, examples: contents)
      guard !widening.changes.isEmpty else { return nil }
      return ProtectedSchema(
        path: CapturedFile.path(.viewType, name),
        reason: protection == .written ? "it has no \"\(SchemaDraft.mark)\": true" : protection.reason,
        changes: widening.changes)
    }
  }

  /// The catalogue that a server would read.
  func catalogue(with formats: CaptureFormats) -> Catalogue {
    var catalogue = Catalogue()
    // All existing view types, because they may refer to each other.
    var schemas = existing.viewTypes.compactMapValues { $0 }
    // A server does not read larger files. Without the schema, the screens that use it are refused.
    for file in changedFiles where file.json.serialized().count <= CaptureLimits.fileBytes {
      schemas[file.name] = file.json
    }
    // The catalogue leaves out invalid schemas, with the same effect.
    _ = catalogue.setViewTypes(schemas)
    catalogue.setFormats(formats.all)
    return catalogue
  }
}

extension Catalogue {
  /// Adds formats as a server reads them, without invalid ones.
  mutating func setFormats(_ formats: [(name: String, format: JSONValue)]) {
    for (name, format) in formats {
      let text = format.serialized()
      guard text.count <= CaptureLimits.fileBytes, let document = try? JSONDocument(text),
        let format = try? WireFormat(name: name, document)
      else { continue }
      setFormat(format)
    }
  }
}
