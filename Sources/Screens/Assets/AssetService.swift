/// The files that content can refer to: those of the folder `_assets/`, and uploaded pictures.
package struct AssetService: Sendable {
  let publisher: Publisher

  /// The names of the assets of the folder, and the uploaded pictures.
  package var all: (files: [String], uploads: [UploadedAsset]) {
    let catalogue = publisher.catalogue
    return (catalogue.assets.names, catalogue.uploads.all)
  }

  /// An uploaded picture; nil if there is none of that name.
  package func upload(named name: String) -> UploadedAsset? { publisher.catalogue.uploads[name] }

  /// Stores a picture. One with the same content is stored once.
  /// - Returns: its URI in content.
  /// - Throws: ``StoreError/full(_:)`` if there are too many.
  package func upload(_ picture: Picture, by author: Author) throws(ScreensError) -> String {
    let asset = UploadedAsset(picture)
    return try publisher.writing { (state) throws(ScreensError) in
      if state.catalogue.uploads[asset.name] == nil {
        do throws(NoRoomForUpload) {
          try state.catalogue.uploads.requireRoom(for: asset)
        } catch {
          throw .store(.full("\(error)"))
        }
        try publisher.documents.store(.asset, asset.name, asset.json, by: author, &state)
      }
      return AssetReference.uri(of: asset.name)
    }
  }

  /// The uploaded pictures that no current screen, draft or open change set refers to. Earlier versions may.
  package func unused() throws(ScreensError) -> [UploadedAsset] {
    let state = publisher.state
    var used: Set<String> = []
    for screen in state.screens {
      // A damaged screen may refer to anything, but it is not served.
      if let definition = try? screen.definition() { used.formUnion(AssetReference.names(in: definition)) }
    }
    for summary in try publisher.drafts.summaries() {
      guard let draft = try publisher.drafts.storedDraft(of: summary.route) else { continue }
      used.formUnion(AssetReference.names(in: draft.definition))
    }
    for set in state.changeSets.values where set.isOpen {
      for (subject, change) in set.changes where !subject.isUpload {
        if let content = change.contentValue { used.formUnion(AssetReference.names(in: content)) }
      }
    }
    return state.catalogue.uploads.all.filter { !used.contains($0.name) }
  }
}

extension Publisher {
  /// The files that content can refer to.
  package var assets: AssetService { AssetService(publisher: self) }
}

extension ChangeSubject {
  /// Whether this is an uploaded picture.
  var isUpload: Bool { if case .document(.asset, _) = self { true } else { false } }
}
