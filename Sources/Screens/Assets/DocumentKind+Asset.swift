import JSONText

extension DocumentKind {
  /// An uploaded picture, as `{"data": BASE64}`.
  ///
  /// ``belongsToCatalogue`` is false, because that renders all screens again after each change, and a new picture
  /// changes none of them.
  package static let asset = DocumentKind(
    "asset", noun: "asset", path: "assets", isReferredTo: true,
    Contents(
      all: { $0.catalogue.uploads.byName.mapValues(\.json) },
      document: { $0.catalogue.uploads[$1]?.json },
      read: { name, json, state in
        state.catalogue.setUpload(try UploadedAsset(name: name, stored: json))
      },
      remove: { $1.catalogue.removeUpload($0) },
      check: { name, document, state in
        let stored = try UploadedAsset(name: name, stored: document.value)
        let picture = try Picture(stored.bytes ?? [])
        guard UploadedAsset(picture).name == name else {
          throw UnreadableDocument("its name is not the digest of its bytes")
        }
        try state.catalogue.uploads.requireRoom(for: stored)
      }))
}
