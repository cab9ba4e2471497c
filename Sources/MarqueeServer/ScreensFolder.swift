import Foundation
import FolderWatch
import JSONText
import Logging
import ScreenMock
import ScreenSchemas
import Screens
import Synchronization

/// The folder of screens of a server: publishes its files and loads its scenarios and endpoints.
struct ScreensFolder: Sendable {
  let path: String
  let publisher: Publisher
  let mock: Mock
  let logger: Logger
  /// The schemas for editors; nil not to write them.
  let schemas: SchemaFolder?
  /// Whether a real backend answers what is for it.
  let hasUpstream: Bool
  private let reported = ReportedProblems()
  /// The warnings about scenarios and endpoints, which are read each time.
  private let warned = ReportedProblems()
  /// Whether files could not be stored, and must be published when the store is available again.
  private let pending = PendingFlag()

  /// A flag that copies of the folder share.
  private final class PendingFlag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  init(
    path: String, publisher: Publisher, mock: Mock, logger: Logger, schemas: SchemaFolder?, hasUpstream: Bool
  ) {
    self.path = path
    self.publisher = publisher
    self.mock = mock
    self.logger = logger
    self.schemas = schemas
    self.hasUpstream = hasUpstream
  }

  /// Publishes new and changed files at the start.
  /// - Returns: the problems of files, for the caller to log.
  func load(_ contents: FolderContents) throws(ScreensError) -> [FileProblem] {
    let problems = try publish(contents) { contents.shownPaths.contains($0) }
    _ = changes(problems)
    return problems
  }

  /// Watches the folder and publishes files when they change.
  /// - Parameter snapshot: a snapshot of the folder that was taken before the start read it.
  func watch(since snapshot: FolderSnapshot) -> FolderWatch {
    FolderWatch(path, since: snapshot, onNotice: { logger.warning("\($0)") }) { reload(completeFiles: $0) }
  }

  /// Publishes the files that could not be stored while the store was unavailable.
  func publishPending() {
    if pending.isSet.load(ordering: .relaxed) { reload { _ in } }
  }

  private func reload(completeFiles: () -> Set<ExactString>) {
    // Call `completeFiles` after reading, so that a file that is being written meanwhile is left out.
    reload { $0.keep(whole: completeFiles()) }
  }

  /// - Parameter select: leaves out files that are not to be published.
  private func reload(_ select: (inout FolderContents) -> Void) {
    do {
      var contents = try FolderContents(reading: path)
      let found = contents.shownPaths
      select(&contents)
      let changes = changes(
        try publish(contents) { found.contains($0) }, unread: found.subtracting(contents.shownPaths))
      for line in changes.lines { logger.error("\(line)") }
      for path in changes.fixed { logger.notice("\(path) is valid again") }
    } catch {
      let reason = if case ScreensError.store(let error) = error { error.message } else { "\(error)" }
      logger.error("the screens folder \(path) cannot be published: \(reason)")
    }
  }

  /// Publishes screens, and loads scenarios and endpoints.
  /// - Parameter exists: whether there is a file at a path, also one that is left out.
  private func publish(
    _ contents: FolderContents, exists: (String) -> Bool
  ) throws(ScreensError) -> [FileProblem] {
    let report: ImportReport
    do throws(ScreensError) {
      report = try publisher.folder.importFiles(contents)
      pending.isSet.store(false, ordering: .relaxed)
    } catch {
      if case .store = error { pending.isSet.store(true, ordering: .relaxed) }
      throw error
    }
    for line in report.warnings.flatMap(\.lines) { logger.warning("\(line)") }
    let screens = publisher.screens.all
    let (scenarios, problems, warnings) = ScenarioFiles.read(
      report.scenarios, definitions: contents.files, catalogue: publisher.catalogue,
      screens: screens, invalid: report.invalidRoutes, skipsPatterns: true)
    let endpoints = EndpointFiles.read(
      report.endpoints, catalogue: publisher.catalogue, screens: screens,
      invalid: report.invalidRoutes, hasUpstream: hasUpstream)
    for line in warned.update((warnings + endpoints.warnings).map(\.reported), exists: { _ in false }).lines {
      logger.warning("\(line)")
    }
    let rejected = mock.set(scenarios).map { name in
      FileProblem(
        path: "_scenarios/\(name).json",
        tooMany: "there are more than \(Scenario.maximumScenarios) scenarios; delete some")
    }
    let surplus = mock.backend.set(endpoints.endpoints) { name in
      exists(contents.shownPath(of: "_endpoints/\(name).json"))
    }.map { name in
      FileProblem(
        path: "_endpoints/\(name).json",
        tooMany: "there are more than \(MockEndpoint.maximumEndpoints) endpoints; delete some")
    }
    writeSchemas(routes: screens.map(\.route.name))
    return report.problems + problems + rejected + endpoints.problems + surplus
  }

  /// Writes the schemas that have changed. Screens are served even if that fails.
  private func writeSchemas(routes: [String]) {
    guard let schemas else { return }
    do throws(SchemaFolder.WriteError) {
      let written = try schemas.update(
        DocumentSchemas(publisher.catalogue, routes: routes))
      for name in written { logger.debug("\(schemas.path)/\(name) is written") }
    } catch {
      logger.warning("the schemas for editors are not up to date: \(error)")
    }
  }

  /// The problems that have not been reported yet, and the files that are valid again.
  private func changes(_ problems: [FileProblem], unread: Set<String> = []) -> ReportedProblems.Changes {
    reported.update(
      problems.map(\.reported), unread: unread, exists: { FileManager.default.fileExists(atPath: $0) })
  }
}

extension FileProblem {
  fileprivate var reported: ReportedProblems.Problem {
    ReportedProblems.Problem(path: path, lines: lines, text: text)
  }
}
