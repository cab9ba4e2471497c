// Names of the release before. The compiler says what replaces them; the article "Move your app" has all of them.

/// Replaced by ``ScreenClient/Options``. The URL and the user are parameters of ``ScreenClient``.
@available(*, unavailable, renamed: "ScreenClient.Options")
public typealias ScreenClientConfiguration = Never

/// Replaced by ``ScreenError``.
@available(*, unavailable, renamed: "ScreenError")
public typealias ScreenClientError = Never

/// Replaced by ``ScreenError``.
@available(*, unavailable, renamed: "ScreenError")
public typealias WireFormatError = Never

/// Replaced by ``ScreenClient/Options/arm``.
@available(*, unavailable, message: "use ScreenClient.Options.arm")
public typealias ArmProvider = Never

/// Replaced by ``ViewRegistry/releaseManifest(isSupported:)``.
@available(*, unavailable, message: "use ViewRegistry.releaseManifest()")
public typealias ReleaseManifest = Never

/// Replaced by `ViewCatalog` of ScreenKitUI.
@available(*, unavailable, message: "use ViewCatalog of ScreenKitUI")
public typealias CellRegistry<Value> = Never

/// Replaced by the entries of a `ViewCatalog`.
@available(*, unavailable, message: "use a view in an entry Show of ScreenKitUI")
public typealias ConfigurableView = Never

/// Replaced by `ScreenTableDataSource` and `ScreenCollectionDataSource` of ScreenKitUI.
@available(*, unavailable, message: "use ScreenTableDataSource of ScreenKitUI")
public typealias TableDriver<Value, Surface> = Never

/// Replaced by ``Screen``.
@available(*, unavailable, renamed: "Screen")
public typealias TableModel<Value> = Never

/// Replaced by ``ScreenDifference``.
@available(*, unavailable, renamed: "ScreenDifference")
public typealias TableChangeset<Value> = Never
