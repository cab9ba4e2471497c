#if canImport(UIKit)
  public import UIKit

  /// The data source of a table view, on a ``TableDriver``.
  ///
  /// ```swift
  /// let dataSource = ScreenTableDataSource(tableView, registry: cells)
  /// dataSource.driver.apply(snapshot.screen)
  /// ```
  open class ScreenTableDataSource<Value: Hashable & Sendable>: NSObject, UITableViewDataSource {
    /// The driver. Apply new models and screens to it.
    public let driver: TableDriver<Value, UITableView>

    /// Creates a data source and sets it as the table view's. The table view does not keep it alive; keep a
    /// strong reference.
    /// - Parameters:
    ///   - tableView: The table view.
    ///   - registry: The cells of the app.
    public init(_ tableView: UITableView, registry: CellRegistry<Value>) {
      driver = TableDriver(registry: registry, surface: tableView)
      super.init()
      tableView.dataSource = self
    }

    /// Returns the number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int { driver.sectionCount }

    /// Returns the number of cells in a section.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      driver.cellCount(inSection: section)
    }

    /// Returns a configured cell.
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      driver.cell(in: tableView, at: indexPath)
    }

    /// Returns the text above a section.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      driver.header(ofSection: section)
    }

    /// Returns the text below a section.
    public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      driver.footer(ofSection: section)
    }
  }
#endif
