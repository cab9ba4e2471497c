// Names of the releases before ScreenClient lost its type parameter. Those that can still work do so for one more
// release. The compiler says what replaces each; the article "Move your app" has all of them.
public import Foundation

// MARK: The client

/// Replaced by ``ScreenError``.
@available(*, deprecated, renamed: "ScreenError")
public typealias ScreenClientError = ScreenError

/// Replaced by ``ScreenError``.
@available(*, deprecated, renamed: "ScreenError")
public typealias WireFormatError = ScreenError

/// Replaced by the type of ``ScreenClient/Options/log``.
@available(*, deprecated, message: "use the type of ScreenClient.Options.log")
public typealias WarningSink = @Sendable (ScreenWarning) -> Void

/// Replaced by the result of ``ScreenClient/pages(of:policy:)``.
@available(*, deprecated, message: "use AsyncThrowingStream<ScreenSnapshot, any Error>")
public typealias ScreenPages<Value> = AsyncThrowingStream<ScreenSnapshot, any Error>

/// Replaced by ``ScreenCache/memory(maximumScreens:)``.
@available(*, deprecated, message: "use ScreenCache.memory(maximumScreens:)")
public typealias MemoryCache = ScreenCache

/// Replaced by ``ScreenCache/disk(folder:maximumBytes:maximumAge:)``.
@available(*, deprecated, message: "use ScreenCache.disk(folder:maximumBytes:maximumAge:)")
public typealias DiskCache = ScreenCache

extension ScreenCache {
  /// Replaced by ``memory(maximumScreens:)``.
  @available(*, deprecated, message: "use ScreenCache.memory(maximumScreens:)")
  public init(maximumScreens: Int = 64) { self = .memory(maximumScreens: maximumScreens) }

  /// Replaced by ``disk(folder:maximumBytes:maximumAge:)``.
  @available(*, deprecated, message: "use ScreenCache.disk(folder:maximumBytes:maximumAge:)")
  public init(folder: URL, maximumBytes: Int = 16 << 20, maximumAge: Double = 30 * 86_400) {
    self = .disk(folder: folder, maximumBytes: maximumBytes, maximumAge: maximumAge)
  }
}

/// Replaced by `URLRequest`.
@available(*, unavailable, message: "use URLRequest; a Transport has the method send(_:)")
public typealias TransportRequest = Never

/// Replaced by what ``Transport/send(_:)`` returns.
@available(*, unavailable, message: "a Transport returns an HTTPURLResponse and the chunks of its body")
public typealias TransportStream = Never

// MARK: Screens

/// Replaced by the tuple that ``ScreenDecoder/decode(_:)`` returns.
@available(*, unavailable, message: "ScreenDecoder.decode(_:) returns a screen and warnings")
public typealias Decoded<Value> = Never

extension ScreenItem {
  /// Replaced by ``content``, and ``content(as:)``.
  @available(*, deprecated, message: "use content, or content(as:)")
  public var value: AnyContent {
    get { content }
    set { content = newValue }
  }

  /// Replaced by ``init(id:viewType:content:rawItem:)``.
  @available(*, deprecated, message: "use ScreenItem(id:viewType:content:rawItem:)")
  public init(id: String, viewType: String, value: some Hashable & Sendable, rawItem: JSONValue? = nil) {
    let content = value as? AnyContent ?? AnyContent(value)
    self.init(id: id, viewType: viewType, content: content, rawItem: rawItem)
  }
}

// MARK: Tables

/// Replaced by ``ScreenItem``.
@available(*, deprecated, renamed: "ScreenItem")
public typealias TableCell<Value> = ScreenItem

/// Replaced by ``ScreenSection``.
@available(*, deprecated, renamed: "ScreenSection")
public typealias TableSection<Value> = ScreenSection

/// Replaced by ``Screen``.
@available(*, deprecated, renamed: "Screen")
public typealias TableModel<Value> = Screen

/// Replaced by ``ScreenDifference``.
@available(*, deprecated, renamed: "ScreenDifference")
public typealias TableChangeset<Value> = ScreenDifference

extension ScreenSection {
  /// Replaced by ``items``.
  @available(*, deprecated, renamed: "items")
  public var cells: [ScreenItem] {
    get { items }
    set { items = newValue }
  }

  /// Replaced by ``init(id:header:footer:values:items:)``.
  @available(*, deprecated, message: "use ScreenSection(id:header:footer:values:items:)")
  public init(id: String, header: String? = nil, footer: String? = nil, cells: [ScreenItem]) {
    self.init(id: id, header: header, footer: footer, items: cells)
  }
}

extension Screen {
  /// Replaced by the screen itself.
  @available(*, deprecated, message: "use the screen itself")
  public init(_ screen: Screen) { self = screen }
}

/// Replaced by `ViewCatalog` of ScreenKitUI.
@available(*, unavailable, message: "use ViewCatalog of ScreenKitUI")
public typealias CellRegistry<Value> = Never

/// Replaced by the fallback of a `ViewCatalog`: a catalog has no errors.
@available(*, unavailable, message: "use Fallback of ScreenKitUI")
public typealias CellRegistryError = Never

/// Replaced by the entries of a `ViewCatalog`.
@available(*, unavailable, message: "use a view in an entry Show of ScreenKitUI")
public typealias ConfigurableView = Never

/// Replaced by the closure of an entry of a `ViewCatalog`, which captures what it needs.
@available(*, unavailable, message: "use the closure of an entry Show of ScreenKitUI")
public typealias CellConfigurator<View> = Never

/// Replaced by the views of the entries of a `ViewCatalog`.
@available(*, unavailable, message: "use a view in an entry Show of ScreenKitUI")
public typealias HostedView = Never

/// Replaced by the cells of the data sources of ScreenKitUI.
@available(*, unavailable, message: "use ScreenTableDataSource of ScreenKitUI, which makes the cells")
public typealias CellHost = Never

/// Replaced by the cells of `ScreenTableDataSource`.
@available(*, unavailable, message: "use ScreenTableDataSource of ScreenKitUI, which makes the cells")
public typealias ScreenTableCell = Never

/// Replaced by the cells of `ScreenCollectionDataSource`.
@available(*, unavailable, message: "use ScreenCollectionDataSource of ScreenKitUI, which makes the cells")
public typealias ScreenCollectionCell = Never

/// Replaced by `ScreenTableDataSource` and `ScreenCollectionDataSource` of ScreenKitUI.
@available(*, unavailable, message: "use ScreenTableDataSource of ScreenKitUI")
public typealias TableDriver<Value, Surface> = Never

/// Replaced by `ScreenTableDataSource` and `ScreenCollectionDataSource` of ScreenKitUI.
@available(*, unavailable, message: "use ScreenTableDataSource of ScreenKitUI")
public typealias TableSurface = Never

/// Replaced by ``ScreenDifference``.
@available(*, unavailable, message: "use ScreenDifference")
public typealias TableUpdates = Never
