import HTTPWire
package import ScreenMock
package import Screens
import Synchronization

/// The state of serving: the current screens, caches, counters and recorders.
///
/// Publishing replaces the screens and increments a counter. Each loop keeps its own reference and fetches the new
/// screens when the counter has changed.
package final class ServingState: PublicationObserver {
  private let screens: Mutex<ServedScreens>
  private let generation = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  /// Whether the next ``didChange(_:)`` contains all screens, because the store has another history.
  private let hasOtherHistory = Atomic<Bool>(false)
  private let ready = Atomic<Bool>(true)
  /// The open rollouts by route. Used only while the publisher makes a change.
  private let rollouts = Mutex<[Route: OpenRollout]>([:])

  /// The number of loops so far. Each gets its own index for the counters.
  private let loops = Atomic<Int>(0)
  let tally: RequestTally
  /// Requested versions before the current one.
  let earlier: VersionCache
  /// Versions that were current before, which apps may still have: the bases of patches.
  let replaced: VersionCache
  let events: EventFeed
  let features: Features
  let deltas: DeltaCache
  let made: ScenarioScreenCache
  let viewTypeLists: ViewTypeLists
  /// Nil if the server records no exposures.
  package let exposures: ExposureRecorder?
  let exposureReports = ExposureReports()
  package let mock: Mock
  /// Nil if the server records no requests.
  let journal: RequestJournal?
  package let address: PublicAddress
  /// Nil in a session and a change set: they have no sessions.
  let sessions: SessionTable?
  /// Nil in a session and a change set: they have no change sets.
  let changeSets: ChangeSetViews?
  let turns: Turns
  let place: Place
  /// The prefix of all paths, such as `/c/winter` in a change set; empty for the server itself.
  let path: String

  /// Where the changes of writes go.
  enum Place: Sendable {
    /// To the store of the server.
    case server
    /// To memory, until the session ends.
    case session
    /// To a change set, which the server stores.
    case changeSet
  }

  /// - Parameter loops: the number of loops, each of which gets its own counters. More loops than that share counters.
  package init(
    loops: Int = 1, exposures: ExposureRecorder? = nil, mock: Mock = Mock(),
    journal: RequestJournal? = nil, address: PublicAddress = PublicAddress()
  ) {
    screens = Mutex(ServedScreens())
    tally = RequestTally(stripes: loops)
    self.exposures = exposures
    self.mock = mock
    self.journal = journal
    self.address = address
    earlier = VersionCache()
    replaced = VersionCache()
    deltas = DeltaCache()
    made = ScenarioScreenCache()
    viewTypeLists = ViewTypeLists(maximumCount: 256, maximumBytes: 2048)
    features = Features(keepsPayloads: true)
    events = EventFeed()
    sessions = SessionTable()
    changeSets = ChangeSetViews()
    turns = Turns()
    place = .server
    path = ""
  }

  /// The state of a session or a change set, which starts with the current screens of the server. It records no
  /// exposures, because only tests and previews use it.
  /// - Parameter old: the state of the same change set that this one replaces: listeners, rules and requests stay.
  init(
    forking base: ServingState, path: String, as place: Place = .session,
    continuing old: ServingState? = nil
  ) {
    screens = Mutex(base.current.screens)
    // The counters end with the session.
    tally = old?.tally ?? RequestTally(stripes: 1)
    exposures = nil
    mock = old?.mock ?? Mock(forking: base.mock)
    journal = old?.journal ?? base.journal.map { RequestJournal(forking: $0) }
    events = old?.events ?? EventFeed()
    address = base.address
    self.place = place
    turns = base.turns
    changeSets = nil
    // A session caches nothing that can be read again, to save memory.
    earlier = VersionCache(maximumBytes: 0)
    replaced = VersionCache(maximumBytes: 0)
    features = Features(keepsPayloads: false)
    // Keyed by content or by identity, so sessions can share them.
    deltas = base.deltas
    made = base.made
    viewTypeLists = base.viewTypeLists
    sessions = nil
    self.path = path
  }

  /// Whether this is the view of a change set, which stores its changes in the set.
  var isChangeSet: Bool { place == .changeSet }

  /// Sends listeners the versions that they do not have yet. These may be lower, because a change set can drop changes.
  func reportVersions(of publisher: Publisher) {
    events.show(
      publisher.screens.all.map { ($0.route, $0.version, false) }
        + publisher.screens.deleted.map { ($0.route, $0.version, true) })
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
    changeSets?.drain()
  }

  /// Releases the sessions and the views of change sets, which refer to the server. For a server that has stopped.
  package func close() {
    sessions?.removeAll()
    changeSets?.removeAll()
  }

  package func prepare(_ screen: PublishedScreen, _ catalogue: Catalogue) -> (any PreparedVersion)? {
    let known = currentScreens.languages
    let served = ServedScreen(
      LazyPublishedScreen(screen), formats: catalogue.formats,
      languages: known?.languages == catalogue.languages ? known : ServedLanguages.of(catalogue),
      tally: tally,
      address: address)
    (try? served.prepare())?.renderDefaults()
    return served
  }

  package func didChange(_ change: PublishedChange) {
    if change.changesCatalogue {
      earlier.removeAll()
      replaced.removeAll()
    }
    let languages =
      change.changesCatalogue ? ServedLanguages.of(change.catalogue) : currentScreens.languages
    let served = change.screens.map { screen in
      if let prepared = change.prepared as? ServedScreen { return prepared }
      let served = ServedScreen(
        screen, formats: change.catalogue.formats, languages: languages, tally: tally, address: address)
      // A version that was published just now is parsed already. Rendering it now saves that time at the first request.
      if !change.changesCatalogue, screen.ifParsed != nil, let prepared = try? served.prepare() {
        prepared.renderDefaults()
      }
      return served
    }
    let replacesAll = hasOtherHistory.exchange(false, ordering: .relaxed)
    replace { screens in
      if replacesAll { screens.removeAll() }
      screens.set(change.catalogue, languages)
      for screen in served {
        // Apps have the replaced version and may ask for a patch of it.
        if !change.changesCatalogue {
          for prepared in screens.prepared(at: screen.current.route) { replaced.keep(prepared) }
        }
        let entry = self.entry(screen, replacing: screens, keepsOld: !change.changesCatalogue)
        screens.set(entry, at: screen.current.route)
      }
      for (route, _) in change.deleted { screens.set(.deleted, at: route) }
    }
    if !change.screens.isEmpty { events.didPublish(change.screens.map { ($0.route, $0.version) }) }
    for (route, version) in change.deleted { events.didDelete(route, version: version) }
    // Conditions of rules contain the groups, which another node may have changed.
    if change.changesCatalogue { mock.update(change.catalogue) }
  }

  package func didChangeRollouts(_ open: [Route: OpenRollout], endsOthers: Bool) {
    let old = rollouts.withLock { known in
      let old = known
      known = endsOthers ? open : known.merging(open) { $1 }
      return old
    }
    var changed: [Route] = []
    replace { screens in
      for route in Set(old.keys).union(open.keys) {
        guard let entry = screens.entry(at: route) else { continue }
        let rollout = open[route]
        switch entry {
        case .rolling(let rolling) where rollout?.newVersion == rolling.new.current.version:
          guard let rollout, rolling.rollout.serial != rollout.serial || rolling.rollout.id != rollout.id
          else {
            continue
          }
          screens.set(.rolling(RollingScreen(rollout, new: rolling.new, old: rolling.old)), at: route)
          if rolling.rollout.threshold == rollout.threshold { continue }
        case .rolling(let rolling) where endsOthers: screens.set(.served(rolling.new), at: route)
        case .served(let screen) where rollout?.newVersion == screen.current.version:
          screens.set(self.entry(screen, replacing: screens, keepsOld: false), at: route)
        default: continue
        }
        changed.append(route)
      }
    }
    events.remind(of: changed)
  }

  /// The entry of a current version: with its rollout, if one is open.
  /// - Parameter keepsOld: whether the renditions of the old version are still right.
  private func entry(
    _ screen: ServedScreen, replacing screens: ServedScreens.Contents, keepsOld: Bool
  ) -> ServedScreens.Entry {
    let route = screen.current.route
    guard let rollout = rollouts.withLock({ $0[route] }), rollout.newVersion == screen.current.version else {
      return .served(screen)
    }
    let known = keepsOld ? screens.entry(at: route)?.forEverybody : nil
    let old = known.flatMap { $0.current.version == rollout.old.version ? $0 : nil }
    return .rolling(
      RollingScreen(
        rollout, new: screen,
        old: old
          ?? ServedScreen(
            rollout.old, formats: screens.catalogue.formats, languages: screens.languages, tally: tally,
            address: address)))
  }

  /// Remembers how many requests with a unit each screen had. Call it about once a second.
  package func sampleTraffic() { tally.traffic.sample() }

  package func didChangeClientKeys() { features.didChange() }

  package func willReplaceHistory() {
    events.forget()
    hasOtherHistory.store(true, ordering: .relaxed)
  }

  private func replace(_ body: (inout ServedScreens.Contents) -> Void) {
    // Made outside of the lock, because loops take the lock. Nothing is lost: the publisher makes one change at a time.
    let next = screens.withLock { $0 }.changed(body)
    screens.withLock { $0 = next }
    generation.add(1, ordering: .releasing)
    features.didChange()
  }

  /// A loop's own reference to the current screens.
  package struct Snapshot: Sendable {
    let screens: ServedScreens
    fileprivate let generation: Int
    /// The index of the loop's counters.
    let stripe: Int
  }

  /// A snapshot for a new loop.
  package func snapshot() -> Snapshot {
    Snapshot(
      screens: ServedScreens(), generation: -1, stripe: loops.add(1, ordering: .relaxed).oldValue
    )
    .refreshed(from: self)
  }

  /// The screens that are served now.
  var currentScreens: ServedScreens { screens.withLock { $0 } }

  /// The current view types, formats and releases.
  var catalogue: Catalogue { currentScreens.catalogue }

  /// A snapshot for one request that has no loop's snapshot, such as one in a session.
  func snapshot(stripe: Int) -> Snapshot {
    let (screens, generation) = current
    return Snapshot(screens: screens, generation: generation, stripe: stripe)
  }

  fileprivate var current: (screens: ServedScreens, generation: Int) {
    // Read the counter first. A change between the two reads is then fetched twice; in the other order it would be
    // missed.
    let generation = generation.load(ordering: .acquiring)
    return (screens.withLock { $0 }, generation)
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
    let (screens, generation) = state.current
    return Self(screens: screens, generation: generation, stripe: stripe)
  }
}

extension ServedScreens.Contents {
  fileprivate func entry(at route: Route) -> ServedScreens.Entry? {
    Array(route.name.utf8).withBytes { entry(route: $0) }
  }

  /// The versions of a screen that are served, as far as requests have prepared them.
  fileprivate func prepared(at route: Route) -> [PreparedScreen] {
    switch entry(at: route) {
    case .served(let screen): [screen.ifPrepared].compactMap(\.self)
    case .rolling(let rolling): [rolling.old.ifPrepared, rolling.new.ifPrepared].compactMap(\.self)
    case .deleted, nil: []
    }
  }
}
