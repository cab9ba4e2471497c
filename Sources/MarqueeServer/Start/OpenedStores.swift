import Foundation
import Logging
import Screens

/// The data folder and the stores of a server, which hold the lock of the folder and connections to a database.
struct OpenedStores: Sendable {
  let store: any ScreenStore
  /// Nil for a server that records no exposures.
  let exposures: (any ExposureStore)?
  let deliveries: any DeliveryStore
  let reports: any ReportStore
  /// Nil for a server that shares its store with no other node.
  let node: Node?
  /// The path of the data folder.
  let folder: String
  /// Whether ``close()`` deletes the data folder.
  private let isTemporary: Bool
  private let closers: Closers

  /// The functions that close what was opened.
  private struct Closers: Sendable {
    private var closers: [@Sendable () -> Void] = []

    mutating func keep<Store: Sendable>(_ opened: Stores.Opened<Store>) -> Store {
      closers.append(opened.close)
      return opened.store
    }

    /// Closes in reverse order, because a store can use those that were opened before it.
    func close() {
      for close in closers.reversed() { close() }
    }
  }

  /// Locks the data folder and opens the stores. Connects to no database yet.
  init(_ configuration: Marquee.Configuration) throws(StartError) {
    let folder = configuration.data ?? NSTemporaryDirectory() + "/marquee-" + UUID().uuidString
    self.folder = folder
    isTemporary = configuration.data == nil
    let name = configuration.node
    var closers = Closers()
    do throws(StoreError) {
      if let connection = configuration.store {
        let shared = closers.keep(try Stores.openShared(connection, node: name, copy: folder))
        store = shared
        node = Node(store: shared, logger: configuration.logger)
        exposures =
          configuration.keepsExposures
          ? closers.keep(
            try Stores.openSharedExposures(connection, node: name, spool: folder, of: shared)) : nil
      } else {
        if Stores.hasEmptyDatabase(folder) {
          configuration.logger.warning(
            "the database in \(quoted(folder)) is empty (0 bytes) and counts as new; if it had screens, stop the server and restore a backup"
          )
        }
        store = closers.keep(try Stores.open(folder))
        node = nil
        exposures = configuration.keepsExposures ? closers.keep(Stores.openExposures(folder)) : nil
      }
      deliveries = closers.keep(
        try Stores.openDeliveries(configuration.store, node: name, folder: folder))
      reports = closers.keep(try Stores.openReports(configuration.store, node: name, folder: folder))
    } catch {
      closers.close()
      if configuration.data == nil { Self.delete(folder) }
      throw StartError(error.message)
    }
    self.closers = closers
  }

  /// The clock of the server, in seconds since 1970 UTC: the database's, so that all nodes agree.
  var clock: @Sendable () -> Double {
    { [node] in Date().timeIntervalSince1970 + (node?.clockOffset ?? 0) }
  }

  /// The same at the last tick of the system's timer, at most 10 ms ago. On Linux, reading it takes a fifth of the time of
  /// ``clock``.
  var coarseClock: CoarseClock {
    let exact = CoarseClock(clock)
    #if os(Linux)
      return CoarseClock { [node] in
        // time(2) reads the second of the same tick, and nothing else.
        guard let node else { return max(time(nil), 0) }
        var tick = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME_COARSE, &tick) == 0 else { return exact.second() }
        return CoarseClock.wholeSecond(
          of: Double(tick.tv_sec) + Double(tick.tv_nsec) / 1e9 + node.clockOffset)
      }
    #else
      return exact
    #endif
  }

  /// Closes the stores, unlocks the data folder, and deletes it if it is a temporary one.
  func close() {
    closers.close()
    if isTemporary { Self.delete(folder) }
  }

  private static func delete(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
