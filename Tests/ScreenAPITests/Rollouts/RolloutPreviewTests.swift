import JSONText
import Screens
import TestFolders
import Testing

/// Previews of screens with a rollout: `/preview/{route}`.
@Suite final class RolloutPreviewTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for route in ["home", "menu"] { try folder.write(Lines.definition(["old"]), to: "screens/\(route).json") }
  }

  /// The time at which each server starts, in seconds since 1970 UTC.
  private static let start = 1_800_000_000.0
  private static let bearer: FolderServer.Field = ("Authorization", "Bearer \(FolderServer.token)")
  private static var options: FolderServer.Options {
    FolderServer.Options(clock: { RolloutPreviewTests.start })
  }

  /// A time, in seconds after the start.
  private static func time(_ seconds: Double) -> String { Timestamp.text(start + seconds) }

  /// What a preview shows.
  private struct Shown {
    let about: String
    let note: String?
    let items: [String]
    /// Links to other pages: their texts and addresses.
    let links: [(text: String, address: String)]

    init(_ response: FolderServer.Response, sourceLocation: SourceLocation = #_sourceLocation) {
      let page = response.text
      #expect(response.status == 200, "\(page)", sourceLocation: sourceLocation)
      about = page.firstMatch(of: /<p class="about">([^<]*)</).map { String($0.output.1) } ?? ""
      note = page.firstMatch(of: /<p class="about">[^<]*<\/p><p class="note">([^<]*)</).map {
        String($0.output.1)
      }
      items = page.matches(of: /data-item="([^"]*)"/).map { String($0.output.1) }
      links = page.matches(of: /<a href="([^"]*)">([^<]*)</).map {
        (text: String($0.output.2), address: String($0.output.1).replacing("&amp;", with: "&"))
      }
    }
  }

  private func shown(
    _ server: FolderServer, _ query: String = "", fields: [FolderServer.Field] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Shown {
    try Shown(server.get("/preview/home" + query, fields: fields), sourceLocation: sourceLocation)
  }

  /// Publishes a version with a guard.
  /// - Returns: the id of the rollout.
  private func publish(
    _ lines: [String], on server: FolderServer, guardedBy steps: String = "1,60,100"
  ) throws -> String {
    let put = try server.admin("PUT", "/screens/home?guard=\(steps)", body: Lines.definition(lines))
    return try #require(try JSONParser.parse(put.text)["rollout"]?["id"]?.stringValue, "\(put.text)")
  }

  private func steer(_ id: String, _ word: String, on server: FolderServer) throws {
    let response = try server.admin("POST", "/rollouts/\(id)/\(word)")
    #expect(response.status == 200, "\(response.text)")
  }

  @Test func `during a rollout a preview says who gets which version, and leads to both`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      server.pass(seconds: 10)
      let id = try publish(["new"], on: server)
      server.pass(seconds: 10)
      let note = "1 % of units get version 2, the others version 1: rollout \(id), running."
      // The current version is that of the admin API.
      let current = try shown(server)
      #expect(current.about == "home · version 2" && current.items == ["new"] && current.note == note)
      // At a time, what most units get.
      let now = try shown(server, "?at=\(Self.time(20))")
      #expect(now.about == "home · version 1, in force for 99 % of units at \(Self.time(20))")
      #expect(now.items == ["old"] && now.note == note)
      #expect(now.links.map(\.text) == ["Version 1", "Version 2", "Both side by side"])
      #expect(
        now.links.map(\.address) == [
          "/preview/home?version=1", "/preview/home?version=2", "/preview/home?version=1&compare=2",
        ])
      let pages = try now.links.map { try Shown(server.get($0.address)) }
      #expect(pages.map(\.items) == [["old"], ["new"], ["old", "new"]])
      // A page of a version is the same at all times.
      #expect(pages.allSatisfy { $0.note == nil && $0.links.isEmpty })
      let before = try shown(server, "?at=\(Self.time(5))")
      #expect(before.about == "home · version 1, in force at \(Self.time(5))" && before.note == nil)
      try steer(id, "hold", on: server)
      #expect(try shown(server).note == note.replacing("running", with: "held"))
      // Other screens have no rollout.
      #expect(try Shown(server.get("/preview/menu")).note == nil)
    }
  }

  @Test func `a past time shows the share of that time`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      server.pass(seconds: 10)
      let id = try publish(["new"], on: server)
      server.pass(seconds: 20)
      try steer(id, "advance", on: server)
      server.pass(seconds: 10)
      func expect(_ seconds: Double, _ about: String, _ note: String?, _ items: [String]) throws {
        let page = try shown(server, "?at=\(Self.time(seconds))")
        #expect(page.about == "home · \(about) at \(Self.time(seconds))")
        #expect(page.note == note && page.items == items)
      }
      func sides(_ share: Int, _ state: String) -> String {
        "\(share) % of units got version 2, the others version 1: rollout \(id), \(state)."
      }
      try expect(20, "version 1, in force for 99 % of units", sides(1, "running at 60 % now"), ["old"])
      try expect(
        30, "version 2, in force for 60 % of units",
        "60 % of units get version 2, the others version 1: rollout \(id), running.", ["new"])
      try steer(id, "advance", on: server)
      server.pass(seconds: 10)
      // The last step leaves a hundredth of the units to compare with.
      try expect(
        45, "version 2, in force for 99 % of units",
        "99 % of units get version 2, the others version 1: rollout \(id), running.", ["new"])
      try steer(id, "rollback", on: server)
      server.pass(seconds: 10)
      let end = "rolled back at \(Self.time(50))"
      try expect(20, "version 1, in force for 99 % of units", sides(1, end), ["old"])
      try expect(30, "version 2, in force for 60 % of units", sides(60, end), ["new"])
      try expect(45, "version 2, in force for 99 % of units", sides(99, end), ["new"])
      try expect(55, "version 3, in force", nil, ["old"])
      #expect(try shown(server).note == nil)
    }
  }

  @Test func `a future time during a rollout shows the share of now`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      let id = try publish(["new"], on: server)
      let query = "?at=\(Self.time(1000))"
      #expect(try server.get("/preview/home" + query).status == 401)
      let page = try shown(server, query, fields: [Self.bearer])
      #expect(
        page.note == "1 % of units get version 2 now, the others version 1: rollout \(id), running. "
          + "It may have gone on or ended by then.")
      #expect(page.items == ["old"])
    }
  }

  @Test func `the links keep how the page looks, and the variant that both versions have`() throws {
    let experiment = #""experiment":{"key":"hero","variants":[{"key":"a"},{"key":"b"}]}"#
    func definition(_ line: String) -> String {
      Lines.definition([line]).replacing(#"{"screenName""#, with: "{\(experiment),\"screenName\"")
    }
    try FolderServer.run(in: folder, Self.options) { server in
      let query = "?theme=dark&user=a+b&at=\(Self.time(0))&plan=%C3%A9&variant=b&width=320"
      let put = try server.admin("PUT", "/screens/home?guard=1,100", body: definition("new"))
      let id = try #require(try JSONParser.parse(put.text)["rollout"]?["id"]?.stringValue, "\(put.text)")
      // Only the new version has the variant.
      let page = try shown(server, query)
      #expect(page.items == ["new"] && page.about.contains("version 2, in force for 1 % of units"))
      let kept = "theme=dark&user=a%20b&plan=%C3%A9"
      #expect(page.links.first?.address == "/preview/home?version=1&\(kept)&width=320")
      try steer(id, "finish", on: server)
      #expect(
        try server.admin("PUT", "/screens/home?guard=1,100", body: definition("newer")).status == 200)
      let both = try shown(server, query)
      #expect(both.items == ["new"] && both.about.contains("version 2, in force for 99 % of units"))
      let compared = try #require(both.links.last?.address)
      #expect(compared == "/preview/home?version=2&compare=3&\(kept)&variant=b&width=320")
      #expect(try Shown(server.get(compared)).items == ["new", "newer"])
    }
  }

  @Test func `a signed link leads only to what is open to everybody`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      _ = try publish(["new"], on: server)
      let made = try server.admin("POST", "/previews", body: #"{"path":"/preview/home?theme=dark"}"#)
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue, "\(made.text)")
      let page = try Shown(server.get(String(url.dropFirst(server.url.count))))
      #expect(page.links.count == 3)
      for link in page.links {
        #expect(!link.address.contains("signature") && !link.address.contains("expires"))
        #expect(try server.get(link.address).status == 200, "\(link)")
      }
    }
  }

  @Test func `after a guarded schedule both versions are shown, also by a signed link`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      #expect(try server.admin("PUT", "/screens/home/draft", body: Lines.definition(["draft"])).status == 201)
      let body = #"{"at":"\#(Self.time(100))"}"#
      let scheduled = try server.admin("POST", "/screens/home/publish?guard=5,100", body: body)
      #expect(scheduled.status == 202, "\(scheduled.text)")
      let query = "?at=\(Self.time(200))"
      let made = try server.admin("POST", "/previews", body: #"{"path":"/preview/home\#(query)"}"#)
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue, "\(made.text)")
      let page = try Shown(server.get(String(url.dropFirst(server.url.count))))
      #expect(page.about == "home · version 1 beside the scheduled draft, in force at \(Self.time(200))")
      let note =
        "5 % of units get the scheduled draft first, the others keep version 1: the rollout begins at "
        + "\(Self.time(100))."
      // The draft has no address that the link would open.
      #expect(page.note == note && page.items == ["old", "draft"] && page.links.isEmpty)
      // What is to stand beside it can be chosen.
      let compared = try shown(server, query + "&compare=1", fields: [Self.bearer])
      #expect(compared.about == "home · the scheduled draft beside version 1" && compared.note == note)
      #expect(compared.items == ["draft", "old"])
      let before = try shown(server, "?at=\(Self.time(50))", fields: [Self.bearer])
      #expect(before.items == ["old"] && before.note == nil)

      // The console edits one version.
      let signedIn = try server.request(
        "POST", "/admin/session", body: #"{"token":"\#(FolderServer.token)"}"#)
      let cookie = String(try #require(signedIn.value(of: "Set-Cookie")).prefix { $0 != ";" })
      let canvas = try shown(server, query + "&canvas=true", fields: [("Cookie", cookie)])
      #expect(canvas.items == ["draft"] && canvas.note == note)
      #expect(
        canvas.about == "home · the scheduled draft, in force for some units at \(Self.time(200))")
      // When it is due, the rollout is one like others.
      server.pass(seconds: 100)
      let due = try shown(server, "?at=\(Self.time(100))&canvas=true", fields: [("Cookie", cookie)])
      #expect(due.note?.hasPrefix("5 % of units get version 2, the others version 1: ") ?? false)
      #expect(due.items == ["old"] && due.links.isEmpty)
    }
  }

  @Test func `the rollout of a change set is named, and so is a scheduled one`() throws {
    try FolderServer.run(in: folder, Self.options) { server in
      func make(_ name: String) throws {
        try server.makeSet(name)
        for route in ["home", "menu"] {
          let put = try server.inSet(name, "PUT", "/screens/\(route)", body: Lines.definition([name]))
          #expect(put.status == 200, "\(put.text)")
        }
      }
      try make("spring")
      #expect(
        try server.admin(
          "POST", "/changesets/spring/publish?guard=2.5,100", body: #"{"at":"\#(Self.time(100))"}"#
        ).status == 202)
      let future = try shown(server, "?at=\(Self.time(200))", fields: [Self.bearer])
      #expect(future.items == ["old", "spring"])
      #expect(future.note?.hasPrefix("2.5 % of units get the scheduled change set spring first") ?? false)

      let published = try server.admin("POST", "/changesets/spring/publish?guard=2.5,100")
      let id = try #require(
        try JSONParser.parse(published.text)["rollout"]?["id"]?.stringValue, "\(published.text)")
      let note =
        "2.5 % of units get version 2, the others version 1: rollout \(id) of the change set "
        + "&quot;spring&quot;, running."
      #expect(try shown(server).note == note)
      let now = try shown(server, "?at=\(Self.time(0))")
      #expect(now.about.contains("version 1, in force for 97.5 % of units") && now.note == note)
      #expect(try Shown(server.get("/preview/menu")).note == note)

      // A set shows what most units get beside its own changes, and a session has no units.
      try server.makeSet("summer")
      let menu = try server.inSet("summer", "PUT", "/screens/menu", body: Lines.definition(["summer"]))
      #expect(menu.status == 200, "\(menu.text)")
      let inSet = try Shown(server.get("/c/summer/preview/home"))
      #expect(inSet.note == note)
      #expect(inSet.links.first?.address == "/c/summer/preview/home?version=1")
      #expect(try Shown(server.get("/c/summer/preview/home?version=1")).items == ["old"])
      let changed = try Shown(server.get("/c/summer/preview/menu"))
      #expect(changed.items == ["summer"] && changed.note == nil)
      let session = try server.session()
      #expect(try Shown(server.get(session.path + "/preview/home")).note == nil)
    }
  }

  @Test func `the old version is shown although it is no longer stored, until the end`() throws {
    let options = FolderServer.Options(keepVersions: 1, clock: { RolloutPreviewTests.start })
    try FolderServer.run(in: folder, options) { server in
      server.pass(seconds: 10)
      let id = try publish(["new"], on: server)
      #expect(try shown(server, "?version=1").items == ["old"])
      #expect(try shown(server, "?at=\(Self.time(10))").items == ["old"])
      server.pass(seconds: 10)
      try steer(id, "finish", on: server)
      server.pass(seconds: 10)
      #expect(try server.get("/preview/home?version=1").status == 404)
      let page = try shown(server, "?at=\(Self.time(15))")
      #expect(page.items == ["new"] && page.links.isEmpty)
      #expect(page.note?.hasSuffix("Version 1 can no longer be shown.") ?? false, "\(page.note ?? "")")
    }
  }
}
