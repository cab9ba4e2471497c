import AdminModel
import JSONText
import Screens

extension ChangeSetPlan.Screen {
  /// The screen for guests.
  /// - Parameter view: the view of the change set.
  func forGuests(_ server: Publisher, _ view: Publisher) -> GuestReview.Screen {
    let (before, after) = (try? server.screens.current(route), try? view.screens.current(route))
    let isValid = effect == .deleted || after != nil
    func content(_ before: Layout?, _ after: Layout?) -> GuestReview.Content {
      let (old, new) = (before?.shown, after?.shown)
      let empty: JSONValue = ["items": []]
      // Of a screen that cannot be shown, no change can be shown either.
      let difference = view.definitions.comparison(
        from: isValid ? old ?? empty : empty, to: isValid ? new ?? empty : empty)
      return GuestReview.Content(
        before: old ?? .null, after: new ?? .null, difference: Comparison(difference))
    }
    let variants = after?.singleChoices.compactMap { name, layout -> GuestReview.Variant? in
      let old = before?.singleChoices[name]
      if old?.shown == layout.shown { return nil }
      return GuestReview.Variant(
        variant: name, isNew: old == nil, content: content(old ?? before?.combinations.first?.layout, layout))
    }
    return GuestReview.Screen(
      route: route.name, effect: effect.rawValue, isValid: isValid,
      content: content(before?.combinations.first?.layout, after?.combinations.first?.layout),
      variants: (variants ?? []).sorted { $0.variant < $1.variant })
  }
}

extension PublishedScreen {
  /// What the users of each variant see who are in no other experiment, by the name of the variant in a preview.
  fileprivate var singleChoices: [String: Layout] {
    var layouts: [String: Layout] = [:]
    for combination in combinations where combination.choices.count == 1 {
      let key = definition.onlyExperiment == nil ? combination.arm : combination.choices.first?.variant
      if let key { layouts[key] = combination.layout }
    }
    return layouts
  }
}
