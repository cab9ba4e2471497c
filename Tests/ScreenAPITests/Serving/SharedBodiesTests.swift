import TestFolders
import Testing

@testable import ScreenAPI

/// Bytes that are equal in several languages are kept once.
@Suite struct SharedBodiesTests {
  /// Where an array's bytes are.
  private func place(_ bytes: [UInt8]) -> UnsafeRawPointer? {
    unsafe bytes.withUnsafeBytes { $0.baseAddress }
  }

  @Test(arguments: [[], [(name: "Accept-Encoding", value: "gzip")]])
  func `languages without a translation of their own share the bytes of the default one`(
    coding: [FolderServer.Field]
  ) throws {
    let folder = try ScreensFolder()
    try folder.write(Lines.definition((0..<100).map { "today-\($0)" }), to: "screens/home.json")
    try folder.write(
      #"{"default":"en","languages":["en","ko","de","nl"],"fallbacks":{"nl":["ko"]}}"#,
      to: "screens/_languages.json")
    try folder.write(
      #"{"units":[{"item":"today-0","at":"/text1","source":"today-0","text":"오늘"}]}"#,
      to: "screens/_translations/ko/home.json")
    try FolderServer.run(in: folder) { server in
      func body(_ language: String) throws -> [UInt8] {
        let response = try server.get(
          "/screens/home", fields: coding + [(name: "Accept-Language", value: language)])
        #expect(response.value(of: "Content-Language") == language)
        return response.body
      }
      let english = try body("en")
      let korean = try body("ko")
      #expect(korean != english)
      #expect(unsafe place(try body("de")) == place(english))
      #expect(unsafe place(try body("nl")) == place(korean))
    }
  }

  @Test func `a body is released with its last rendition`() {
    let bodies = SharedBodies()
    weak var released: RenditionBody?
    do {
      let one = bodies.body([1, 2, 3])
      #expect(bodies.body([1, 2, 3]) === one)
      #expect(bodies.body([1, 2, 4]) !== one)
      released = one
    }
    #expect(released == nil)
    // The places of released ones are used again.
    for number in 0..<5000 { _ = bodies.body([UInt8(number & 255), UInt8(number >> 8)]) }
    #expect(bodies.count <= 1024)
  }
}
