import ArgumentParser
import JSONText
import Screens

extension AdminClient {
  /// Entries that the server gives on one page at most.
  private static let pageEntries = 500

  /// The number of the version that is in force; nil when the route has no screen now.
  func currentVersion(of route: Route) throws -> Int? {
    let answer = try ask("GET", route.adminPath)
    if answer.status == 404 || answer.status == 410 { return nil }
    guard answer.isSuccess else {
      Refusal(answer).report()
      throw ExitCode(1)
    }
    return answer.version
  }

  /// What has changed between two versions; nil when the server does not tell.
  func difference(of route: Route, from: Int, to: Int) throws -> ScreenDifference? {
    let answer = try ask(
      "GET", route.adminPath + "/diff", parameters: [("from", String(from)), ("to", String(to))])
    return answer.isSuccess ? answer.json.map { ScreenDifference(json: $0) } : nil
  }

  /// The newest entries of a list that is paged by `before`.
  /// - Parameters:
  ///   - member: the name of the list in an answer.
  ///   - key: the member of an entry that the next page comes before.
  ///   - limit: how many at most; nil for a page.
  func entries(_ path: String, member: String, key: String, limit: Int?) throws -> [JSONValue] {
    var entries: [JSONValue] = []
    var before: Int?
    while true {
      var parameters: [(name: String, value: String)] = []
      if let before { parameters.append(("before", String(before))) }
      let wanted = limit.map { min($0 - entries.count, Self.pageEntries) }
      if let wanted { parameters.append(("limit", String(wanted))) }
      let page = try document(path, parameters: parameters)[member]?.arrayValue ?? []
      entries += page
      // A page that is not full is the last; one that does not lead on would be asked for again and again.
      guard let limit, entries.count < limit, page.count == wanted,
        let next = page.last?[key]?.numberValue?.intValue, before.map({ next < $0 }) ?? true
      else { return entries }
      before = next
    }
  }

  /// Tells what a write has done to a screen, as text or as the server's JSON.
  func report(
    _ answer: HTTPAnswer, of route: Route, before: Int?, output: AnswerOutput
  ) throws {
    switch output {
    case .json:
      StandardOutput.write(String(decoding: answer.body, as: UTF8.self))
    case .text:
      let report = try PublicationReport(answer, of: route, before: before, isDryRun: false, client: self)
      for line in report.lines(.standardOutput) { StandardOutput.write(line) }
    }
  }
}
