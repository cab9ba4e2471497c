package import JSONText
package import NodeStore
import PostgresStore
import SQLiteStore
package import Screens

/// Opens the store of a data folder. No other code names a kind of store.
package enum Stores {
  /// A store that its user closes.
  package struct Opened<Store: Sendable>: Sendable {
    package let store: Store
    /// Ends the use of the data folder.
    package let close: @Sendable () -> Void
  }

  /// Opens the versions, drafts and tokens of a data folder, for this process alone. Creates the folder if necessary.
  package static func open(_ folder: String) throws(StoreError) -> Opened<any ScreenStore> {
    let store = try SQLiteStore(folder: folder)
    return Opened(store: store) { store.close() }
  }

  /// Whether a place is a connection string of PostgreSQL, and not a data folder.
  package static func isConnection(_ place: String) -> Bool { PostgresStore.isConnection(place) }

  /// Opens the store that several nodes share, with this node's copy of it in a data folder. Connects to nothing yet.
  package static func openShared(
    _ connection: String, node: String, copy folder: String
  ) throws(StoreError) -> Opened<NodeStore> {
    let primary = try PostgresStore(connection: connection, node: node)
    let copy = try SQLiteStore(folder: folder, role: .copy)
    let store = try NodeStore(primary: primary, copy: copy)
    return Opened(store: store) {
      store.close()
      copy.close()
    }
  }

  /// Opens the exposures of several nodes. This node's wait in a data folder until they can be sent.
  package static func openSharedExposures(
    _ connection: String, node: String, spool folder: String
  ) throws(StoreError) -> Opened<any ExposureStore> {
    let spool = SQLiteExposureStore(folder: folder)
    let store = try PostgresExposureStore(connection: connection, node: node, spool: spool)
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

  /// Opens a data folder for reading, also while a server uses it or where it cannot be written.
  package static func read(_ folder: String) throws(StoreError) -> Reader {
    Reader(source: try StoreExport(folder: folder))
  }

  /// A data folder that is only read.
  package struct Reader {
    fileprivate let source: StoreExport

    /// The current state: the newest version of each screen, formats, groups and tokens.
    package func contents() throws(StoreError) -> StoreContents { try source.contents() }

    /// Reads everything as the lines of an export.
    /// - Parameter write: receives a line.
    /// - Throws: ``StoreError``, and what `write` throws.
    package func export(_ write: (JSONValue) throws -> Void) throws { _ = try source.write(write) }

    /// Copies the database to a new file.
    /// - Throws: ``StoreError`` if the file exists or the database cannot be read, ``WriteFailure`` if the copy cannot
    ///   be written.
    package func backUp(to file: String) throws {
      do {
        try source.backUp(to: file)
      } catch let failure as StoreExport.WriteFailure {
        throw WriteFailure(message: failure.message)
      }
    }
  }

  /// Why a copy cannot be written: one line that names the file.
  package struct WriteFailure: Error {
    package let message: String
  }

  // MARK: Import

  /// What an import has added.
  package struct Imported {
    package let versionCount: Int
    /// The names of tokens in the export. Exports have no secrets, so these tokens must be created again.
    package let tokens: [String]
  }

  /// Why a line of an export cannot be imported.
  package struct ImportFailure: Error {
    package let message: String
  }

  /// Imports the lines of an export into an empty data folder: all of them or none.
  /// - Parameter next: the next line; nil after the last one.
  /// - Throws: ``ImportFailure``, ``StoreError``, and what `next` throws.
  package static func importLines(
    into folder: String, next: () throws -> JSONValue?
  ) throws -> Imported {
    var content = StoreImport()
    do {
      try content.read(into: folder, next: next)
    } catch let fault as StoreImport.Fault {
      throw ImportFailure(message: fault.message)
    }
    return Imported(versionCount: content.versionCount, tokens: content.tokens)
  }
}
