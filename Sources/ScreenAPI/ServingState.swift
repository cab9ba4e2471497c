package import Screens
import Synchronization

/// Holds the current publication. Publishing swaps it; each loop looks at a counter, and takes the new one only
/// when that has moved.
package final class ServingState: PublicationObserver {
  private let publication = Mutex(Publication())
  private let generation = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)

  package init() {}

  package var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// From now on `/health` says that this server is going.
  package func drain() { draining.store(true, ordering: .releasing) }

  package func didPublish(_ screen: PublishedScreen, catalogue: Catalogue) {
    let served = ServedScreen(screen, formats: catalogue.formats.values)
    change { publication in
      publication.set(catalogue)
      publication.set(.served(served), at: screen.route)
    }
  }

  package func didDelete(_ route: Route, version: Int) {
    change { $0.set(.deleted, at: route) }
  }

  package func didChange(_ catalogue: Catalogue, screens: [PublishedScreen]) {
    let served = screens.map { ServedScreen($0, formats: catalogue.formats.values) }
    change { publication in
      publication.set(catalogue)
      for screen in served { publication.set(.served(screen), at: screen.screen.route) }
    }
  }

  private func change(_ body: (inout sending Publication) -> Void) {
    publication.withLock { body(&$0) }
    generation.add(1, ordering: .releasing)
  }

  /// A loop's own reference to what is in force.
  package struct Snapshot: Sendable {
    var publication: Publication
    fileprivate var generation: Int
  }

  package func snapshot() -> Snapshot {
    let generation = generation.load(ordering: .acquiring)
    return Snapshot(publication: publication.withLock { $0 }, generation: generation)
  }

  /// Brings a snapshot up to date; a comparison when nothing has changed.
  @inline(__always)
  func refresh(_ snapshot: inout Snapshot) {
    if generation.load(ordering: .acquiring) != snapshot.generation { snapshot = self.snapshot() }
  }
}
