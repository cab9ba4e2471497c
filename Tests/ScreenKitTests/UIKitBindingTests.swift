import Foundation
import Testing

/// The files that bind to UIKit, and the README's examples, type-checked against declarations of the UIKit that they
/// use. They are run on no device here.
@Suite struct UIKitBindingTests {
  @Test func theBindingsAndTheExamplesCompile() throws {
    let module = try UIKitModule()
    let examples = try Self.examples()
    #expect(examples.count == 10)
    for example in examples {
      let complaint = try module.complaint(about: example)
      #expect(complaint == nil)
    }
  }

  @Test func theCheckFindsWhatIsWrong() throws {
    let module = try UIKitModule()
    // What UIKit does not have.
    let unknown = try module.complaint(
      about: "@MainActor func f(_ t: UITableView) { t.moveRow(from: 0, to: 1) }")
    #expect(unknown?.contains("error:") == true)
    // A delegate of the wrong type is found by the type system; it is the type alone that is wrong.
    #expect(try module.complaint(about: Self.registration(of: "any TapDelegate")) == nil)
    let misfit = try module.complaint(about: Self.registration(of: "UIWindow"))
    #expect(misfit?.contains("error:") == true)
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

  /// The Swift blocks of the README's page that begin with `// before` or `// after`.
  private static func examples() throws -> [String] {
    let heading = "## Move your app to ScreenKit"
    for name in ["README.md", "README-part.md"] {
      let file = UIKitModule.root.appendingPathComponent(name)
      guard let text = try? String(contentsOf: file, encoding: .utf8),
        let start = text.range(of: heading)
      else { continue }
      return text[start.upperBound...].components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }.filter {
          $0.hasPrefix("// before\n") || $0.hasPrefix("// after\n")
        }
    }
    Issue.record("no README has the page \(heading)")
    return []
  }
}
