import JSONSchema
package import JSONText

/// Reads the manifests of releases.
package enum ReleaseReader {
  /// The maximum number of view types of a release.
  package static let maximumViewTypes = 1000

  /// Reads the manifest of one release.
  /// - Throws: ``InvalidDocument`` with all errors. Their lines and columns are those of `document`.
  package static func read(_ document: JSONDocument, name: ReleaseName) throws(InvalidDocument) -> Release {
    var diagnostics = Diagnostics()
    let release = read(document.value, at: .root, name: name, &diagnostics)
    guard let release, diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    return release
  }

  /// Reads a document of manifests by release, `{"ios/1.3.0": {…}}`.
  package static func readAll(_ document: JSONDocument) throws(InvalidDocument) -> [Release] {
    var diagnostics = Diagnostics()
    var releases: [Release] = []
    if case .object(let object) = document.value {
      for member in object {
        let location = JSONPointer(tokens: [member.name])
        guard let name = ReleaseName(member.name) else {
          diagnostics.add(
            Diagnostic(
              .invalidValue, at: location, anchor: .name,
              "\(quoted(member.name)) is not the name of a release",
              hint: "PLATFORM/VERSION, such as ios/1.3.0"))
          continue
        }
        if let release = read(member.value, at: location, name: name, &diagnostics) {
          releases.append(release)
        }
      }
    } else {
      diagnostics.add(
        .wrongType(document.value, at: .root, expected: "releases are an object of names and manifests"))
    }
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    return releases
  }

  private static func read(
    _ value: JSONValue, at location: JSONPointer, name: ReleaseName, _ diagnostics: inout Diagnostics
  ) -> Release? {
    let noun = "a release"
    guard
      let members = MemberReader(
        value, at: location, named: noun, allowed: ["viewTypes", "supported"], &diagnostics)
    else { return nil }
    var isSupported = true
    if let supported = members.object["supported"] {
      if case .bool(let value) = supported {
        isSupported = value
      } else {
        diagnostics.add(
          .wrongType(
            supported, at: location.appending("supported"), expected: "\"supported\" is true or false"))
      }
    }
    _ = members.required("viewTypes", of: noun, &diagnostics)
    guard let entries = members.array("viewTypes", &diagnostics) else { return nil }
    guard entries.count <= maximumViewTypes else {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location.appending("viewTypes"),
          "a release has at most \(maximumViewTypes) view types"))
      return nil
    }
    let viewTypes = viewTypes(entries, at: location.appending("viewTypes"), &diagnostics)
    return Release(name: name, isSupported: isSupported, viewTypes: viewTypes, json: value)
  }

  private static func viewTypes(
    _ entries: [JSONValue], at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> [ExactString: ViewType?] {
    var registry = SchemaRegistry()
    registry.add(uri: ViewType.itemURI, document: ViewType.itemSchema)
    var read: [(name: String, schema: JSONValue?, location: JSONPointer)] = []
    var names: Set<String> = []
    for (index, entry) in entries.enumerated() {
      let location = location.appending(index)
      guard let (name, schema) = self.entry(entry, at: location, &diagnostics) else { continue }
      if !names.insert(name).inserted {
        diagnostics.add(
          Diagnostic(.duplicateName, at: location, "the view type \(quoted(name)) is repeated"))
        continue
      }
      if let schema { registry.add(uri: ViewType.uri(of: name), document: schema) }
      read.append((name, schema, location))
    }
    var viewTypes: [ExactString: ViewType?] = [:]
    for (name, schema, location) in read {
      guard let schema else {
        viewTypes[name] = ViewType?.none
        continue
      }
      do throws(InvalidDocument) {
        viewTypes[name] = try ViewType(name: name, schema: schema, registry: registry)
      } catch {
        diagnostics.add(error.diagnostics.moved(to: location.appending("schema")))
      }
    }
    return viewTypes
  }

  /// Reads a view type: a name, or `{"name", "schema"}`.
  private static func entry(
    _ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> (name: String, schema: JSONValue?)? {
    if case .string(let name) = value { return checked(name, at: location, &diagnostics).map { ($0, nil) } }
    guard case .object = value else {
      diagnostics.add(
        .wrongType(
          value, at: location, expected: "a view type of a release is a name, or a name and a schema"))
      return nil
    }
    let noun = "a view type of a release"
    guard
      let members = MemberReader(value, at: location, named: noun, allowed: ["name", "schema"], &diagnostics)
    else { return nil }
    _ = members.required("name", of: noun, &diagnostics)
    guard let name = members.string("name", &diagnostics) else { return nil }
    return checked(name, at: location.appending("name"), &diagnostics).map { ($0, members.object["schema"]) }
  }

  private static func checked(
    _ name: String, at location: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> String? {
    if Name.isViewType(name) { return name }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: location, "\(quoted(name)) cannot be the name of a view type",
        hint: "letters, digits, \".\", \"_\" and \"-\", beginning with a letter"))
    return nil
  }
}
