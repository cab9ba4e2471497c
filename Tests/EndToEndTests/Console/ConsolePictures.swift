import Foundation
import TestFolders
import Testing

/// Makes the pictures of the documentation, when `.ci/pictures` asks for them.
@Suite(
  .inOneBrowser, .enabled(if: ProcessInfo.processInfo.environment["PICTURES"] != nil, "made by .ci/pictures"))
struct ConsolePictures {
  @Test func `the console and a preview`() async throws {
    let folder = try ScreensFolder()
    for name in ["home", "cafe", "menu", "_previews", "_assets"] { try folder.ship(name) }
    let target = URL(
      fileURLWithPath: try #require(ProcessInfo.processInfo.environment["PICTURES"]), isDirectory: true)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    try await Server.run(in: folder) { server in
      try await Browser.run { browser in
        try await browser.open(server.url + "/console/")
        try await browser.type(Server.token, into: try await browser.element(role: "textbox", "Admin token"))
        try await browser.click(button: "Sign in")
        _ = try await browser.element("nav[aria-label=Main]")
        try await browser.setSize(1280, 720)
        try await browser.open(server.url + "/console/screens/home?item=perilla")
        _ = try await browser.element("li[data-item=perilla]")
        _ = try await browser.element(role: "textbox", "text1")
        try await browser.wait(
          until:
            "return document.querySelector('iframe[title=Preview]') !== null && document.querySelector('main progress') === null"
        )
        try await browser.screenshot().write(to: target.appending(path: "console.png"))
        try await browser.setSize(390, 640)
        try await browser.open(server.url + "/preview/cafe?theme=dark")
        _ = try await browser.element("[data-item=flat-white]")
        try await browser.screenshot().write(to: target.appending(path: "preview.png"))
      }
    }
  }
}
