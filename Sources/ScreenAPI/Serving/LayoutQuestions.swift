import Assignment
import Screens

/// What decides how a layout looks for an app: apps with the same answers get the same.
struct LayoutQuestions: Sendable {
  let requirements: [Requirement]
  /// The view types of items, and of what may be in their place, each once.
  private let viewTypes: [String]
  /// The view types of items, without fallbacks.
  let ownViewTypes: Set<String>

  init(_ layout: Layout) {
    requirements = layout.requirements
    let items = layout.sections.flatMap(\.items)
    ownViewTypes = Set(items.flatMap(\.all).map(\.viewType))
    viewTypes = Set(items.flatMap(\.alternatives).map(\.viewType)).sorted()
  }

  /// Whether an app gets every item, whatever the attributes. False for a release that decides by content.
  func isWhole(for capabilities: Capabilities?) -> Bool {
    guard requirements.isEmpty else { return false }
    guard let capabilities else { return true }
    return capabilities.releaseWithSchemas == nil && ownViewTypes.allSatisfy(capabilities.names)
  }

  /// The answers for an app and the attributes of a request.
  /// - Parameter capabilities: nil for an app that shows everything, or that decides by content.
  func answers(_ capabilities: Capabilities?, _ attributes: Attributes) -> [Bool] {
    requirements.map { $0.holds(attributes) } + (capabilities.map { viewTypes.map($0.names) } ?? [])
  }
}
