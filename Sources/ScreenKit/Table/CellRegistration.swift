/// How the views of one view type are created and configured.
@MainActor
struct CellRegistration<Value: Hashable & Sendable> {
  /// Creates the view of a new cell.
  let makeView: () -> HostedView
  /// Shows a value in a view that `makeView` created. Returns a warning when it cannot.
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
          message: "\(View.self) does not accept the value of this cell")
      }
      let configurator = CellConfigurator<View>(content: content, delegate: delegate)
      configurator.configure(view)
      guard configurator.hasLostDelegate else { return nil }
      return ScreenWarning(
        .delegateGone, viewType: cell.viewType, itemID: cell.id,
        message: "the delegate of \(View.self) was deallocated; keep a strong reference to it")
    }
  }
}
