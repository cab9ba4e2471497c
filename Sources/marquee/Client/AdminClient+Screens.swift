import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

extension AdminClient {
  /// The largest page that the server returns.
  private static let pageEntries = 500

  /// The current version of a screen; nil if there is no screen.
  func currentVersion(of route: Route) throws -> Int? {
    let response = try send("GET", route.adminPath)
    if response.status == 404 || response.status == 410 { return nil }
    guard response.isSuccess else {
      Refusal(response).report()
      throw ExitCode(1)
    }
    return response.version
  }

  /// The difference between two versions; nil if the server refuses.
  func difference(of route: Route, from: Int, to: Int) throws -> VersionDifference? {
    let response = try send(
      "GET", route.adminPath + "/diff", parameters: [("from", String(from)), ("to", String(to))])
    return response.isSuccess ? try decoded(response, as: VersionDifference.self) : nil
  }

  /// Gets the newest entries of a list that is paged by `before`.
  /// - Parameters:
  ///   - list: the entries of a page.
  ///   - key: the number of an entry that `before` refers to.
  ///   - limit: the largest number of entries; nil for one page.
  func entries<Page: APIObject, Entry>(
    _ path: String, of list: (Page) -> [Entry], key: (Entry) -> Int, limit: Int?
  ) throws -> [Entry] {
    var entries: [Entry] = []
    var before: Int?
    while true {
      var parameters: [(name: String, value: String)] = []
      if let before { parameters.append(("before", String(before))) }
      let wanted = limit.map { min($0 - entries.count, Self.pageEntries) }
      if let wanted { parameters.append(("limit", String(wanted))) }
      let page = list(try value(path, parameters: parameters, as: Page.self))
      entries += page
      // Stops at a page that is not full, and at one whose key does not decrease, which would be requested for ever.
      guard let limit, entries.count < limit, page.count == wanted,
        let next = page.last.map(key), before.map({ next < $0 }) ?? true
      else { return entries }
      before = next
    }
  }

  /// Prints the effect of a write on a screen, as text or as the server's JSON.
  func report(
    _ response: ClientResponse, of route: Route, before: Int?, output: ResponseOutput
  ) throws {
    switch output {
    case .json:
      StandardOutput.write(String(decoding: response.body, as: UTF8.self))
    case .text:
      let report = try PublicationReport(response, of: route, before: before, isDryRun: false, client: self)
      for line in report.lines(.standardOutput) { StandardOutput.write(line) }
    }
  }
}
