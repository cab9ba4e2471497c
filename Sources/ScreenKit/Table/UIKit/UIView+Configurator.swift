#if canImport(UIKit)
  public import UIKit

  extension UIView {
    /// Shows a configurable view alone, from edge to edge of this one.
    public func show<View: ConfigurableView>(_ view: View, _ configurator: CellConfigurator<View>) {
      configurator.configure(view)
      fill(with: view)
    }
  }
#endif
