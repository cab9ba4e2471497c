package import Screens

/// A store of a test that does something of its own, such as failing, and leaves the rest to a store in memory.
package protocol StoreInFront: ScreenStore {
  var base: MemoryStore { get }
}

extension StoreInFront {
  package func load() throws(StoreError) -> StoreContents { base.load() }

  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    base.repeatableRequest(id)
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    base.keep(response, to: request, at: time)
  }

  package func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    base.version(number, of: route)
  }

  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(StoreError) -> [VersionSummary] {
    base.versions(of: route, before: before, limit: limit)
  }

  package func drafts() throws(StoreError) -> [DraftSummary] { base.drafts() }
  package func draft(of route: Route) throws(StoreError) -> Draft? { base.draft(of: route) }

  package func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    base.audit(before: before, limit: limit)
  }
}
