import BuiltPrograms
import Foundation
import TestFolders
import Testing

@Suite struct DemoUsageTests {
  @Test(arguments: [
    ["--bad", "home"], [], ["a", "b"], ["--once", "--follow", "a"], ["--server"], ["--changes", "0", "a"],
    ["--web", "a"], ["--port", "1", "a"], ["--web", "--once"], ["--web", "--port", "65536"],
  ])
  func `wrong usage prints the usage and exits with 64`(arguments: [String]) throws {
    let demo = try DemoProcess(arguments)
    #expect(demo.finish() == 64)
    #expect(demo.text.hasPrefix("error: ") && demo.text.contains("usage: marquee-demo-app"))
  }

  @Test(.bug(id: "F23"), arguments: [["--help"], ["-h"], ["--bad", "home", "--help"]])
  func `the help is printed and exits with 0`(arguments: [String]) throws {
    let demo = try DemoProcess(arguments)
    #expect(demo.finish() == 0)
    #expect(
      demo.text.hasPrefix("Fetches a screen from a Marquee server and prints it as a table.\n\nusage: "))
    for option in [
      "--server", "--user", "--cache", "--seed", "--once", "--follow", "--changes", "--web", "--port",
      "--help",
    ] {
      #expect(demo.text.contains("\n  \(option)"), "\(option)")
    }
  }

  @Test func `a seed is shown without a server`() throws {
    let folder = try TemporaryFolder()
    let seed = folder.url.appendingPathComponent("seed.json")
    try Data(
      #"{"screens":[{"route":"home","format":"screen","body":\#(String(decoding: body(["from the seed"]), as: UTF8.self))}]}"#
        .utf8
    )
    .write(to: seed)
    let demo = try DemoProcess(["--server", "http://127.0.0.1:1", "--seed", seed.path, "home"])
    #expect(demo.finish() == 0)
    #expect(demo.text.contains("# home (version 1, seed)\n  * from the seed\n"))
  }
}

@Suite(.serialized)
struct DemoAppTests {
  let server: LiveServer

  init() throws { server = try LiveServer() }

  @Test func `sections, texts and images are printed`() throws {
    let demo = try DemoProcess(["--server", server.url.absoluteString, "settings"])
    #expect(demo.finish() == 0)
    #expect(
      demo.text.hasPrefix(
        """
        # Settings (version 1, network)
        == Account ==
          * [image profile.png]
          * Name
            Jamie Park
        """))
    #expect(demo.text.contains("-- Changes count from the next order.\n"))
  }

  @Test func `a reorder is followed and its changes are printed`() throws {
    let demo = try DemoProcess([
      "--server", server.url.absoluteString, "--follow", "--changes", "1", "welcome",
    ])
    demo.read(until: "This is A ViewType\n")
    try server.put("/admin/screens/welcome/order", Data(#"["introduction","greeting"]"#.utf8))
    #expect(demo.finish() == 0)
    #expect(demo.text.hasSuffix("  * This is B ViewType\nchanges:\nmove 0:1 to 0:0\n"))
  }

  @Test func `a screen seen before the app was killed is there without a network`() throws {
    let folder = try TemporaryFolder()
    let following = try DemoProcess(
      ["--server", server.url.absoluteString, "--cache", folder.url.path, "--follow", "welcome"])
    following.read(until: "This is A ViewType\n")
    following.kill()
    // The cache belongs to the address of this server, so the app must use the same one.
    server.stop()
    let offline = try DemoProcess([
      "--server", server.url.absoluteString, "--cache", folder.url.path, "welcome",
    ])
    #expect(offline.finish() == 0)
    #expect(offline.text.contains("# Home (version 1, cache)\n  * This is B ViewType\n"))
    #expect(offline.text.contains("warning: requestFailed"))
  }
}
