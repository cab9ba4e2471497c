import Testing

/// The files of ScreenKit for UIKit, type-checked against declarations of the UIKit that they use. No test runs them on
/// a device.
@Suite struct UIKitBindingTests {
  @Test func `the check reports code that does not compile`() throws {
    let module = try UIKitModule()
    let unknown = try module.diagnostics(
      of: "@MainActor func f(_ t: UITableView) { t.moveRow(from: 0, to: 1) }")
    #expect(unknown?.contains("error:") == true)
    // The two registrations differ only in the type of the delegate.
    #expect(try module.diagnostics(of: Self.registration(of: "any TapDelegate")) == nil)
    let wrongType = try module.diagnostics(of: Self.registration(of: "UIWindow"))
    #expect(wrongType?.contains("error:") == true)
  }

  private static func registration(of delegate: String) -> String {
    """
    @MainActor protocol TapDelegate: AnyObject {}
    final class TapView: UIView, ConfigurableView {
      weak var delegate: (any TapDelegate)?
      func configure(with content: String) {}
    }
    @MainActor func f(_ cells: CellRegistry<AnyContent>, _ delegate: \(delegate)) throws {
      try cells.register("TAP", delegate: delegate, content: { $0.content(as: String.self) }) { TapView(frame: .zero) }
    }
    """
  }
}
