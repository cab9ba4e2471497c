import Testing

/// The files of ScreenKit and ScreenKitUI for Apple's frameworks, type-checked against declarations of what they use. No
/// test runs them on a device.
@Suite struct AppleModulesTests {
  @Test func `the check reports code that does not compile`() throws {
    let modules = try AppleModules()
    #expect(try modules.diagnostics(of: Self.catalog("text1")) == nil)
    let unknown = try modules.diagnostics(of: Self.catalog("text2"))
    #expect(unknown?.contains("error:") == true)
  }

  private static func catalog(_ member: String) -> String {
    """
    struct Line: ViewObject {
      static let viewType = "LINE"
      var text1: String
    }
    let catalog = ViewCatalog {
      Show(Line.self) { Text($0.\(member)) }
      Show(Line.self, view: { UILabel(frame: .zero) }) { label, line in label.text = line.\(member) }
      Fallback { Text($0.viewType) }
    }
    """
  }
}
