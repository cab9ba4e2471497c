package import Screens
internal import Synchronization

/// A store in memory: the model that other stores are compared with.
package final class MemoryStore: ScreenStore {
  private struct State {
    var versions: [Route: [Int: ScreenVersion]] = [:]
    var documents = StoreContents()
    var drafts: [Route: Draft] = [:]
    var tokens: [String: AccessToken] = [:]
    var audit: [AuditEntry] = []
    var revision = 0
    var requests: [String: RepeatableRequest] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package func load() -> StoreContents {
    state.withLock { state in
      var contents = state.documents
      contents.screens = state.versions.keys.sorted().compactMap { route in
        state.versions[route]?.max { $0.key < $1.key }.map { UnparsedVersion($0.value) }
      }
      contents.tokens = state.tokens.values.sorted { $0.name < $1.name }
      contents.schedules = state.drafts.compactMapValues { $0.dueAt }
      contents.newestAuditEntry = state.audit.last
      contents.revision = state.revision
      return contents
    }
  }

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    try state.withLock { (state) throws(StoreError) in
      guard !changes.isEmpty else { return state.revision }
      if let base = changes.baseRevision, base != state.revision { throw .outdated }
      var next = state
      next.revision += 1
      if let request = changes.request {
        guard next.requests[request.id] == nil else { throw .repeatedRequest }
        next.requests[request.id] = RepeatableRequest(
          content: request.content, revision: next.revision,
          effect: changes.audit.first.map { RepeatableRequest.Effect($0) }, response: nil)
      }
      for version in changes.versions {
        guard next.versions[version.route]?[version.number] == nil else { throw .conflict }
        next.versions[version.route, default: [:]][version.number] = version
      }
      next.documents.documents.apply(changes.documents)
      next.documents.imports.merge(changes.imports) { $1 }
      for (route, draft) in changes.drafts { next.drafts[route] = draft }
      for (name, token) in changes.tokens { next.tokens[name] = token }
      for entry in changes.audit {
        next.audit.append(
          AuditEntry(
            id: next.audit.count + 1, at: entry.at, by: entry.by, action: entry.action,
            subject: entry.subject, version: entry.version, message: entry.message))
      }
      if let count = changes.keptVersions {
        for version in changes.versions {
          let base = next.drafts[version.route]?.baseVersion
          next.versions[version.route] = next.versions[version.route]?.filter {
            $0.key > version.number - max(1, count) || $0.key == base
          }
        }
      }
      state = next
      return next.revision
    }
  }

  package func repeatableRequest(_ id: String) -> RepeatableRequest? {
    state.withLock { $0.requests[id] }
  }

  package func keep(_ response: KeptResponse, to request: RequestIdentity, at time: Double) {
    state.withLock { state in
      let known = state.requests[request.id]
      guard known?.response == nil else { return }
      state.requests[request.id] = RepeatableRequest(
        content: known?.content ?? request.content, revision: known?.revision ?? state.revision,
        effect: known?.effect, response: response)
    }
  }

  package func version(_ number: Int, of route: Route) -> ScreenVersion? {
    state.withLock { $0.versions[route]?[number] }
  }

  package func versions(of route: Route, before: Int?, limit: Int) -> [VersionSummary] {
    state.withLock { state in
      (state.versions[route] ?? [:]).values.filter { $0.number < before ?? .max }
        .sorted { $0.number > $1.number }.prefix(max(0, limit))
        .map { VersionSummary(number: $0.number, record: $0.record, itemCount: $0.itemCount) }
    }
  }

  package func drafts() -> [DraftSummary] {
    state.withLock { $0.drafts.values.map { DraftSummary($0) }.sorted { $0.route < $1.route } }
  }

  package func draft(of route: Route) -> Draft? { state.withLock { $0.drafts[route] } }

  package func audit(before: Int?, limit: Int) -> [AuditEntry] {
    state.withLock { state in
      Array(state.audit.filter { $0.id < before ?? .max }.reversed().prefix(max(0, limit)))
    }
  }
}
