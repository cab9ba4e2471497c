import AdminModel
import JSONText
import TestFolders
import Testing

@testable import ScreenAPI

/// Who else is in the editor of a screen.
@Suite struct PresenceTests {
  private let start = ContinuousClock.now

  private func key(_ editor: String, _ screen: String = "/home") -> Presence.Key {
    Presence.Key(screen: screen, editor: editor)
  }

  private func visitor(_ name: String, _ item: String? = nil, isEditing: Bool = false) -> Visitor {
    Visitor(name: name, item: item, isEditing: isEditing)
  }

  @Test func `an editor sees the others on its screen until some seconds after their last sign`() {
    let presence = Presence()
    #expect(presence.note(visitor("ann", "title"), key("a"), at: start).isEmpty)
    #expect(presence.note(visitor("cem"), key("c", "/menu"), at: start).isEmpty)
    let seen = presence.note(visitor("ben"), key("b"), at: start + .seconds(5))
    #expect(seen == [visitor("ann", "title")])
    #expect(presence.note(visitor("ben"), key("b"), at: start + .seconds(6)).isEmpty)
    // The same token may be in two windows.
    #expect(presence.note(visitor("ben", "x"), key("b2"), at: start + .seconds(6)) == [visitor("ben")])
  }

  @Test func `the numbers of entries and of listed visitors are bounded`() {
    let presence = Presence()
    for number in 0..<1500 { _ = presence.note(visitor("n\(number)"), key("e\(number)"), at: start) }
    let seen = presence.note(visitor("ann"), key("a", "/home"), at: start)
    #expect(seen.count == 20)
    let message = presence.nextMessage(at: start) ?? ""
    #expect(message.utf8.count <= 7000 && message.utf8.count > 5000)
  }

  @Test func `nodes tell each other of their own visitors, and no more than needed`() {
    let (one, two) = (Presence(), Presence())
    #expect(one.nextMessage(at: start) == nil)
    _ = one.note(visitor("ann b", "ti \"tle", isEditing: true), key("a"), at: start)
    let message = one.nextMessage(at: start)
    #expect(one.nextMessage(at: start + .seconds(1)) == nil)
    #expect(one.nextMessage(at: start + .seconds(2)) != nil)
    two.receive(message ?? "", at: start)
    let seen = two.note(visitor("ben"), key("b"), at: start + .seconds(1))
    #expect(seen == [visitor("ann b", "ti \"tle", isEditing: true)])
    // A node does not pass on what it has heard.
    #expect(two.nextMessage(at: start + .seconds(1))?.contains("ann") == false)
    for text in ["", "x", "[1]", "[[1,2,3,4,5]]", "[[\"/home\"]]", "{}"] { two.receive(text, at: start) }
    #expect(two.note(visitor("ben"), key("b"), at: start + .seconds(1)).count == 1)
  }

  @Test func `the endpoint checks its body, keeps sets apart, and leaves no trace in the audit`() throws {
    try FolderServer.run(in: try ScreensFolder()) { server in
      try server.makeSet("spring")
      func note(_ body: String, _ prefix: String = "") throws -> FolderServer.Response {
        try server.request(
          "POST", prefix + "/admin/presence/home",
          fields: [("Authorization", "Bearer \(FolderServer.token)"), ("Content-Type", "application/json")],
          body: body)
      }
      let before = try server.admin("GET", "/audit").text
      #expect(try note(#"{"editor":"a-1","item":"title","isEditing":true}"#).text == #"{"others":[]}"#)
      #expect(
        try note(#"{"editor":"b"}"#).text == #"{"others":[{"name":"admin","item":"title","isEditing":true}]}"#
      )
      #expect(try note(#"{"editor":"c"}"#, "/c/spring").text == #"{"others":[]}"#)
      for body in [
        "{}", #"{"editor":""}"#, #"{"editor":"ä"}"#, #"{"editor":"a","isEditing":1}"#,
        #"{"editor":"a","x":1}"#,
        #"{"editor":"a","item":"\#(String(repeating: "x", count: 201))"}"#,
      ] {
        #expect(try note(body).status == 422, "\(body)")
      }
      #expect(try server.request("POST", "/admin/presence/home", body: #"{"editor":"a"}"#).status == 401)
      #expect(try server.admin("GET", "/audit").text == before)
    }
  }
}
