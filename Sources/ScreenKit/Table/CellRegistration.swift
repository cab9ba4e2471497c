/// How the cells of one view type are made and filled.
@MainActor
struct CellRegistration<Value: Hashable & Sendable> {
  /// Makes the view of a new cell.
  let makeView: () -> HostedView
  /// Shows a value in a view that was made here; the warning, when something is amiss.
  let configure: (HostedView, TableCell<Value>) -> ScreenWarning?

  init<View: ConfigurableView>(
    delegate: WeakDelegate<View.Delegate>?, content: @escaping @MainActor (Value) -> View.Content?,
    makeView: @escaping @MainActor () -> View
  ) {
    self.makeView = { makeView() }
    configure = { view, cell in
      guard let view = view as? View, let content = content(cell.value) else {
        return ScreenWarning(
          .valueNotShown, viewType: cell.viewType, itemID: cell.id,
          message: "\(View.self) does not show this value")
      }
      let configurator = CellConfigurator<View>(content: content, delegate: delegate)
      configurator.configure(view)
      guard configurator.hasLostDelegate else { return nil }
      return ScreenWarning(
        .delegateGone, viewType: cell.viewType, itemID: cell.id,
        message: "the delegate of \(View.self) is gone")
    }
  }
}
