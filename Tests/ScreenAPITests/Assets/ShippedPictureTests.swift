import Foundation
import TestFolders
import Testing

/// The pictures of the screens that Marquee ships.
@Suite struct ShippedPictureTests {
  @Test func `the previews of all shipped screens show only assets, and each asset is shown`() throws {
    let routes = ["home", "menu", "welcome", "cafe", "settings", "rich"]
    let folder = try ScreensFolder()
    for name in routes + ["_previews", "_assets"] { try folder.ship(name) }
    try FolderServer.run(in: folder) { server in
      var shown: Set<String> = []
      for route in routes {
        let page = try server.get("/preview/" + route)
        #expect(page.status == 200, "\(page.text)")
        let addresses = page.text.matches(of: /src="([^"]*)"/).map { String($0.output.1) }
        #expect(!addresses.isEmpty, "\(route)")
        for address in addresses where shown.insert(address).inserted {
          let picture = try server.get(address)
          #expect(picture.status == 200, "\(route): \(address)")
          #expect(picture.value(of: "Content-Type")?.hasPrefix("image/svg+xml") ?? false, "\(address)")
          #expect(picture.text.utf8.count <= 4096, "\(address)")
          // The namespace is the only address in a picture.
          #expect(picture.text.matches(of: /https?:/).count == 1, "\(address)")
        }
      }
      let files = try FileManager.default.contentsOfDirectory(
        atPath: PackageFolder.screens.appending(path: "_assets").path)
      #expect(Set(files.map { "/assets/" + $0 }) == shown)
    }
  }
}
