#if canImport(UIKit)
  public import UIKit

  extension UIView {
    /// Adds a configured view as a subview that fills this view.
    /// - Parameters:
    ///   - view: The view to add.
    ///   - configurator: The content and the delegate of the view.
    public func show<View: ConfigurableView>(_ view: View, _ configurator: CellConfigurator<View>) {
      configurator.configure(view)
      fill(with: view)
    }
  }
#endif
