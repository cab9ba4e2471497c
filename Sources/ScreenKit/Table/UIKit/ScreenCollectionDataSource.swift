#if canImport(UIKit)
  public import UIKit

  /// A collection view's data source, which asks a driver for everything. Headers and footers are supplementary views,
  /// which a subclass makes; their titles are the driver's.
  open class ScreenCollectionDataSource<Value: Hashable & Sendable>: NSObject,
    UICollectionViewDataSource
  {
    /// What the data source asks; apply new models to it.
    public let driver: TableDriver<Value, UICollectionView>

    /// Becomes the collection's data source; somebody must keep it, as the collection does not.
    public init(_ collectionView: UICollectionView, registry: CellRegistry<Value>) {
      driver = TableDriver(registry: registry, surface: collectionView)
      super.init()
      collectionView.dataSource = self
    }

    /// The driver's.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { driver.sectionCount }

    /// The driver's.
    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    {
      driver.cellCount(inSection: section)
    }

    /// The driver's.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      driver.cell(in: collectionView, at: indexPath)
    }
  }
#endif
