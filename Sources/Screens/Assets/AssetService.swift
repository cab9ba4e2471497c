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
    for (_, names) in try namesInDrafts() + namesInOpenSets(of: state) { used.formUnion(names) }
    return state.catalogue.uploads.all.filter { !used.contains($0.name) }
  }

  /// Deletes an uploaded picture.
  /// - Parameter force: whether to delete it although something refers to it.
  /// - Throws: ``ScreensError/breaksScreens(_:)``, ``ScreensError/assetInUse(_:drafts:changeSets:)``,
  ///   ``ScreensError/unknownDocument(_:nearest:)``.
  package func delete(_ name: String, by author: Author, force: Bool) throws(ScreensError) {
    try publisher.writing { (state) throws(ScreensError) in
      if !force, state.catalogue.uploads[name] != nil {
        let drafts = try self.namesInDrafts().filter { $0.names.contains(name) }.map(\.place)
        let sets = self.namesInOpenSets(of: state).filter { $0.names.contains(name) }.map(\.place)
        guard drafts.isEmpty, sets.isEmpty else { throw .assetInUse(name, drafts: drafts, changeSets: sets) }
      }
      try publisher.documents.delete(.asset, name, by: author, force: force, &state)
    }
  }

  /// The names of the assets that each draft refers to, sorted by route.
  private func namesInDrafts() throws(ScreensError) -> [(place: String, names: Set<String>)] {
    var found: [(place: String, names: Set<String>)] = []
    for summary in try publisher.drafts.summaries() {
      guard let draft = try publisher.drafts.storedDraft(of: summary.route) else { continue }
      found.append((summary.route.name, AssetReference.names(in: draft.definition)))
    }
    return found
  }

  /// The names of the assets that each open change set refers to, sorted by name.
  private func namesInOpenSets(of state: PublishedState) -> [(place: String, names: Set<String>)] {
    state.changeSets.values.filter(\.isOpen).sorted { $0.name < $1.name }.map { set in
      var names: Set<String> = []
      for (subject, change) in set.changes where !subject.isUpload {
        guard let content = change.contentValue else { continue }
        // A draft has its definition as text.
        let definition =
          if case .draft(let route) = subject { Draft(content, of: route)?.definition } else { content }
        if let definition { names.formUnion(AssetReference.names(in: definition)) }
      }
      return (set.name, names)
    }
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
