import JSONText

/// A definition that was read and prepared before the lock of the writers was taken, against the state that readers
/// saw.
struct EarlyVersion: Sendable {
  private let document: JSONDocument
  private let route: Route
  /// The version, or the errors of the definition.
  private let reading: Result<PublishedScreen, InvalidDocument>
  /// What an observer has prepared for the version; nil if none has prepared anything.
  private let prepared: (any PreparedVersion)?
  private let number: Int
  private let content: CatalogueContent

  /// - Parameter observers: those that prepare the version; empty to only read it.
  init(
    _ document: JSONDocument, route: Route, _ state: PublishedState, observers: [any PublicationObserver]
  ) {
    self.document = document
    self.route = route
    content = state.catalogue.content
    number = state.nextVersion(of: route)
    do throws(InvalidDocument) {
      let (definition, combinations) = try DefinitionReader.read(
        document, route: route, catalogue: state.catalogue, keeping: state.translations(of: route))
      let screen = PublishedScreen(
        route: route, version: number, definition: definition, combinations: combinations)
      reading = .success(screen)
      // Preparing costs more than comparing, and the same definition is often sent again.
      var isUnchanged = false
      if case .published(let current)? = state[route] {
        isUnchanged = current.ifParsed?.definition.isSame(as: definition) ?? false
      }
      prepared = isUnchanged ? nil : observers.prepare(screen, state.catalogue)
    } catch {
      reading = .failure(error)
      prepared = nil
    }
  }

  /// The version, if the state has the catalogue and the next version number that it was read for; otherwise nil.
  /// - Throws: ``InvalidDocument`` if the definition is invalid in that state.
  func ready(
    at route: Route, in state: inout PublishedState
  ) throws(InvalidDocument) -> (screen: PublishedScreen, prepared: (any PreparedVersion)?)? {
    guard route == self.route, number == state.nextVersion(of: route), content == state.catalogue.content
    else { return nil }
    let screen = try reading.get()
    // Experiments of other screens may have changed.
    try state.requireOwnExperiments(screen.definition, of: route, in: document)
    return (screen, prepared)
  }
}
