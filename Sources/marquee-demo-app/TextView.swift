import ScreenKit

/// A view that shows a content as lines of text.
@MainActor
final class TextView<Content>: ConfigurableView, LineView {
  private let text: (Content) -> [String]
  private(set) var lines: [String] = []

  init(_ text: @escaping (Content) -> [String]) { self.text = text }

  func configure(with content: Content) { lines = text(content) }

  func prepareForReuse() { lines = [] }
}

/// A view that can be printed.
@MainActor
protocol LineView: AnyObject {
  var lines: [String] { get }
}
