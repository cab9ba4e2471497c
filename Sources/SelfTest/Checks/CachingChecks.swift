import CurlClient
import JSONText

extension Check {
  /// Entity tags, compression and the fields for caches.
  static let caching: [Check] = [
    Check("a screen has a strong ETag, Cache-Control, Vary and its version") { subject in
      for name in ShippedScreens.names {
        let response = try await subject.fetch("/screens/\(name)")
        let tag = try response.require("ETag")
        try expect("ETag of \(response.about)", isStrong(tag), "a strong entity tag", got: tag)
        try response.expectCacheFields()
        _ = try response.screenVersion()
      }
    },
    Check("a screen with an experiment names experiment and variant") { subject in
      let response = try await subject.fetch("/screens/home?user=42")
      for name in ["Screen-Experiment", "Screen-Variant"] {
        try expect(
          "\(name) of \(response.about)", try !response.require(name).isEmpty, "a key", got: "an empty field")
      }
    },
    Check("equal bytes have equal ETags, and different bytes different ones") { subject in
      var tags: [String: [UInt8]] = [:]
      for name in ShippedScreens.names {
        for format in ShippedScreens.formats {
          let path = "/screens/\(name)?format=\(format)"
          let (one, again) = (try await subject.fetch(path), try await subject.fetch(path))
          let tag = try one.require("ETag")
          try expect("ETag of a second \(one.about)", again.field("ETag"), is: tag)
          let known = tags.updateValue(one.body, forKey: tag)
          try expect(
            "bytes under \(tag)", known == nil || known == one.body, "the same", got: one.raw.text)
        }
      }
    },
    Check("a matching If-None-Match returns 304 without a body") { subject in
      let full = try await subject.fetch("/screens/home?user=42")
      let tag = try full.require("ETag")
      for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "\"a\",W/\"b\",\(tag)", "*"] {
        let response = try await subject.get("/screens/home?user=42", [.init("If-None-Match", condition)])
        try expect("status with If-None-Match: \(condition)", response.status, is: 304)
        try expect("body with If-None-Match: \(condition)", response.body, is: [])
        try expect("ETag with If-None-Match: \(condition)", response.field("ETag"), is: tag)
        try response.expectCacheFields()
      }
    },
    Check("an If-None-Match that does not match returns 200") { subject in
      let tag = try await subject.fetch("/screens/welcome").require("ETag")
      for condition in ["\"other\"", "\(tag.dropLast())x\"", "W/\"x\", \"y\""] {
        _ = try await subject.fetch("/screens/welcome", [.init("If-None-Match", condition)])
      }
      _ = try await subject.fetch("/screens/menu", [.init("If-None-Match", tag)])
    },
    Check("HEAD has the fields of GET and no body") { subject in
      for path in ["/screens/home?user=42", "/screens/menu?format=contents", "/screens"] {
        let (get, head) = (try await subject.fetch(path), try await subject.send("HEAD", path).expecting(200))
        try expect("body of \(head.about)", head.body, is: [])
        let names = [
          "ETag", "Content-Type", "Content-Length", "Cache-Control", "Vary", "Screen-Version",
          "Screen-Variant",
        ]
        for name in names {
          try expect("\(name) of \(head.about)", head.field(name), is: get.field(name))
        }
      }
      let missing = try await subject.send("HEAD", "/screens/no-such-screen").expecting(404)
      try expect("body of \(missing.about)", missing.body, is: [])
    },
    Check("gzip is sent to clients that accept it, with its own ETag") { subject in
      let plain = try await subject.fetch("/screens/menu")
      let packed = try await subject.fetch("/screens/menu", [.init("Accept-Encoding", "gzip")])
      try expect("Content-Encoding", packed.field("Content-Encoding"), is: "gzip")
      try expect("first bytes", Array(packed.body.prefix(2)), is: [0x1F, 0x8B])
      try expect("size", packed.body.count < plain.body.count, "less than plain", got: "\(packed.body.count)")
      let tag = try packed.require("ETag")
      try expect("ETag", isStrong(tag), "a strong entity tag", got: tag)
      try expect("ETag", tag != (try plain.require("ETag")), "another than that of the plain bytes", got: tag)
      try packed.expectCacheFields()
      try expect("Content-Encoding of the plain one", plain.field("Content-Encoding"), is: nil)
      var request = subject.request("GET", "/screens/menu")
      request.decodesGzip = true
      try expect("unpacked body", try await subject.send(request).body, is: plain.body)
    },
    Check("gzip is not sent to clients that refuse it") { subject in
      for value in ["identity", "gzip;q=0", "br, gzip;q=0.0", "gzip;q=0, *", ""] {
        let response = try await subject.fetch("/screens/menu", [.init("Accept-Encoding", value)])
        try expect(
          "Content-Encoding with Accept-Encoding: \(value)", response.field("Content-Encoding"), is: nil)
        try response.expectBody(ShippedScreens.menu)
      }
      for value in ["br;q=0.5, gzip", "GZIP", "x, gzip;q=0.5, identity;q=0"] {
        let response = try await subject.fetch("/screens/menu", [.init("Accept-Encoding", value)])
        try expect(
          "Content-Encoding with Accept-Encoding: \(value)", response.field("Content-Encoding"), is: "gzip")
      }
    },
    Check("a gzip response is revalidated by its own ETag") { subject in
      let gzip = CurlField("Accept-Encoding", "gzip")
      let tag = try await subject.fetch("/screens/menu", [gzip]).require("ETag")
      let response = try await subject.get("/screens/menu", [gzip, .init("If-None-Match", tag)])
      try expect("status", response.status, is: 304)
      try expect("ETag", response.field("ETag"), is: tag)
    },
  ]
}

/// Whether a text is a strong `entity-tag` (RFC 9110 §8.8.3).
private func isStrong(_ tag: String) -> Bool {
  let bytes = Array(tag.utf8)
  guard bytes.count > 2, bytes.first == 0x22, bytes.last == 0x22 else { return false }
  return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
}

extension CheckedResponse {
  fileprivate func expectCacheFields() throws(CheckFailure) {
    try expect("Cache-Control of \(about)", field("Cache-Control"), is: "no-cache")
    let language = field("Content-Language") == nil ? [] : ["accept-language"]
    try expect(
      "Vary of \(about)", list("Vary"),
      is: ["accept-encoding"] + language + ["accept-view-types", "client-release", "screen-user"])
  }
}
