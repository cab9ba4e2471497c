import JSONText

extension DocumentKind {
  /// The manifest of a release, such as `ios/1.3.0`.
  package static let release = DocumentKind(
    "release", noun: "release", path: "releases", event: .releaseChanged, belongsToCatalogue: true,
    maximumCount: Catalogue.maximumReleases,
    Contents(
      all: { state in
        Dictionary(uniqueKeysWithValues: state.catalogue.releases.map { ($0.key.description, $0.value.json) })
      },
      document: { state, name in ReleaseName(name).flatMap { state.catalogue.releases[$0]?.json } },
      read: { name, json, state in
        guard let release = ReleaseName(name) else { throw UnreadableDocument("its name is not valid") }
        state.catalogue.setRelease(
          try ReleaseReader.read(try JSONDocument(of: json), name: release))
      },
      remove: { name, state in
        if let release = ReleaseName(name) { state.catalogue.removeRelease(release) }
      },
      check: { name, document, _ in
        guard let release = ReleaseName(name) else {
          let message = "\(quoted(name)) cannot be the name of a release"
          throw InvalidDocument(Diagnostics(Diagnostic(.invalidName, at: .root, message)))
        }
        _ = try ReleaseReader.read(document, name: release)
      }))
}
