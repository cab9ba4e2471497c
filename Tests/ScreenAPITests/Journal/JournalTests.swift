import Foundation
import JSONText
import TestFolders
import Testing

/// The journal of requests.
@Suite final class JournalTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.ship("menu")
  }

  @Test func `requests are listed with their responses, the newest first`() throws {
    try FolderServer.run(in: folder) { server in
      let first = try server.get("/screens/home?user=42&country=KR&api_token=abc")
      _ = try server.get("/screens/menu", fields: [("Screen-User", "7")])
      _ = try server.get("/screens/home?user=1&__status=503")
      let journal = try JSONParser.parse(try server.admin("GET", "/requests").text)
      let requests = try #require(journal["requests"]?.arrayValue)
      #expect(requests.count == 3)
      #expect(requests.map { $0["status"]?.numberValue?.intValue } == [503, 200, 200])
      #expect(requests[0]["mock"] == "request")
      #expect(requests[1]["user"] == "7")
      let oldest = requests[2]
      #expect(oldest["route"] == "home")
      #expect(oldest["user"] == "42")
      #expect(oldest["attributes"]?["country"] == "KR")
      #expect(oldest["version"] == 1)
      #expect(oldest["assignments"]?.stringValue == first.value(of: "Screen-Assignments"))
      #expect(oldest["path"]?.stringValue?.contains("abc") == false)
      #expect(!journal.text.contains("abc"))
      for (query, count) in [
        ("route=home", 2), ("route=menu", 1), ("user=42", 1), ("status=503", 1), ("variant=price-first", 1),
        ("since=1", 2), ("before=2", 1), ("route=home&status=200", 1), ("", 3),
      ] {
        let response = try server.admin("GET", "/requests/count?\(query)")
        #expect(response.text == #"{"count":\#(count)}"#, "\(query)")
      }
      let archive = try JSONParser.parse(try server.admin("GET", "/requests/har").text)
      #expect(archive["log"]?["entries"]?.arrayValue?.count == 3)
      #expect(archive["log"]?["version"] == "1.2")
      #expect(try server.get("/admin/requests").status == 401)
      #expect(try server.admin("DELETE", "/requests").status == 200)
      #expect(try server.admin("GET", "/requests/count").text == #"{"count":0}"#)
    }
  }

  @Test func `a test verifies its app's requests and sees the nearest ones`() throws {
    try FolderServer.run(in: folder) { server in
      for user in 1...3 { _ = try server.get("/screens/home?user=\(user)") }
      func verify(_ body: String) throws -> FolderServer.Response {
        try server.admin("POST", "/requests/verify", body: body)
      }
      let met = try verify(#"{"match":{"route":"home"},"atLeast":3,"atMost":3}"#)
      #expect(met.status == 200 && met.text == #"{"count":3}"#)
      #expect(try verify("{}").status == 200)
      #expect(try verify(#"{"match":{"route":"cafe"},"atMost":0}"#).status == 200)
      let missed = try verify(#"{"match":{"route":"home","user":"9"}}"#)
      #expect(missed.status == 422)
      #expect(missed.text.contains("0 of 3 requests match, expected were at least 1"), "\(missed.text)")
      let nearest = try #require(try JSONParser.parse(missed.text)["nearest"]?.arrayValue)
      #expect(nearest.first?["differs"]?.text == #"{"user":"3"}"#)
      let wrong = try verify(#"{"match":{"rout":"home"},"atLeast":-1}"#)
      #expect(wrong.status == 422)
      #expect(wrong.text.contains("did you mean route?") && wrong.text.contains(#""pointer":"/atLeast""#))
    }
  }

  @Test func `the journal keeps the newest requests, or none`() throws {
    try FolderServer.run(in: folder, FolderServer.Options(journal: 5)) { server in
      for user in 1...12 { _ = try server.get("/screens/home?user=\(user)") }
      let journal = try JSONParser.parse(try server.admin("GET", "/requests").text)
      #expect(
        journal["requests"]?.arrayValue?.compactMap { $0["user"]?.stringValue } == [
          "12", "11", "10", "9", "8",
        ])
      #expect(journal["requests"]?.arrayValue?.first?["id"] == 12)
    }
    try FolderServer.run(in: folder, FolderServer.Options(journal: 0)) { server in
      _ = try server.get("/screens/home")
      let none = try server.admin("GET", "/requests")
      #expect(none.status == 404)
      #expect(none.text.contains("the server was started with --journal 0"))
    }
  }

  @Test func `bodies are kept when the option is on, decoded`() throws {
    try FolderServer.run(in: folder) { server in
      _ = try server.get("/screens/menu")
      let journal = try JSONParser.parse(try server.admin("GET", "/requests").text)
      #expect(journal["requests"]?.arrayValue?.first?["body"] == nil)
    }
    try FolderServer.run(in: folder, FolderServer.Options(keepsJournalBodies: true)) { server in
      let plain = try server.get("/screens/menu")
      let coded = try server.get("/screens/menu", fields: [("Accept-Encoding", "gzip")])
      #expect(coded.value(of: "Content-Encoding") == "gzip")
      _ = try server.get("/screens/menu?__status=500")
      let journal = try JSONParser.parse(try server.admin("GET", "/requests").text)
      let bodies = journal["requests"]?.arrayValue?.map { $0["body"]?.stringValue } ?? []
      #expect(bodies.count == 3)
      #expect(bodies.last == plain.text)
      #expect(bodies.dropLast().last == plain.text)
      #expect(bodies.first??.contains(#""status":500"#) == true)
      let archive = try JSONParser.parse(try server.admin("GET", "/requests/har").text)
      let entries = archive["log"]?["entries"]?.arrayValue ?? []
      #expect(entries.first?["response"]?["content"]?["text"]?.stringValue == plain.text)
      #expect(
        entries.map { $0["request"]?["url"]?.stringValue } == [
          server.url + "/screens/menu", server.url + "/screens/menu",
          server.url + "/screens/menu?__status=500",
        ])
    }
  }

  @Test func `the journal contains no secrets`() throws {
    try FolderServer.run(in: folder) { server in
      let token = "mq_" + String(repeating: "A", count: 43)
      _ = try server.get("/screens/\(token)")
      _ = try server.get("/screens/nop%3Ftoken=hush%26y")
      _ = try server.get("/screens/home?x=%6Dq_" + String(repeating: "A", count: 43))
      _ = try server.get("/screens/home?access_key=hush&pwd=hush&bearer=hush&code=hush")
      _ = try server.get("/screens/home", fields: [("Screen-User", token)])
      for path in ["/requests", "/requests/har"] {
        let journal = try server.admin("GET", path).text
        #expect(!journal.contains("AAAA") && !journal.contains("hush"), "\(journal)")
      }
      let verified = try server.admin(
        "POST", "/requests/verify", body: #"{"match":{"route":"none"},"atLeast":1}"#)
      #expect(verified.status == 422 && !verified.text.contains("AAAA") && !verified.text.contains("hush"))
    }
  }

  @Test func `an impossible expectation is refused, and unexpected requests are shown`() throws {
    try FolderServer.run(in: folder) { server in
      for user in 1...3 { _ = try server.get("/screens/home?user=\(user)") }
      let wrong = try server.admin(
        "POST", "/requests/verify", body: #"{"match":{},"atLeast":3,"atMost":1}"#)
      #expect(wrong.status == 422 && wrong.text.contains(#""pointer":"/atMost""#), "\(wrong.text)")
      let many = try server.admin(
        "POST", "/requests/verify", body: #"{"match":{"route":"home"},"atMost":1}"#)
      let matching = try JSONParser.parse(many.text)["matching"]?.arrayValue
      #expect(matching?.map { $0["user"] } == ["3", "2", "1"])
    }
  }
}
