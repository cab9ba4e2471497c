import Foundation
package import JSONText
package import NodeStore
import PostgresStore
import SQLiteStore
package import Screens

/// Opens the stores of a data folder (SQLite) or of a connection string (PostgreSQL). No other code knows the kinds of
/// stores.
package enum Stores {
  /// An open store, which its user closes.
  package struct Opened<Store: Sendable>: Sendable {
    package let store: Store
    /// Closes the store, and releases its data folder.
    package let close: @Sendable () -> Void
  }

  /// Opens the versions, drafts and tokens of a data folder, for this process alone. Creates the folder if necessary.
  package static func open(_ folder: String) throws(StoreError) -> Opened<any ScreenStore> {
    let store = try SQLiteStore(folder: folder)
    return Opened(store: store) { store.close() }
  }

  /// Whether the database of a data folder is a file without content, which ``open(_:)`` takes for a new one.
  package static func hasEmptyDatabase(_ folder: String) -> Bool { DataFolder(path: folder).isDatabaseEmpty }

  /// Whether a place is a connection string of PostgreSQL, and not a data folder.
  package static func isConnection(_ location: String) -> Bool { PostgresStore.isConnection(location) }

  /// Opens the store that several nodes share, with this node's copy of it in a data folder. Connects to nothing yet.
  package static func openShared(
    _ connection: String, node: String, copy folder: String
  ) throws(StoreError) -> Opened<NodeStore> {
    let primary = try PostgresStore(connection: connection, node: node)
    let copy = try openCopy(in: folder)
    let store = try NodeStore(primary: primary, copy: copy)
    return Opened(store: store) {
      store.close()
      copy.close()
    }
  }

  /// Opens a node's copy. Renames a damaged or newer copy and begins an empty one: everything in it is in the shared
  /// store, too.
  private static func openCopy(in folder: String) throws(StoreError) -> SQLiteStore {
    do throws(StoreError) {
      let copy = try SQLiteStore(folder: folder, role: .copy)
      _ = try copy.position()
      return copy
    } catch {
      switch error {
      case .damaged, .newer: DataFolder(path: folder).setCopyAside()
      default: throw error
      }
    }
    return try SQLiteStore(folder: folder, role: .copy)
  }

  /// Opens the exposures that several nodes share. Those of this node wait in a data folder until the database takes
  /// them.
  package static func openSharedExposures(
    _ connection: String, node: String, spool folder: String, of nodeStore: NodeStore
  ) throws(StoreError) -> Opened<any ExposureStore> {
    let spool = SQLiteExposureStore(folder: folder)
    let store = try PostgresExposureStore(connection: connection, node: node, spool: spool) {
      nodeStore.status.reasonForRefusal
    }
    return Opened(store: store) {
      store.close()
      spool.close()
    }
  }

  /// Opens the exposures of a data folder that this process alone uses.
  package static func openExposures(_ folder: String) -> Opened<any ExposureStore> {
    let store = SQLiteExposureStore(folder: folder)
    return Opened(store: store) { store.close() }
  }

  /// Opens the messages to webhooks: those of a data folder, or those that several nodes share.
  /// - Parameter connection: a connection string of PostgreSQL; nil for a server without other nodes.
  package static func openDeliveries(
    _ connection: String?, node: String, folder: String
  ) throws(StoreError) -> Opened<any DeliveryStore> {
    guard let connection else {
      let store = SQLiteDeliveryStore(folder: folder)
      return Opened(store: store) { store.close() }
    }
    let store = try PostgresDeliveryStore(connection: connection, node: node)
    return Opened(store: store) { store.close() }
  }

  /// Opens what apps report about rollouts: the reports of a data folder, or those that several nodes share.
  /// - Parameter connection: a connection string of PostgreSQL; nil for a server without other nodes.
  package static func openReports(
    _ connection: String?, node: String, folder: String
  ) throws(StoreError) -> Opened<any ReportStore> {
    guard let connection else {
      let store = SQLiteReportStore(folder: folder)
      return Opened(store: store) { store.close() }
    }
    let store = try PostgresReportStore(connection: connection, node: node)
    return Opened(store: store) { store.close() }
  }

  // MARK: Places

  /// Opens a place for reading: a data folder or a connection string. The data folder can be read-only, or in use by a
  /// server.
  package static func read(_ location: String) throws(StoreError) -> Reader {
    guard isConnection(location) else {
      return Reader(source: try DataFolderReader(folder: location))
    }
    return Reader(source: try readable(location))
  }

  /// Opens a database for reading. Creates and changes no tables.
  private static func readable(_ location: String) throws(StoreError) -> PostgresStore {
    let store = try PostgresStore(connection: location, node: "command")
    guard try store.hasTables() else { throw .unavailable("there is no data of Marquee in the database") }
    return store
  }

  /// Opens a place for a command that changes it.
  package static func openLocation(_ location: String) throws(StoreError) -> Opened<any ScreenStore> {
    guard isConnection(location) else {
      try DataFolder(path: location).requireContent()
      return try open(location)
    }
    let store = try PostgresStore(connection: location, node: "command")
    try store.prepare()
    try store.requireWritable()
    return Opened(store: store) { store.close() }
  }

  /// A place that was opened for reading.
  package struct Reader {
    fileprivate let source: any StoreSource

    /// The current state: the newest version of each screen, formats, groups and tokens.
    package func contents() throws(StoreError) -> StoreContents { try source.contents() }

    /// Reads everything as the lines of an export.
    /// - Parameter write: receives a line.
    /// - Throws: ``StoreError``, and what `write` throws.
    package func export(_ write: (JSONValue) throws -> Void) throws {
      _ = try StoreExport.write(source, write)
    }

    /// Copies everything except exposures and messages to webhooks to a new SQLite database.
    /// - Throws: ``StoreError`` if the file exists or the place cannot be read, ``WriteError`` if the copy cannot be
    ///   written.
    package func backUp(to file: String) throws {
      do {
        if let folder = source as? DataFolderReader { return try folder.backUp(to: file) }
        let part = file + ".part-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: part) }
        let copy = try SQLiteStore(folder: part)
        defer { copy.close() }
        _ = try StoreMigration.copy(source, to: copy, named: file)
        try DataFolderReader(folder: part).backUp(to: file)
      } catch let failure as DataFolderReader.WriteError {
        throw WriteError(message: failure.message)
      }
    }
  }

  /// Why a copy cannot be written: one line that names the file.
  package struct WriteError: Error {
    package let message: String
  }

  /// Checks a place.
  package static func findings(of location: String) throws(StoreError) -> [StoreFinding] {
    isConnection(location) ? try PostgresDoctor.findings(of: location) : SQLiteDoctor.findings(of: location)
  }

  // MARK: Import

  /// What an import has added.
  package struct Imported {
    package let versionCount: Int
    /// The names of tokens in the export. Exports have no secrets, so these tokens must be created again.
    package let tokens: [String]
  }

  /// Why a line of an export cannot be imported.
  package struct ImportError: Error {
    package let message: String
  }

  /// Imports the lines of an export into an empty place: all of them or none.
  /// - Parameters:
  ///   - name: the name of the place, for messages.
  ///   - next: the next line; nil after the last one.
  /// - Throws: ``ImportError``, ``StoreError``, and what `next` throws.
  package static func importLines(
    into location: String, named name: String, next: () throws -> JSONValue?
  ) throws -> Imported {
    var content = StoreImport()
    do {
      let target = try target(location)
      defer { target.close() }
      try content.read(into: target.store, named: name, next: next)
    } catch let error as StoreImport.FormatError {
      throw ImportError(message: error.message)
    }
    return Imported(versionCount: content.versionCount, tokens: content.tokens)
  }

  private static func target(_ location: String) throws(StoreError) -> Opened<any StoreTarget & StoreSource> {
    guard isConnection(location) else {
      let store = try SQLiteStore(folder: location)
      return Opened(store: store) { store.close() }
    }
    let store = try PostgresStore(connection: location, node: "command")
    try store.prepare()
    try store.requireWritable()
    return Opened(store: store) { store.close() }
  }

  // MARK: Migration

  /// Copies everything, exposures and reports included, from one place to an empty one.
  /// - Parameters:
  ///   - name: the name of the target, for messages.
  ///   - dryRun: whether only to read the source and to check the target.
  /// - Returns: the number of things by kind.
  /// - Throws: ``StoreMigration/MigrationError``, ``StoreError``.
  package static func migrate(
    from source: String, to target: String, named name: String, dryRun: Bool
  ) throws -> [String: Int] {
    let from = try Self.source(source)
    defer { from.close() }
    guard !dryRun else {
      guard try isEmpty(target) else {
        throw StoreMigration.MigrationError(
          message: "\(name) is not empty; choose an empty data folder or database")
      }
      var counts = try StoreMigration.summary(of: from.store).counts
      counts["exposure"] = try copyExposures(from: source, to: nil)
      counts["reportedEvent"] = try copyReports(from: source, to: nil, named: name)
      return counts
    }
    let opened = try Self.target(target)
    defer { opened.close() }
    try StoreMigration.requireEmpty(opened.store, named: name)
    // The screens last: until then the target counts as empty, and these two can be copied again. So the command can be
    // repeated after an error.
    let exposures = try copyExposures(from: source, to: target)
    let reports = try copyReports(from: source, to: target, named: name)
    var counts = try StoreMigration.copy(from.store, to: opened.store, named: name).counts
    counts["exposure"] = exposures
    counts["reportedEvent"] = reports
    return counts
  }

  /// Opens a place for reading. A data folder is locked, so no server changes it meanwhile.
  private static func source(_ location: String) throws(StoreError) -> Opened<any StoreSource> {
    guard !isConnection(location) else {
      let store = try readable(location)
      return Opened(store: store) { store.close() }
    }
    guard DataFolder(path: location).hasDatabase else {
      throw .unavailable("there is no data in \(JSONValue.string(location).text); --from names another place")
    }
    try DataFolder(path: location).requireContent()
    let opened = try target(location)
    return Opened(store: opened.store, close: opened.close)
  }

  /// Whether a place has no content. Creates nothing in it.
  private static func isEmpty(_ location: String) throws(StoreError) -> Bool {
    guard !isConnection(location) else {
      let store = try PostgresStore(connection: location, node: "command")
      defer { store.close() }
      guard try store.hasTables() else { return true }
      return try store.isEmpty()
    }
    guard DataFolder(path: location).hasDatabase else { return true }
    let opened = try target(location)
    defer { opened.close() }
    return try opened.store.isEmpty()
  }

  /// - Parameter target: nil to count only.
  private static func copyExposures(from source: String, to target: String?) throws -> Int {
    let from = try exposureArchive(source)
    defer { from.close() }
    let to = try target.map { try exposureArchive($0) }
    defer { to?.close() }
    return try StoreMigration.copyExposures(from.store, to: to?.store)
  }

  private static func exposureArchive(_ location: String) throws(StoreError) -> Opened<any ExposureArchive> {
    guard isConnection(location) else {
      let store = SQLiteExposureStore(folder: location)
      return Opened(store: store) { store.close() }
    }
    let store = try PostgresExposureStore(connection: location, node: "command", spool: EmptyExposureSpool())
    return Opened(store: store) { store.close() }
  }

  /// - Parameter target: nil to count only.
  private static func copyReports(
    from source: String, to target: String?, named name: String
  ) throws -> Int {
    let from = try reportArchive(source)
    defer { from.close() }
    let to = try target.map { try reportArchive($0) }
    defer { to?.close() }
    return try StoreMigration.copyReports(from.store, to: to?.store, named: name)
  }

  private static func reportArchive(_ location: String) throws(StoreError) -> Opened<any ReportArchive> {
    guard isConnection(location) else {
      let store = SQLiteReportStore(folder: location)
      return Opened(store: store) { store.close() }
    }
    let store = try PostgresReportStore(connection: location, node: "command")
    return Opened(store: store) { store.close() }
  }
}
