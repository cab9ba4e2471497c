import ScreenKit

/// A view of the terminal: lines of text for a content.
@MainActor
final class TextView<Content>: ConfigurableView, LineView {
  private let text: (Content) -> [String]
  private(set) var lines: [String] = []

  init(_ text: @escaping (Content) -> [String]) { self.text = text }

  func configure(with content: Content) { lines = text(content) }

  func prepareForReuse() { lines = [] }
}

/// What can be printed.
@MainActor
protocol LineView: AnyObject {
  var lines: [String] { get }
}
