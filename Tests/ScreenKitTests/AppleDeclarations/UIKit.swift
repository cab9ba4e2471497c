// The declarations of UIKit that ScreenKitUI and the documentation use, as the SDK's interface has them, with the version
// that each appeared in (https://developer.apple.com/documentation/uikit). A member without a version appeared with its
// type. The tests compile them as a module `UIKit`, to type-check code where UIKit does not exist.
// Apple documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Foundation

@available(iOS 2.0, *)
@MainActor open class UIView: NSObject {
  /// Creates a view.
  public init(frame: CGRect) { super.init() }
  public required init?(coder: NSCoder) { nil }
  open var window: UIWindow? { nil }
  open var translatesAutoresizingMaskIntoConstraints: Bool {
    get { true }
    set {}
  }
  open func addSubview(_ view: UIView) {}
  open func removeFromSuperview() {}
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@available(iOS 2.0, *)
@MainActor open class UIWindow: UIView {}

@available(iOS 2.0, *)
@MainActor open class UILabel: UIView {
  open var text: String?
  open var numberOfLines: Int = 1
}

@available(iOS 2.0, *)
@MainActor open class UIViewController: NSObject {
  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { nil }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
}

@available(iOS 9.0, *)
@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@available(iOS 9.0, *)
@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

@available(iOS 9.0, *)
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@available(iOS 6.0, *)
@MainActor open class NSLayoutConstraint: NSObject {
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@available(iOS 2.0, *)
@MainActor open class UIScrollView: UIView {}

@available(iOS 2.0, *)
@MainActor open class UITableViewCell: UIView {
  /// The cell styles that ScreenKit uses.
  public enum CellStyle { case `default` }
  /// Creates a cell.
  public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
  public required init?(coder: NSCoder) { nil }
  @available(iOS 14.0, *)
  open var contentConfiguration: (any UIContentConfiguration)?
  open var contentView: UIView { self }
  open func prepareForReuse() {}
}

/// The data source of a table view.
@available(iOS 2.0, *)
@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
}

@available(iOS 2.0, *)
@MainActor open class UITableView: UIScrollView {
  open weak var dataSource: (any UITableViewDataSource)?
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    UITableViewCell(style: .default, reuseIdentifier: identifier)
  }
  open func reloadData() {}
}

@available(iOS 6.0, *)
@MainActor open class UICollectionReusableView: UIView {
  open func prepareForReuse() {}
}

@available(iOS 6.0, *)
@MainActor open class UICollectionViewCell: UICollectionReusableView {
  @available(iOS 14.0, *)
  open var contentConfiguration: (any UIContentConfiguration)?
  open var contentView: UIView { self }
}

/// The data source of a collection view.
@available(iOS 6.0, *)
@MainActor public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
  func numberOfSections(in collectionView: UICollectionView) -> Int
}

@available(iOS 6.0, *)
@MainActor open class UICollectionView: UIScrollView {
  open weak var dataSource: (any UICollectionViewDataSource)?
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {}
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell(frame: .zero) }
  open func reloadData() {}
}

@available(iOS 14.0, *)
@MainActor public protocol UIContentConfiguration {
  func makeContentView() -> any UIView & UIContentView
  func updated(for state: any UIConfigurationState) -> Self
}

@available(iOS 14.0, *)
@MainActor public protocol UIContentView: NSObjectProtocol {
  var configuration: any UIContentConfiguration { get set }
}

@available(iOS 14.0, *)
@MainActor public protocol UIConfigurationState {}

@available(iOS 14.0, *)
public struct UIListContentConfiguration: UIContentConfiguration {
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public var text: String?
  public var secondaryText: String?
  public func makeContentView() -> any UIView & UIContentView { fatalError() }
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

@available(iOS 13.0, macOS 10.15.1, *)
public struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable
{
  public init() {}
  public mutating func appendSections(_ identifiers: [Section]) {}
  public mutating func appendItems(_ identifiers: [Item], toSection sectionIdentifier: Section? = nil) {}
  public mutating func reloadSections(_ identifiers: [Section]) {}
  public mutating func reloadItems(_ identifiers: [Item]) {}
  @available(iOS 15.0, *)
  public mutating func reconfigureItems(_ identifiers: [Item]) {}
}

@available(iOS 13.0, *)
@MainActor
open class UITableViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject, UITableViewDataSource
{
  public typealias CellProvider = (UITableView, IndexPath, Item) -> UITableViewCell?
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {}
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {}
  open func itemIdentifier(for indexPath: IndexPath) -> Item? { nil }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    fatalError()
  }
  open func numberOfSections(in tableView: UITableView) -> Int { 0 }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
}

@available(iOS 13.0, *)
@MainActor
open class UICollectionViewDiffableDataSource<
  Section: Hashable & Sendable, Item: Hashable & Sendable
>: NSObject {
  public typealias CellProvider = (UICollectionView, IndexPath, Item) -> UICollectionViewCell?
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {}
  nonisolated open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {}
  open func itemIdentifier(for indexPath: IndexPath) -> Item? { nil }
}
