import HTTPWire
package import ScreenMock
package import Screens
import Synchronization

/// Holds the current publication. Publishing swaps it; each loop looks at a counter, and takes the new one only
/// when that has moved.
package final class ServingState: PublicationObserver {
  private let publication: Mutex<Publication>
  private let generation = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)

  /// Numbers for loops, each of which counts for itself.
  private let loops = Atomic<Int>(0)
  let tally: RequestTally
  let earlier: EarlierScreens
  /// Versions that others have taken the place of: what apps have.
  let replaced: EarlierScreens
  let events = EventFeed()
  let deltas: DeltaCache
  let made: MadeScreens
  /// Nil when none are kept.
  package let exposures: ExposureRecorder?
  package let mock: Mock
  /// Nil when no requests are kept.
  let journal: RequestJournal?
  package let address: PublicAddress
  /// Nil for what a session serves.
  let sessions: SessionTable?
  /// What stands before every path: nothing, or that of a session.
  let path: String

  /// - Parameter loops: how many loops serve; with more of them, some share their counters.
  package init(
    loops: Int = 1, exposures: ExposureRecorder? = nil, mock: Mock = Mock(),
    journal: RequestJournal? = nil, address: PublicAddress = PublicAddress()
  ) {
    publication = Mutex(Publication())
    tally = RequestTally(stripes: loops)
    self.exposures = exposures
    self.mock = mock
    self.journal = journal
    self.address = address
    earlier = EarlierScreens()
    replaced = EarlierScreens()
    deltas = DeltaCache()
    made = MadeScreens()
    sessions = SessionTable()
    path = ""
  }

  /// What a session serves: at first what is in force in another one. Exposures are not noted: nobody but tests sees it.
  init(forking base: ServingState, path: String) {
    publication = Mutex(base.current.publication)
    // What is counted of its own screens goes with it.
    tally = RequestTally(stripes: 1)
    exposures = nil
    mock = Mock(forking: base.mock)
    journal = base.journal.map { RequestJournal(forking: $0) }
    address = base.address
    // A session keeps nothing that can be read again.
    earlier = EarlierScreens(maximumBytes: 0)
    replaced = EarlierScreens(maximumBytes: 0)
    // What is known by its bytes, or by what it was made of, all may share.
    deltas = base.deltas
    made = base.made
    sessions = nil
    self.path = path
  }

  package var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// From now on `/health` says that this server is going.
  package func drain() {
    draining.store(true, ordering: .releasing)
    events.close()
    journal?.close()
    sessions?.drain()
  }

  package func didPublish(_ screen: CurrentScreen, catalogue: Catalogue) {
    let served = ServedScreen(screen, formats: catalogue.formats, tally: tally, address: address)
    // What was published just now has been read, and is rendered before anybody asks for it.
    if screen.ifRead != nil, let prepared = try? served.prepare() { prepared.renderDefaults() }
    change { publication in
      // Apps have it, and may ask for the difference.
      if case .served(let old)? = Array(screen.route.name.utf8).withBytes({ publication.entry(route: $0) }),
        let prepared = old.ifPrepared
      {
        replaced.keep(prepared)
      }
      publication.catalogue = catalogue
      publication.set(.served(served), at: screen.route)
    }
    events.didPublish([(screen.route, screen.version)])
  }

  package func didDelete(_ route: Route, version: Int) {
    change { $0.set(.deleted, at: route) }
    events.didDelete(route, version: version)
  }

  package func didChange(_ catalogue: Catalogue, screens: [CurrentScreen]) {
    let served = screens.map { ServedScreen($0, formats: catalogue.formats, tally: tally, address: address) }
    earlier.removeAll()
    replaced.removeAll()
    change { publication in
      publication.catalogue = catalogue
      for screen in served { publication.set(.served(screen), at: screen.current.route) }
    }
    events.didPublish(screens.map { ($0.route, $0.version) })
  }

  /// When drafts become versions changes nothing that is served.
  package func didSchedule(next: Double?) {}

  private func change(_ body: (inout Publication.Contents) -> Void) {
    publication.withLock { $0 = $0.changed(body) }
    generation.add(1, ordering: .releasing)
  }

  /// A loop's own reference to what is in force.
  package struct Snapshot: Sendable {
    let publication: Publication
    fileprivate let generation: Int
    /// Which of the loops this is, for counters.
    let stripe: Int
  }

  package func snapshot() -> Snapshot {
    Snapshot(
      publication: Publication(), generation: -1, stripe: loops.add(1, ordering: .relaxed).oldValue
    )
    .refreshed(from: self)
  }

  /// What is in force now, for one request.
  func snapshot(stripe: Int) -> Snapshot {
    let (publication, generation) = current
    return Snapshot(publication: publication, generation: generation, stripe: stripe)
  }

  fileprivate var current: (publication: Publication, generation: Int) {
    // The counter first: a change in between is then seen once more, not missed.
    let generation = generation.load(ordering: .acquiring)
    return (publication.withLock { $0 }, generation)
  }

  /// Brings a snapshot up to date; a comparison when nothing has changed.
  @inline(__always)
  func refresh(_ snapshot: inout Snapshot) {
    if generation.load(ordering: .acquiring) != snapshot.generation {
      snapshot = snapshot.refreshed(from: self)
    }
  }
}

extension ServingState.Snapshot {
  fileprivate func refreshed(from state: ServingState) -> Self {
    let (publication, generation) = state.current
    return Self(publication: publication, generation: generation, stripe: stripe)
  }
}
