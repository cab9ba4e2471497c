import JSONText

/// A version that was validated and prepared before the lock of the writers was taken, against the state that readers
/// saw.
struct EarlyVersion: Sendable {
  let screen: PublishedScreen
  let prepared: (any PreparedVersion)?
  private let content: CatalogueContent

  /// - Parameter observer: prepares the version; nil to only validate it.
  /// - Returns: nil for a definition that is invalid or will probably not be published. A writer then reads it again.
  init?(
    _ document: JSONDocument, route: Route, _ state: PublishedState, observer: (any PublicationObserver)?,
    precondition: (Int?) -> Bool
  ) {
    var current: LazyPublishedScreen?
    if case .published(let screen)? = state[route] { current = screen }
    guard precondition(current?.version),
      let (definition, combinations) = try? DefinitionReader.read(
        document, route: route, catalogue: state.catalogue)
    else { return nil }
    content = state.catalogue.content
    screen = PublishedScreen(
      route: route, version: (state[route]?.version ?? 0) + 1, definition: definition,
      combinations: combinations)
    // Preparing costs more than comparing, and the same definition is often sent again.
    let isUnchanged = current?.ifParsed?.definition.json == definition.json
    prepared = isUnchanged ? nil : observer?.prepare(screen, state.catalogue)
  }

  /// Whether reading the definition in a state would have the same result.
  func isValid(in state: PublishedState) -> Bool { content == state.catalogue.content }
}
