#if canImport(UIKit)
  public import UIKit

  /// A table view's data source, which asks a driver for everything.
  open class ScreenTableDataSource<Value: Hashable & Sendable>: NSObject, UITableViewDataSource {
    /// What the data source asks; apply new models to it.
    public let driver: TableDriver<Value, UITableView>

    /// Becomes the table's data source; somebody must keep it, as the table does not.
    public init(_ tableView: UITableView, registry: CellRegistry<Value>) {
      driver = TableDriver(registry: registry, surface: tableView)
      super.init()
      tableView.dataSource = self
    }

    /// The driver's.
    public func numberOfSections(in tableView: UITableView) -> Int { driver.sectionCount }

    /// The driver's.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      driver.cellCount(inSection: section)
    }

    /// The driver's.
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      driver.cell(in: tableView, at: indexPath)
    }

    /// The driver's.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      driver.header(ofSection: section)
    }

    /// The driver's.
    public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      driver.footer(ofSection: section)
    }
  }
#endif
