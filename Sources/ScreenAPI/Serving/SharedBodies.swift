import Screens
import Synchronization

/// The bodies of screens in several languages, each once: languages that have no translation of their own have equal
/// ones.
final class SharedBodies: Sendable {
  private struct Place: Sendable {
    weak var body: RenditionBody?
  }

  private struct State {
    /// By entity tag.
    var places: [String: Place] = [:]
    /// The count at which the places of released bodies are removed.
    var maximumCount = 1024
  }

  private let state = Mutex(State())

  /// The number of places, those of released bodies among them.
  var count: Int { state.withLock { $0.places.count } }

  /// The body with these bytes, which is kept while a rendition has it.
  func body(_ bytes: [UInt8]) -> RenditionBody {
    let tag = EntityTag.of(bytes)
    if let known = state.withLock({ $0.places[tag]?.body }), known.identity.bytes == bytes { return known }
    // Compressing takes long, so two threads may do it at once.
    let made = RenditionBody(bytes, isTemplate: false)
    state.withLock { state in
      if state.places.count >= state.maximumCount {
        state.places = state.places.filter { $0.value.body != nil }
        state.maximumCount = max(1024, 2 * state.places.count)
      }
      state.places[tag] = Place(body: made)
    }
    return made
  }
}
