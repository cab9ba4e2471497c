import BuiltPrograms
import Eventually
import Foundation
import TestFolders
import Testing

/// What the generated clients report during a guarded publication.
@Suite struct ScreenReportTests {
  private typealias Report = ReportingServer.Report

  /// Those for Android differ from others in Kotlin by the transport alone.
  private static let kinds = [ClientProgram.Kind.typeScript, .kotlin]

  @Test(arguments: kinds)
  func `a client reports what it cannot show, a draw, and that the screen has settled`(
    kind: ClientProgram.Kind
  ) throws {
    let server = try ReportingServer(isBroken: true)
    defer { server.stop() }
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    client.send("screen home")
    #expect(client.line()?.hasPrefix("screen network 8 ") == true)
    client.send("draw")
    #expect(client.line() == "draw network home \(ReportingServer.token(1))")
    // The second draw of a token is not reported.
    client.send("draw")
    #expect(client.line() == "draw network home \(ReportingServer.token(1))")
    client.send("event order-placed")
    let settled = Report(ReportingServer.token(1), ["settled"])
    #expect(eventually { (try? server.reports().last) == [settled] })
    let reports = try server.reports().flatMap(\.self).dropLast()
    #expect(reports.allSatisfy { $0.token == ReportingServer.token(1) && $0.isComplete })
    #expect(reports.first?.viewType == "ONE_LINE_TEXT")
    // Normally one report. On a slow machine, more than a second can pass between two events.
    let shown = ["content-failed", "unknown-view-type", "item-unreadable", "drawn", "order-placed"]
    #expect(reports.flatMap(\.events) == shown)
    #expect(client.finish() == 0)
  }

  @Test(arguments: kinds)
  func `a screen that was not modified has another token, whose events are those of the same rollout`(
    kind: ClientProgram.Kind
  ) throws {
    let server = try ReportingServer()
    defer { server.stop() }
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    for (source, number) in [("network", 1), ("notModified", 2)] {
      client.send("screen home")
      #expect(client.line()?.hasPrefix("screen \(source) 8 ") == true)
      client.send("draw")
      #expect(client.line() == "draw \(source) home \(ReportingServer.token(number))")
    }
    server.endRollout()
    client.send("screen home")
    #expect(client.line()?.hasPrefix("screen notModified 8 ") == true)
    client.send("draw")
    #expect(client.line() == "draw notModified home null")
    client.send("event order-placed")
    // Sends what waits.
    client.send("background")
    #expect(eventually { server.requestCount > 0 })
    #expect(client.finish() == 0)
    let reports = try server.reports().flatMap(\.self).filter { $0.events != ["settled"] }
    #expect(reports == [Report(ReportingServer.token(1), ["drawn"])])
  }

  @Test(arguments: kinds)
  func `a screen that is confirmed before it has settled settles for the confirmation`(
    kind: ClientProgram.Kind
  ) throws {
    for _ in 1...20 {
      let server = try ReportingServer()
      defer { server.stop() }
      guard let client = try ClientProgram(kind, server: server.url) else { return }
      let begin = ContinuousClock.now
      for (source, number) in [("network", 1), ("notModified", 2)] {
        client.send("screen home")
        #expect(client.line()?.hasPrefix("screen \(source) 8 ") == true)
        client.send("draw")
        #expect(client.line() == "draw \(source) home \(ReportingServer.token(number))")
      }
      // On a slow machine, the screen can have settled before the confirmation.
      let isInTime = ContinuousClock.now - begin < .seconds(5)
      #expect(eventually { (try? Self.settled(server).isEmpty) == false })
      #expect(client.finish() == 0)
      guard isInTime else { continue }
      #expect(try Self.settled(server) == [Report(ReportingServer.token(2), ["settled"])])
      return
    }
    Issue.record("the machine was never fast enough")
  }

  private static func settled(_ server: ReportingServer) throws -> [Report] {
    try server.reports().flatMap(\.self).filter { $0.events.contains("settled") }
  }

  @Test(arguments: kinds)
  func `a cached screen that the server confirms is reported without another draw`(
    kind: ClientProgram.Kind
  ) throws {
    for _ in 1...5 {
      let server = try ReportingServer()
      defer { server.stop() }
      guard let client = try ClientProgram(kind, server: server.url) else { return }
      client.send("screen home")
      #expect(client.line()?.hasPrefix("screen network 8 ") == true)
      client.send("watch home")
      #expect(eventually { (try? Self.settled(server).isEmpty) == false })
      #expect(client.finish() == 0)
      let reports = try server.reports().flatMap(\.self)
      // On a slow machine, the cached screen can have settled before the confirmation.
      if reports.contains(where: { $0.token == ReportingServer.token(1) }) { continue }
      // The server offers no events, so the client asks again and again. Each response has another token.
      #expect(reports.flatMap(\.events).sorted() == ["drawn", "settled"])
      return
    }
    Issue.record("the screen never settled for its confirmation")
  }

  @Test(arguments: kinds)
  func `reports of a failed request are sent with the next event`(kind: ClientProgram.Kind) throws {
    let server = try ReportingServer()
    defer { server.stop() }
    server.setReportStatus(500)
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    client.send("screen home")
    #expect(client.line()?.hasPrefix("screen network 8 ") == true)
    client.send("event one")
    #expect(eventually { server.requestCount == 1 })
    server.setReportStatus(422)
    client.send("event two")
    #expect(eventually { server.requestCount == 2 })
    // The server has refused these, so they are dropped.
    server.setReportStatus(202)
    client.send("event three")
    #expect(eventually { server.requestCount == 3 })
    #expect(try server.reports().map { $0.flatMap(\.events) } == [["one"], ["one", "two"], ["three"]])
    #expect(client.finish() == 0)
  }

  @Test(arguments: kinds)
  func `a client without reporting, or without a rollout, sends no report`(kind: ClientProgram.Kind) throws {
    let server = try ReportingServer(isBroken: true)
    defer { server.stop() }
    for reporting in [ClientProgram.Reporting.off, .on] {
      guard let client = try ClientProgram(kind, server: server.url, reporting: reporting) else { return }
      client.send("screen home")
      #expect(client.line()?.hasPrefix("screen network 8 ") == true)
      client.send("draw")
      #expect(client.line()?.hasPrefix("draw network home ") == true)
      client.send("event order-placed")
      client.send("background")
      #expect(client.finish() == 0)
      server.endRollout()
    }
    #expect(server.requestCount == 0)
  }

  @Test(arguments: kinds)
  func `after two crashes a client avoids the version, until another one has settled`(
    kind: ClientProgram.Kind
  ) throws {
    let server = try ReportingServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("crashes").path
    for (token, commands) in [(1, ["screen home"]), (2, ["screen home", "draw"])] {
      guard let client = try ClientProgram(kind, server: server.url, reporting: .withCrashes(file: file))
      else { return }
      // Reports the crash before, if there was one.
      #expect(eventually { server.requestCount == token - 1 })
      client.crash(after: commands)
      #expect(client.line()?.hasPrefix("screen network 8 ") == true)
      if token == 2 { #expect(client.line() == "draw network home \(ReportingServer.token(2))") }
      #expect(client.line() == nil)
      #expect(server.lastValue(of: "Screen-Avoid") == nil)
    }
    guard let crashed = try ClientProgram(kind, server: server.url, reporting: .withCrashes(file: file))
    else { return }
    let reports = [1, 2].map { [Report(ReportingServer.token($0), ["crash-after-screen"])] }
    #expect(eventually { (try? server.reports()) == reports })
    for _ in 1...2 {
      crashed.send("screen home")
      #expect(crashed.line()?.hasPrefix("screen network 8 ") == true)
      #expect(server.lastValue(of: "Screen-Avoid") == "8")
      #expect(server.lastValue(of: "If-None-Match") == nil)
    }
    server.setVersion(7)
    let settled = Report(ReportingServer.token(5, version: 7), ["settled"])
    crashed.send("screen home")
    #expect(crashed.line()?.hasPrefix("screen network 7 ") == true)
    crashed.send("draw")
    #expect(crashed.line() == "draw network home \(settled.token)")
    #expect(eventually { (try? server.reports().flatMap(\.self).contains(settled)) == true })
    crashed.send("screen home")
    #expect(crashed.line()?.hasPrefix("screen notModified 7 ") == true)
    #expect(server.lastValue(of: "Screen-Avoid") == nil)
    #expect(crashed.finish() == 0)
  }

  @Test(arguments: kinds)
  func `an app that ends in the background has not crashed`(kind: ClientProgram.Kind) throws {
    let server = try ReportingServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("crashes").path
    for token in [1, 2].map({ ReportingServer.token($0) }) {
      guard
        let client = try ClientProgram(kind, server: server.url, reporting: .withCrashes(file: file))
      else { return }
      client.send("screen home")
      #expect(client.line()?.hasPrefix("screen network 8 ") == true)
      client.send("event \(token)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains(token))
      client.send("background")
      #expect(eventually { (try? server.reports().last) == [Report(token, [token])] })
      #expect(eventually { (try? String(contentsOfFile: file, encoding: .utf8).contains(token)) == false })
      client.crash()
    }
    #expect(server.requestCount == 2)
  }

  @Test(arguments: kinds)
  func `a crash file that cannot be used costs no screen`(kind: ClientProgram.Kind) throws {
    let server = try ReportingServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let damaged = try folder.write(
      #"{"breadcrumbs": [{"route": "home"}], "crashes": [null], "unreported": []}"#, to: "damaged")
    for file in [damaged, folder.url.appendingPathComponent("missing/crashes").path] {
      guard
        let client = try ClientProgram(kind, server: server.url, reporting: .withCrashes(file: file))
      else { return }
      client.send("screen home")
      #expect(client.line()?.hasPrefix("screen network 8 ") == true)
      client.send("draw")
      #expect(client.line()?.hasPrefix("draw network home ") == true)
      client.send("background")
      #expect(client.finish() == 0)
    }
  }

  @Test(arguments: ClientProgram.Kind.allCases)
  func `a guard counts what a client reports`(kind: ClientProgram.Kind) throws {
    let folder = try ScreensFolder()
    try folder.write(Self.definition("Hello"), to: "screens/home.json")
    let server = try LiveServer(screens: folder.path("screens"))
    try server.put("/admin/screens/home?guard=50,100", Data(Self.definition("Welcome").utf8))
    guard let client = try ClientProgram(kind, server: server.url) else { return }
    client.send("screen home")
    #expect(client.line()?.hasPrefix("screen network ") == true)
    client.send("draw")
    #expect(client.line()?.hasPrefix("draw network home ") == true)
    client.send("event content-failed")
    client.send("background")
    // The admin API lists the counts of each event in one rollout.
    let list = try server.get("/admin/rollouts")
    let id = try #require(list.firstMatch(of: /"id":"([^"]+)"/)?.output.1)
    #expect(
      eventually {
        let rollout = (try? server.get("/admin/rollouts/\(id)")) ?? ""
        return rollout.contains(/"name":"content-failed"[^}]*"(new|old)":1/)
      })
    #expect(client.finish() == 0)
  }

  private static func definition(_ text: String) -> String {
    #"{"items": [{"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(text)"}}]}"#
  }
}
