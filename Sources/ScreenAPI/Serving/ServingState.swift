import HTTPWire
package import ScreenMock
package import Screens
import Synchronization

/// The state of serving: the current publication, caches, counters and recorders.
///
/// Publishing replaces the publication and increments a counter. Each loop keeps its own reference and fetches the new
/// publication when the counter has changed.
package final class ServingState: PublicationObserver {
  private let publication: Mutex<Publication>
  private let generation = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  /// Whether the next ``didChange(_:screens:)`` brings all screens that there are.
  private let hasOtherHistory = Atomic<Bool>(false)
  private let ready = Atomic<Bool>(true)

  /// The number of loops so far. Each gets its own index for the counters.
  private let loops = Atomic<Int>(0)
  let tally: RequestTally
  /// Requested versions before the current one.
  let earlier: VersionCache
  /// Versions that were current before, which apps may still have: the bases of patches.
  let replaced: VersionCache
  let events = EventFeed()
  let features: Features
  let deltas: DeltaCache
  let made: ScenarioScreenCache
  /// Nil if the server records no exposures.
  package let exposures: ExposureRecorder?
  let exposureReports = ExposureReports()
  package let mock: Mock
  /// Nil if the server records no requests.
  let journal: RequestJournal?
  package let address: PublicAddress
  /// Nil in a session: sessions have no sessions.
  let sessions: SessionTable?
  /// The path before every path: that of the session, or else empty.
  let path: String

  /// - Parameter loops: the number of loops, each of which gets its own counters. More loops than that share counters.
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
    earlier = VersionCache()
    replaced = VersionCache()
    deltas = DeltaCache()
    made = ScenarioScreenCache()
    features = Features(keepsPayloads: true)
    sessions = SessionTable()
    path = ""
  }

  /// The state of a session, which starts with the current publication of the server. A session records no exposures,
  /// because only tests use it.
  init(forking base: ServingState, path: String) {
    publication = Mutex(base.current.publication)
    // The counters of a session end with it.
    tally = RequestTally(stripes: 1)
    exposures = nil
    mock = Mock(forking: base.mock)
    journal = base.journal.map { RequestJournal(forking: $0) }
    address = base.address
    // A session caches nothing that can be read again, to save memory.
    earlier = VersionCache(maximumBytes: 0)
    replaced = VersionCache(maximumBytes: 0)
    features = Features(keepsPayloads: false)
    // Keyed by content or by identity, so sessions can share them.
    deltas = base.deltas
    made = base.made
    sessions = nil
    self.path = path
  }

  /// Whether there is anything to serve. False only for a node that has never reached its store.
  package var isReady: Bool { ready.load(ordering: .acquiring) }

  package func setReady(_ isReady: Bool) { ready.store(isReady, ordering: .releasing) }

  package var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// Starts draining: `/health` reports it, and all streams end.
  package func drain() {
    draining.store(true, ordering: .releasing)
    events.close()
    features.feed.close()
    journal?.close()
    sessions?.drain()
  }

  package func didPublish(_ screen: LazyPublishedScreen, catalogue: Catalogue) {
    let served = ServedScreen(screen, formats: catalogue.formats, tally: tally, address: address)
    // A version that was published just now is parsed already. Rendering it now saves that time at the first request.
    if screen.ifParsed != nil, let prepared = try? served.prepare() { prepared.renderDefaults() }
    change { publication in
      // Apps have the replaced version and may ask for a patch of it.
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

  package func didChange(_ catalogue: Catalogue, screens: [LazyPublishedScreen]) {
    let served = screens.map { ServedScreen($0, formats: catalogue.formats, tally: tally, address: address) }
    earlier.removeAll()
    replaced.removeAll()
    let replacesAll = hasOtherHistory.exchange(false, ordering: .relaxed)
    change { publication in
      if replacesAll { publication.removeAll() }
      publication.catalogue = catalogue
      for screen in served { publication.set(.served(screen), at: screen.current.route) }
    }
    events.didPublish(screens.map { ($0.route, $0.version) })
    // Conditions of rules contain the groups, which another node may have changed.
    mock.reread(groups: catalogue.groups)
  }

  package func didChangeClientKeys() { features.didChange() }

  package func willReplaceHistory() {
    events.forget()
    hasOtherHistory.store(true, ordering: .relaxed)
  }

  /// Does nothing: schedules change nothing that is served.
  package func didSchedule(next: Double?) {}

  /// Does nothing: a request for the damaged version gets the error.
  package func didFindDamage(_ damage: DamagedVersion) {}

  private func change(_ body: (inout Publication.Contents) -> Void) {
    // Made outside of the lock, because loops take the lock. Nothing is lost: the publisher makes one change at a time.
    let next = publication.withLock { $0 }.changed(body)
    publication.withLock { $0 = next }
    generation.add(1, ordering: .releasing)
    features.didChange()
  }

  /// A loop's own reference to the current publication.
  package struct Snapshot: Sendable {
    let publication: Publication
    fileprivate let generation: Int
    /// The index of the loop's counters.
    let stripe: Int
  }

  /// A snapshot for a new loop.
  package func snapshot() -> Snapshot {
    Snapshot(
      publication: Publication(), generation: -1, stripe: loops.add(1, ordering: .relaxed).oldValue
    )
    .refreshed(from: self)
  }

  /// The current publication.
  var inForce: Publication { publication.withLock { $0 } }

  /// The current view types, formats and releases.
  var catalogue: Catalogue { inForce.catalogue }

  /// A snapshot for one request in a session.
  func snapshot(stripe: Int) -> Snapshot {
    let (publication, generation) = current
    return Snapshot(publication: publication, generation: generation, stripe: stripe)
  }

  fileprivate var current: (publication: Publication, generation: Int) {
    // The counter first. A change between the two reads is then fetched twice; in the other order it would be missed.
    let generation = generation.load(ordering: .acquiring)
    return (publication.withLock { $0 }, generation)
  }

  /// Updates a snapshot. Costs one comparison if nothing has changed.
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
