import Foundation
import ScreenKit
import ScreenKitTesting
import TestFolders
import Testing

/// Damaged screens in the process of the tests, as an app uses them.
@Suite struct DamagedScreensTests {
  /// The shipped screens.
  private static let screens = PackageFolder.screens.path

  private struct Line: Codable, Hashable { let text1: String }
  private struct Lines: Codable, Hashable { let text1: String, text2: String }
  private struct Image: Codable, Hashable { let url: URL }

  /// A decoder as an app has it: some view types, one of the shipped formats.
  private static func decoder() -> ScreenDecoder {
    var registry = ViewRegistry()
    registry.register("ONE_LINE_TEXT", Line.self) { $0 }
    registry.register("TWO_LINE_TEXT", Lines.self) { $0 }
    registry.register("ONE_IMAGE", Image.self) { $0 }
    return ScreenDecoder(format: .viewItems, registry: registry)
  }

  private static var crash: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID().uuidString).json")
  }

  @Test func `ScreenKit survives damaged screens of every kind`() throws {
    let screens = try DamagedScreens(of: "home", in: Self.screens, format: "viewItems", seed: 7)
    let decoder = Self.decoder()
    let verdict = screens.check(150, crashFile: Self.crash) { _ = try decoder.decode($0) }
    #expect(verdict.failures.isEmpty, "\(verdict)")
    #expect(verdict.description.hasPrefix("150 damaged screens from seed 7: survived 150, failed 0"))
    #expect(verdict.refusals > 20)
  }

  @Test func `a decoder that trusts its input fails, and the smallest body is kept`() throws {
    struct Strict: Decodable {
      struct Item: Decodable { let viewType: String, viewObject: [String: String] }
      let viewItems: [Item]
    }
    let screens = try DamagedScreens(
      of: "home", in: Self.screens, format: "viewItems", kinds: ["wrong-type", "null-value", "html-instead"])
    let file = Self.crash
    let verdict = screens.check(30, crashFile: file) { _ = try JSONDecoder().decode(Strict.self, from: $0) }
    #expect(verdict.failures.count == 20)
    #expect(verdict.refusals == 10)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let smallest = try #require(verdict.failures.first { $0.body.kind == "null-value" }?.smallest)
    #expect(smallest.count < 80)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Strict.self, from: smallest) }
    // One fixture for each cause.
    #expect(verdict.failures.filter { $0.smallest != nil }.count == 2)
    #expect(verdict.description.contains("failed 20\nwrong-type, seed 1: "))
  }

  @Test func `the same number is the same body`() throws {
    let screens = try DamagedScreens(of: "home", in: Self.screens, seed: 3)
    let again = try DamagedScreens(of: "home", in: Self.screens, seed: 3)
    for number in [0, 5, 100] { #expect(screens[number] != nil && screens[number] == again[number]) }
    #expect(screens[0] != screens[1])
    #expect(screens[-1] == nil)
  }

  @Test func `the body is in a file while it is decoded`() throws {
    let screens = try DamagedScreens(of: "home", in: Self.screens, kinds: ["emoji"])
    let file = Self.crash
    let verdict = screens.check(1, crashFile: file) { body in
      #expect((try? Data(contentsOf: file)) == body)
    }
    #expect(verdict.count == 1)
  }

  @Test(
    arguments: [
      ("home", "/nowhere", nil, nil, "the screens folder /nowhere cannot be read"),
      ("none", screens, nil, nil, "no valid screen has the route none"),
      ("home", screens, "odd", nil, "there is no format odd"),
      ("home", screens, nil, ["worse"], "worse is not a kind of damage"),
    ] as [(String, String, String?, [String]?, String)])
  func `what cannot be damaged is reported`(
    route: String, folder: String, format: String?, kinds: [String]?, message: String
  ) {
    let fault = #expect(throws: DamagedScreens.Fault.self) {
      try DamagedScreens(of: route, in: folder, format: format, kinds: kinds)
    }
    #expect(fault?.description == message)
  }
}
