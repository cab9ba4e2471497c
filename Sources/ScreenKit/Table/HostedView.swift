#if canImport(UIKit)
  public import UIKit

  /// The type of the views in cells: `UIView` where UIKit exists, `AnyObject` elsewhere.
  public typealias HostedView = UIView
#else
  /// The type of the views in cells: `UIView` where UIKit exists, `AnyObject` elsewhere.
  public typealias HostedView = AnyObject
#endif
