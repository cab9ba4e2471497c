#if canImport(UIKit)
  public import UIKit

  /// What a cell can show: a view, where there are some.
  public typealias HostedView = UIView
#else
  /// What a cell can show: a view, where there are some.
  public typealias HostedView = AnyObject
#endif
