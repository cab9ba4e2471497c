import Screens

/// A part of the list of screens.
struct ScreenPage {
  static let maximumLimit = 1000

  /// The length; nil for all up to the end.
  let limit: Int?
  /// The page begins with the first route after this one; nil for the first page.
  let after: Route?

  /// - Parameter screens: all of them, in the order of their routes.
  func part(of screens: [LazyPublishedScreen]) -> some Sequence<LazyPublishedScreen> {
    let rest = after.map { after in screens.drop { $0.route <= after } } ?? screens[...]
    return rest.prefix(limit ?? rest.count)
  }
}
