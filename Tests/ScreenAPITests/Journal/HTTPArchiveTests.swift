import Foundation
import JSONText
import Synchronization
import Testing

@testable import ScreenAPI

/// The journal as an HTTP Archive, and the parts of requests that it keeps.
@Suite struct HTTPArchiveTests {
  private static let definition =
    #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(String(repeating: "국수 ", count: 50))"}}]}"#
  private static let token = "Authorization: Bearer secret"

  private func fixture(keepsBodies: Bool = true) throws -> APIFixture {
    // The clock advances one second per entry.
    let now = Mutex(1_700_000_000.0)
    let journal = RequestJournal(capacity: 100, keepsBodies: keepsBodies) {
      now.withLock { now in
        now += 1
        return now
      }
    }
    return try APIFixture(definition: Self.definition, journal: journal)
  }

  private func entries(_ api: APIFixture, _ query: String = "") throws -> [JSONValue] {
    let response = try api.send("GET /admin/requests/har\(query) HTTP/1.1", Self.token)
    let log = try #require(try JSONParser.parse(response.bytes)["log"])
    #expect(log["version"] == "1.2")
    #expect(log["creator"]?["name"] == "marquee" && log["creator"]?["version"]?.stringValue != nil)
    return try #require(log["entries"]?.arrayValue)
  }

  /// The members that HAR 1.2 requires, and their types.
  private static let required: [(place: [String], kind: JSONKind)] = [
    (["startedDateTime"], .string), (["time"], .number), (["request", "method"], .string),
    (["request", "url"], .string), (["request", "httpVersion"], .string), (["request", "cookies"], .array),
    (["request", "headers"], .array), (["request", "queryString"], .array),
    (["request", "headersSize"], .number), (["request", "bodySize"], .number),
    (["response", "status"], .number), (["response", "statusText"], .string),
    (["response", "httpVersion"], .string), (["response", "cookies"], .array),
    (["response", "headers"], .array), (["response", "content", "size"], .number),
    (["response", "content", "mimeType"], .string), (["response", "redirectURL"], .string),
    (["response", "headersSize"], .number), (["response", "bodySize"], .number), (["cache"], .object),
    (["timings", "send"], .number), (["timings", "wait"], .number), (["timings", "receive"], .number),
  ]

  private func headers(_ message: JSONValue?) throws -> [String: String] {
    var headers: [String: String] = [:]
    for header in try #require(message?["headers"]?.arrayValue) {
      headers[try #require(header["name"]?.stringValue)] = try #require(header["value"]?.stringValue)
    }
    return headers
  }

  @Test func `every entry has the required members and a valid URL`() throws {
    let api = try fixture()
    for line in [
      "GET /screens/home?user=42&country=KR", "HEAD /screens/home", "GET /screens/h%6Fme?q=%ED%95%9C&x=%22",
      "GET /screens/no%20such%3Ftoken=hush%26%25%EA%B5%AD", "GET /screens/home?access_token=hush&b=1",
      "GET /screens/home?__chaos=invalid-utf8&__seed=1", "GET /screens/home?__status=205",
    ] {
      _ = try api.send(line + " HTTP/1.1", "Accept-Encoding: gzip")
    }
    // The mock resets the connection.
    #expect(throws: APIFixture.Unexpected.self) {
      try api.send("GET /screens/home?__fault=reset HTTP/1.1")
    }
    _ = try api.send("GET /screens/home HTTP/1.1", "If-None-Match: *")
    let entries = try entries(api)
    for entry in entries {
      for (place, kind) in Self.required {
        let value = place.reduce(entry as JSONValue?) { $0?[$1] }
        #expect(value?.kind == kind, "\(place) of \(entry.text)")
      }
      let url = try #require(entry["request"]?["url"]?.stringValue)
      #expect(url.hasPrefix("http://test/screens/"))
      #expect(url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }, "\(url)")
      #expect(URL(string: url)?.absoluteString == url)
      #expect(!entry.text.contains("hush"))
    }
    #expect(
      entries.compactMap { $0["request"]?["url"]?.stringValue?.dropFirst("http://test/screens/".count) } == [
        "home?user=42&country=KR", "home", "home?q=%ED%95%9C&x=%22",
        "no%20such%3Ftoken=%E2%80%A6&%25%EA%B5%AD", "home?access_token=%E2%80%A6&b=1",
        "home?__chaos=invalid-utf8&__seed=1", "home?__status=205", "home?__fault=reset", "home",
      ])
    #expect(
      entries.map { $0["response"]?["status"]?.numberValue?.intValue }
        == [200, 200, 200, 404, 200, 200, 205, -1, 304])
    #expect(
      entries[4]["request"]?["queryString"]?.text
        == #"[{"name":"access_token","value":"…"},{"name":"b","value":"1"}]"#)
    // Bodies that quote a secret of the request are left out; bodies that all requests share are kept.
    #expect(entries[3]["response"]?["content"]?["text"] == nil)
    #expect(entries[4]["response"]?["content"]?["text"]?.stringValue?.contains("국수") == true)
    #expect(entries[7]["response"]?["_error"]?.stringValue?.isEmpty == false)
  }

  @Test func `a limited archive has the newest requests, oldest first`() throws {
    let api = try fixture()
    for user in 1...5 { _ = try api.send("GET /screens/home?user=\(user) HTTP/1.1") }
    func users(_ query: String) throws -> [String] {
      try entries(api, query).compactMap {
        $0["request"]?["queryString"]?.arrayValue?.first?["value"]?.stringValue
      }
    }
    #expect(try users("") == ["1", "2", "3", "4", "5"])
    #expect(try users("?limit=2") == ["4", "5"])
    #expect(try users("?limit=2&before=4") == ["2", "3"])
    let times = try entries(api).compactMap { $0["startedDateTime"]?.stringValue }
    #expect(times == times.sorted() && Set(times).count == 5)
  }

  @Test func `the archive has only the request fields that affect the response`() throws {
    let api = try fixture()
    let token = "mq_" + String(repeating: "A", count: 43)
    let sent = [
      "Accept": "application/json, */*;q=0.5", "Accept-Encoding": "gzip, br",
      "Accept-View-Types": "TEXT, OTHER",
      "Client-Release": "ios/1.2", "Screen-User": "42", "Prefer": "seed=7", "A-IM": "json-patch",
      "If-None-Match": "\"abc\"",
    ]
    let lines = sent.map { "\($0.key): \($0.value)" }.sorted()
    try #require(lines.count == 8)
    _ = try api.send(
      "GET /screens/home HTTP/1.1", lines[0], lines[1], lines[2], lines[3], lines[4], lines[5], lines[6],
      lines[7],
      "Cookie: a=hush", Self.token, "User-Agent: test")
    _ = try api.send(
      "GET /screens/home HTTP/1.1", "screen-user: \(token)", "Accept-View-Types: TEXT",
      "Accept-View-Types: B",
      "Prefer: seed=7; access_token=\"hush\", key=hush")
    let entries = try entries(api)
    #expect(try headers(entries[0]["request"]) == sent.merging(["Host": "test"]) { $1 })
    let second = try #require(entries[1]["request"]?["headers"]?.arrayValue).map { header in
      "\(header["name"]?.stringValue ?? ""): \(header["value"]?.stringValue ?? "")"
    }
    #expect(
      second == [
        "Host: test", "Accept-View-Types: TEXT", "Accept-View-Types: B", "Screen-User: …",
        "Prefer: seed=7; access_token=…, key=…",
      ])
    let told = try JSONParser.parse(try api.send("GET /admin/requests HTTP/1.1", Self.token).bytes)
    let requests = try #require(told["requests"]?.arrayValue)
    #expect(requests[1]["headers"]?["Client-Release"] == "ios/1.2")
    #expect(requests[1]["user"] == "42")
    #expect(requests[0]["headers"]?["Accept-View-Types"] == "TEXT, B")
    #expect(!told.text.contains("hush") && !told.text.contains("AAAA"))
  }

  @Test func `a body is decompressed, and in base64 if it is not UTF-8`() throws {
    let api = try fixture()
    let plain = try api.send("GET /screens/home HTTP/1.1")
    let coded = try api.send("GET /screens/home HTTP/1.1", "Accept-Encoding: gzip")
    #expect(coded.value(of: "content-encoding") == "gzip")
    let broken = try api.send("GET /screens/home?__chaos=invalid-utf8&__seed=1 HTTP/1.1")
    _ = try api.send("HEAD /screens/home HTTP/1.1")
    let contents = try entries(api).map { try #require($0["response"]?["content"]) }
    for content in contents.prefix(2) {
      #expect(content["text"]?.stringValue == plain.body)
      #expect(content["size"]?.numberValue?.intValue == plain.bytes.count)
      #expect(content["mimeType"] == "application/json" && content["encoding"] == nil)
    }
    #expect(String(validating: broken.bytes, as: UTF8.self) == nil)
    #expect(contents[2]["encoding"] == "base64")
    #expect(contents[2]["text"]?.stringValue == Data(broken.bytes).base64EncodedString())
    #expect(contents[3]["text"] == "" && contents[3]["size"] == 0)
    let sizes = try entries(api).map { $0["response"]?["bodySize"]?.numberValue?.intValue }
    #expect(sizes == [plain.bytes.count, coded.bytes.count, broken.bytes.count, 0])

    let other = try fixture(keepsBodies: false)
    _ = try other.send("GET /screens/home HTTP/1.1")
    let content = try entries(other).first?["response"]?["content"]
    #expect(content?["text"] == nil && content?["size"] == -1)
    #expect(content?["comment"]?.stringValue?.contains("--journal-bodies") == true)
  }

  @Test func `the memory of requests is limited, and the oldest are evicted first`() throws {
    let all = RequestJournal(capacity: 1000) { 0 }
    let journal = RequestJournal(forking: all)
    let api = try APIFixture(definition: Self.definition, journal: journal)
    let types = (0..<900).map { "TYPE-\($0)" }.joined(separator: ", ")
    for _ in 0..<60 {
      _ = try api.send("GET /screens/home HTTP/1.1", "Accept-View-Types: \(types)")
    }
    #expect((1...RequestJournal.maximumBytesPerSession / types.utf8.count).contains(journal.entries.count))
  }
}
