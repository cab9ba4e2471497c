import HTTPWire
import Screens
import Testing

@testable import ScreenAPI

@Suite struct ScreenQueryTests {
  @Test(
    arguments: [
      ("", nil), ("user=42", "42"), ("user=", ""), ("user=42&plan=gold", "42"), ("plan=gold&user=a=b", "a=b"),
      ("&&user=a&", "a"), ("userx=1&user=a", "a"), ("=x&user=a", "a"), ("plan", nil),
      ("format=f&release=ios/1", nil), ("user=&plan=gold", ""), ("user=user=42&users=1", "user=42"),
    ] as [(String, String?)])
  func `the user of a plain query is read without parsing the rest`(query: String, user: String?) throws {
    try Array(query.utf8).withBytes { bytes in
      let read = try #require(ScreenQuery.user(in: bytes))
      #expect(read.map { String(decoding: $0) } == user)
      let parsed = try ScreenQuery(bytes)
      #expect(parsed.user == user && !parsed.namesContent(pageParameters: []))
    }
  }

  @Test(arguments: [
    "user=%61", "user=a&&user=", "user=a&user", "user=a&plan=%",
    "us%65r=a", "user=a+b", "user=a&user=b", "user=a&plan=a%20b", "user", "version=2&user=a",
    "user=a&version=draft", "user=a&variant=x", "arm=x&user=a", "user=a&arm=x&rendition=d",
    "user=a&\(Pages.defaultParameter)=1.0.0.1.x",
  ])
  func `any other query has to be parsed`(query: String) {
    Array(query.utf8).withBytes { #expect(ScreenQuery.user(in: $0) == nil) }
  }
}
