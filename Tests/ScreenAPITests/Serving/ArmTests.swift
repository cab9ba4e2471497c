import Foundation
import HTTPWire
import JSONText
import TestFolders
import Testing

/// The arm of a user, and the addresses that caches keep: `/screens/{route}/arm`.
@Suite final class ArmTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    for name in ["home", "menu"] { try folder.ship(name) }
  }

  @Test func `the address of an arm has the bytes that its users get, and counts nobody`() throws {
    try FolderServer.run(in: folder) { server in
      var addresses: [String: String] = [:]
      for query in ["?user=1", "?user=2", "?user=3", "?user=42", "", "?user=3&format=screen"] {
        let found = try server.get("/screens/home/arm" + query)
        let arm = try JSONParser.parse(found.text)
        let url = try #require(arm["url"]?.stringValue)
        #expect(found.value(of: "Screen-Arm") == arm["arm"]?.stringValue)
        #expect(found.value(of: "Link") == "<\(url)>; rel=\"alternate\"")
        #expect(found.value(of: "Cache-Control") == "private, no-cache")
        addresses[url] = arm["arm"]?.stringValue
        let kept = try server.get(url)
        #expect(kept.status == 200)
        #expect(kept.value(of: "Cache-Control") == "public, max-age=31536000, immutable")
        #expect(kept.value(of: "Vary") == "Accept-Encoding")
        let key =
          "screen/home experiment/home-price-first type/ONE_IMAGE type/ONE_LINE_TEXT type/TWO_LINE_TEXT"
        #expect(kept.value(of: "Surrogate-Key") == key)
        let unchanged = try server.get(
          url, fields: [("If-None-Match", try #require(kept.value(of: "ETag")))])
        #expect(unchanged.status == 304)
        #expect(unchanged.value(of: "Surrogate-Key") == key)
        #expect(unchanged.fields.count { $0.name.lowercased() == "etag" } == 1)
        let zipped = try server.get(url, fields: [("Accept-Encoding", "gzip")])
        #expect(zipped.value(of: "ETag") != kept.value(of: "ETag"))
        // Both arms were asked for without an exposure. Asking for the screen counts one.
        let asked = try server.get("/screens/home" + query + (query.isEmpty ? "?" : "&") + "variant=control")
        if arm["arm"] == "home-price-first:control" { #expect(kept.text == asked.text) }
      }
      #expect(
        Set(addresses.values) == ["default", "home-price-first:control", "home-price-first:price-first"])
      let results = try JSONParser.parse(
        try server.admin("GET", "/experiments/home-price-first/results").text)
      #expect(results["units"] == 0)
    }
  }

  @Test func `an address that is no longer right is not found and not kept`() throws {
    try FolderServer.run(in: folder) { server in
      let url = try #require(
        try JSONParser.parse(try server.get("/screens/home/arm?user=42").text)["url"]?.stringValue)
      let other = try server.get(url.dropLast() + "_")
      #expect(other.status == 404)
      #expect(other.text.contains("unknown-rendition"))
      #expect(other.value(of: "Cache-Control") == "no-store")
      // After a publication, the old address keeps its content, and the arm has a new address.
      #expect(try server.admin("DELETE", "/screens/home/items/noodles").status == 200)
      #expect(try server.get(url).status == 200)
      let next = try JSONParser.parse(try server.get("/screens/home/arm?user=42").text)
      #expect(next["version"] == 2)
      #expect(next["url"]?.stringValue != url)
      #expect(try server.get("/screens/home?arm=default&rendition=0&version=9").status == 404)
      for wrong in ["?rendition=0", "?arm=default&variant=control", "?arm=a&arm=b"] {
        #expect(try server.get("/screens/home" + wrong).status == 400, "\(wrong)")
      }
      #expect(try server.get("/screens/home?arm=home-price-first:nothing").status == 404)
      #expect(try server.get("/screens/home/arm?version=draft").status == 400)
      #expect(try server.get("/screens/nothing/arm").status == 404)
      #expect(try server.admin("DELETE", "/screens/menu").status < 300)
      #expect(try server.get("/screens/menu/arm").status == 410)
    }
  }

  @Test func `an app may ask for an arm itself`() throws {
    try FolderServer.run(in: folder) { server in
      for arm in ["control", "price-first"] {
        let asked = try server.get("/screens/home?arm=home-price-first:\(arm)&user=42")
        #expect(asked.value(of: "Screen-Variant") == arm)
        #expect(asked.text == (try server.get("/screens/home?variant=\(arm)").text))
        #expect(asked.value(of: "Cache-Control") == "no-cache")
      }
      let plain = try server.get("/screens/home?arm=default&user=42")
      #expect(plain.value(of: "Screen-Variant") == nil)
      #expect(plain.text == (try server.get("/screens/home").text))
    }
  }

  @Test func `the address of what a release gets does not name the release`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(
        try server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#).status < 300
      )
      let old = try server.get("/screens/home/arm?user=42&release=ios/1.0.0")
      let url = try #require(try JSONParser.parse(old.text)["url"]?.stringValue)
      let expected = try server.get("/screens/home?user=42&release=ios/1.0.0")
      #expect(try server.get(url).text == expected.text)
      // What an app says in a field is found with that field alone, and never mistaken for something else.
      let fields = [("Accept-View-Types", "ONE_IMAGE")]
      let listed = try JSONParser.parse(try server.get("/screens/home/arm?user=42", fields: fields).text)
      let other = try #require(listed["url"]?.stringValue)
      #expect(other != url)
      #expect(try server.get(other, fields: fields).status == 200)
      #expect(try server.get(other).status == 404)
      // A release that is registered later has an address of its own.
      #expect(
        try server.admin("PUT", "/releases/ios/2.0.0", body: #"{"viewTypes":["ONE_IMAGE"]}"#).status < 300)
      #expect(try server.get(other).status == 200)
    }
  }

  @Test func `content of a session is kept by no cache`() throws {
    try FolderServer.run(in: folder) { server in
      let session = try server.session()
      let arm = try JSONParser.parse(try server.get(session.path + "/screens/home/arm?user=42").text)
      let url = try #require(arm["url"]?.stringValue)
      #expect(url.hasPrefix(session.path + "/screens/home?"))
      #expect(try server.get(url).value(of: "Cache-Control") == "no-store")
    }
  }

  @Test func `what the mock may change is kept by no cache`() throws {
    try FolderServer.run(in: folder) { server in
      let fields = [("Prefer", "delay=1")]
      let arm = try JSONParser.parse(try server.get("/screens/home/arm?user=42", fields: fields).text)
      #expect(arm["url"] == .null)
      let url = try #require(
        try JSONParser.parse(try server.get("/screens/home/arm?user=42").text)["url"]?.stringValue)
      let delayed = try server.get(url, fields: fields)
      #expect(delayed.status == 200)
      #expect(delayed.value(of: "Cache-Control") == "no-store")
      #expect(try server.get("/screens/home/arm", fields: [("Accept", "text/html")]).status == 406)
    }
  }

  @Test func `content that depends on more than the arm has no address`() throws {
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"},"requires":{"country":"KR"}}]}"#,
      to: "screens/wanted.json")
    try folder.write(
      #"{"template":true,"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"{{user}}"}}]}"#,
      to: "screens/filled.json")
    try FolderServer.run(in: folder) { server in
      for route in ["wanted", "filled"] {
        let arm = try server.get("/screens/\(route)/arm?user=1&country=KR")
        #expect(arm.status == 200, "\(arm.text)")
        #expect(try JSONParser.parse(arm.text)["url"] == .null, "\(arm.text)")
        #expect(arm.value(of: "Link") == nil)
      }
    }
  }
}
