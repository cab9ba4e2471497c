import Foundation
import JSONText
import TestFolders
import Testing

/// Responses that the mock changes.
@Suite final class MockTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a", "b"]), to: "screens/lines.json")
    try folder.write(Lines.definition(["m"]), to: "screens/menu/noodles.json")
  }

  @Test func `a request asks for a status by field or by query`() throws {
    try FolderServer.run(in: folder) { server in
      let byField = try server.get(
        "/screens/lines", fields: [("Prefer", "respond-async, Status=503; x=1")])
      #expect(byField.status == 503)
      #expect(byField.value(of: "Content-Type") == "application/problem+json")
      #expect(byField.value(of: "Mock-Applied") == "request")
      #expect(byField.value(of: "Preference-Applied") == "status=503")
      let byQuery = try server.get("/screens/lines?user=1&__status=404")
      #expect(byQuery.status == 404)
      #expect(byQuery.value(of: "Mock-Applied") == "request")
      #expect(byQuery.value(of: "Preference-Applied") == nil)
      let plain = try server.get(
        "/screens/lines?user=1", fields: [("Prefer", "respond-async")])
      #expect(plain.text == Lines.viewItems(["a", "b"]))
      #expect(plain.value(of: "Mock-Applied") == nil)
      #expect(try server.get("/screens/lines?__status=204").status == 204)
    }
  }

  @Test(arguments: [
    ("?__status=99", #""__status\" cannot be \"99\": a number from 200 to 599"#),
    ("?__delay=soon", "milliseconds up to 120000, such as 800 or 200..800"),
    ("?__fault=rset", "reset, empty, half, garbage"), ("?__stat=1", "did you mean __status?"),
    ("?__bytes-per-second=0", "a whole number from 1"),
  ])
  func `a wrong mock parameter is refused with the reason`(_ query: String, _ text: String) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.get("/screens/lines" + query)
      #expect(response.status == 400)
      #expect(response.text.contains(text), "\(response.text)")
    }
  }

  @Test func `rules are added, listed, applied and deleted`() throws {
    try FolderServer.run(in: folder) { server in
      let down = #"{"match":{"route":"menu/*"},"status":503}"#
      #expect(try server.admin("PUT", "/mock/rules/down", body: down).status == 201)
      #expect(try server.admin("PUT", "/mock/rules/down", body: down).status == 200)
      let response = try server.get("/screens/menu/noodles")
      #expect(response.status == 503)
      #expect(response.value(of: "Mock-Applied") == "down")
      #expect(try server.get("/screens/lines").status == 200)
      let list = try server.admin("GET", "/mock/rules")
      #expect(list.text == #"{"rules":[{"name":"down","match":{"route":"menu/*"},"status":503}]}"#)
      #expect(try server.admin("GET", "/mock/rules/dwn").text.contains("did you mean down?"))
      // The request's wish precedes the rule.
      let narrower = try server.get("/screens/menu/noodles?__status=500")
      #expect(narrower.status == 500)
      #expect(narrower.value(of: "Mock-Applied") == "request, down")
      #expect(try server.admin("DELETE", "/mock/rules/down").status == 200)
      #expect(try server.admin("DELETE", "/mock/rules/down").status == 404)
      #expect(try server.get("/screens/menu/noodles").status == 200)
      #expect(try server.get("/admin/mock/rules").status == 401)
    }
  }

  @Test func `a rule matches the n-th request, a share, a number of requests or a condition`()
    throws
  {
    try FolderServer.run(in: folder) { server in
      func statuses(_ rule: String, _ paths: [String]) throws -> [Int] {
        _ = try server.admin("DELETE", "/mock/rules")
        let set = try server.admin("PUT", "/mock/rules/r", body: rule)
        #expect(set.status == 201, "\(set.text)")
        var statuses: [Int] = []
        for path in paths { statuses.append(try server.get("/screens/lines" + path).status) }
        return statuses
      }
      let five = Array(repeating: "", count: 5)
      let second = try statuses(#"{"match":{"nth":2},"status":500}"#, five)
      #expect(second == [200, 500, 200, 200, 200])
      let twice = try statuses(#"{"match":{"times":2},"status":500}"#, five)
      #expect(twice == [500, 500, 200, 200, 200])
      let koreans = try statuses(
        #"{"match":{"condition":{"country":"KR"}},"status":500}"#, ["", "?country=KR", "?country=DE"])
      #expect(koreans == [200, 500, 200])
      let some = #"{"match":{"probability":0.5},"seed":7,"status":500}"#
      let hundred = Array(repeating: "", count: 100)
      let one = try statuses(some, hundred)
      let again = try statuses(some, hundred)
      #expect(one == again)
      // Six standard deviations.
      #expect((20...80).contains(one.count { $0 == 500 }))
      // Of the rules that match, the one with the lowest order applies.
      _ = try server.admin("DELETE", "/mock/rules")
      _ = try server.admin("PUT", "/mock/rules/b", body: #"{"order":2,"status":501}"#)
      _ = try server.admin(
        "PUT", "/mock/rules/c", body: #"{"order":1,"match":{"times":1},"status":502}"#)
      let first = try server.get("/screens/lines").status
      let next = try server.get("/screens/lines").status
      #expect(first == 502)
      #expect(next == 501)
    }
  }

  @Test func `the first preference of a name counts, and an invalid one is ignored`() throws {
    try FolderServer.run(in: folder) { server in
      let first = try server.get(
        "/screens/lines", fields: [("Prefer", "status=503, status=200")])
      #expect(first.status == 503)
      let odd = try server.get("/screens/lines", fields: [("Prefer", "delay=soon, status")])
      #expect(odd.status == 200)
      #expect(odd.value(of: "Preference-Applied") == nil)
      // Unknown names are attributes of the app.
      #expect(try server.get("/screens/lines?__typename=Screen").status == 200)
      let reset = try server.get("/screens/lines?__status=205")
      #expect(reset.status == 205 && reset.text.isEmpty)
    }
  }

  @Test(arguments: [
    ("{}", #""pointer":"""#, "a rule needs at least one effect"),
    (#"{"status":99}"#, #""pointer":"/status""#, "a whole number from 200 to 599"),
    (#"{"fault":"rest"}"#, #""pointer":"/fault""#, "did you mean reset?"),
    (#"{"delay":{"from":9,"to":1}}"#, #""pointer":"/delay""#, "milliseconds up to 120000"),
    (
      #"{"delay":1,"match":{"route":"no way"}}"#, #""pointer":"/match/route""#,
      "a route such as home; * matches any characters within a segment"
    ),
    (#"{"delay":1,"match":{"probability":2}}"#, #""pointer":"/match/probability""#, "from 0 to 1"),
    (#"{"delay":1,"match":{"condition":{"a":{"$gtt":1}}}}"#, #""pointer":"/match/condition/a/$gtt""#, "$gtt"),
    (#"{"delay":1,"match":{"nth":0}}"#, #""pointer":"/match/nth""#, "a whole number from 1"),
    (#"{"dely":1}"#, #""pointer":"/dely""#, "did you mean delay?"),
  ])
  func `an invalid rule is refused with place and reason`(_ body: String, _ pointer: String, _ text: String)
    throws
  {
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("PUT", "/mock/rules/r", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(pointer), "\(refused.text)")
      #expect(refused.text.contains(text), "\(refused.text)")
    }
  }

  @Test(arguments: [
    "unknown-view-type", "extra-member", "long-text", "right-to-left", "emoji", "empty-screen", "many-items",
    "missing-required", "wrong-type", "null-value", "truncated-body", "invalid-utf8", "html-instead",
  ])
  func `chaos changes a screen in the same way for the same seed`(_ kind: String) throws {
    try FolderServer.run(in: folder) { server in
      let one = try server.get("/screens/lines?__chaos=\(kind)&__seed=7")
      let again = try server.get("/screens/lines", fields: [("Prefer", "chaos=\(kind), seed=7")])
      #expect(one.status == 200)
      #expect(one.body != Array(Lines.viewItems(["a", "b"]).utf8))
      #expect(one.body == again.body)
      #expect(one.value(of: "Cache-Control") == "no-store" && one.value(of: "ETag") == nil)
      #expect(one.value(of: "Mock-Applied") == "request")
      let set = try server.admin("PUT", "/mock/rules/r", body: #"{"chaos":"\#(kind)","seed":7}"#)
      #expect(set.status == 201)
      #expect(try server.get("/screens/lines").body == one.body)
    }
  }

  @Test func `a delay and a rate hold a complete response back`() throws {
    try FolderServer.run(in: folder) { server in
      let delayed = try server.get("/screens/lines?__delay=120..130")
      #expect(delayed.text == Lines.viewItems(["a", "b"]))
      #expect(delayed.value(of: "ETag") != nil)
      #expect((120...130).contains(server.waited))
      let slow = try server.get("/screens/lines?__delay=120..130&__bytes-per-second=1000")
      #expect(slow.body == delayed.body)
      #expect(slow.value(of: "ETag") == delayed.value(of: "ETag"))
      #expect(server.waited > 130)
    }
  }

  @Test func `a delay for all screens is not reported, and a mock that is off does nothing`() throws {
    try FolderServer.run(in: folder, FolderServer.Options(delay: "60..70")) { server in
      let delayed = try server.get("/screens/lines")
      #expect(delayed.status == 200)
      #expect((60...70).contains(server.waited))
      #expect(try server.get("/screens/lines?__delay=0").value(of: "Mock-Applied") == "request")
      #expect(server.waited == 0)
      #expect(try server.get("/screens/lines").value(of: "Mock-Applied") == nil)
    }
    try FolderServer.run(in: folder, FolderServer.Options(disablesMock: true)) { server in
      #expect(try server.get("/screens/lines?__status=500").status == 200)
      let refused = try server.admin("PUT", "/mock/rules/r", body: #"{"status":500}"#)
      #expect(refused.status == 409)
      #expect(refused.text.contains("the server was started with --no-mock"))
    }
  }
}
