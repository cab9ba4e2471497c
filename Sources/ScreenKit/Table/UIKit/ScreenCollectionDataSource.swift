#if canImport(UIKit)
  public import UIKit

  /// The data source of a collection view, on a ``TableDriver``.
  ///
  /// Headers and footers are supplementary views: make them in a subclass, with the texts that
  /// ``TableDriver/header(ofSection:)`` and ``TableDriver/footer(ofSection:)`` return.
  open class ScreenCollectionDataSource<Value: Hashable & Sendable>: NSObject,
    UICollectionViewDataSource
  {
    /// The driver. Apply new models and screens to it.
    public let driver: TableDriver<Value, UICollectionView>

    /// Creates a data source and sets it as the collection view's. The collection view does not keep it alive;
    /// keep a strong reference.
    /// - Parameters:
    ///   - collectionView: The collection view.
    ///   - registry: The cells of the app.
    public init(_ collectionView: UICollectionView, registry: CellRegistry<Value>) {
      driver = TableDriver(registry: registry, surface: collectionView)
      super.init()
      collectionView.dataSource = self
    }

    /// Returns the number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { driver.sectionCount }

    /// Returns the number of cells in a section.
    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    {
      driver.cellCount(inSection: section)
    }

    /// Returns a configured cell.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      driver.cell(in: collectionView, at: indexPath)
    }
  }
#endif
