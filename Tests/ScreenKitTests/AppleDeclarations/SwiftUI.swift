// The declarations of SwiftUI that ScreenKitUI and the documentation use, as the SDK's interface has them, with the
// version that each appeared in (https://developer.apple.com/documentation/swiftui). A member without a version appeared
// with its type. The tests compile them as a module `SwiftUI`, to type-check code where SwiftUI does not exist.
// Apple documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Combine
@_exported import Foundation

@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 13.0, macOS 10.15, *)
@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<
    First, Second
  > { _ConditionalContent() }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<
    First, Second
  > { _ConditionalContent() }
}

@available(iOS 13.0, macOS 10.15, *)
public protocol _PrimitiveView: View where Body == Never {}
// These declarations are only type-checked. Nothing calls the bodies, which cannot return a value of `Never`.
@available(iOS 13.0, macOS 10.15, *)
extension _PrimitiveView { public var body: Never { fatalError() } }
@available(iOS 13.0, macOS 10.15, *)
extension Never: View { public var body: Never { fatalError() } }
@available(iOS 13.0, macOS 10.15, *)
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@available(iOS 13.0, macOS 10.15, *)
public struct EmptyView: _PrimitiveView { public nonisolated init() {} }
@available(iOS 13.0, macOS 10.15, *)
public struct TupleView<Content>: _PrimitiveView { nonisolated init() {} }
@available(iOS 13.0, macOS 10.15, *)
public struct _ConditionalContent<First, Second>: _PrimitiveView { nonisolated init() {} }

@available(iOS 13.0, macOS 10.15, *)
public struct AnyView: _PrimitiveView { public init<Content: View>(_ view: Content) {} }

@available(iOS 13.0, macOS 10.15, *)
public struct Text: _PrimitiveView { public init<Content: StringProtocol>(_ content: Content) {} }

@available(iOS 13.0, macOS 10.15, *)
public struct VStack<Content: View>: _PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

@available(iOS 13.0, macOS 10.15, *)
public struct HStack<Content: View>: _PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

@available(iOS 13.0, macOS 10.15, *)
public struct List<Content: View>: _PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

@available(iOS 13.0, macOS 10.15, *)
public struct Section<Parent: View, Content: View, Footer: View>: _PrimitiveView {
  @available(iOS 15.0, macOS 12.0, *)
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) {}
}

@available(iOS 13.0, macOS 10.15, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: _PrimitiveView
where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

@available(iOS 13.0, macOS 10.15, *)
public struct Button<Label: View>: _PrimitiveView {
  public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void)
  where Label == Text {}
}

@available(iOS 14.0, macOS 11.0, *)
public struct ProgressView: _PrimitiveView { public init() {} }

@available(iOS 15.0, macOS 12.0, *)
public struct AsyncImage: _PrimitiveView { public init(url: URL?) {} }

@available(iOS 13.0, macOS 10.15, *)
public struct Animation: Equatable, Sendable { public static let `default` = Animation() }

@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper @MainActor @preconcurrency public struct ObservedObject<Object: ObservableObject> {
  public var wrappedValue: Object
  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
}

@available(iOS 14.0, macOS 11.0, *)
@propertyWrapper public struct StateObject<Object: ObservableObject> {
  private let make: () -> Object
  public init(wrappedValue thunk: @autoclosure @escaping () -> Object) { make = thunk }
  @MainActor @preconcurrency public var wrappedValue: Object { make() }
}

@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

@available(iOS 13.0, macOS 10.15, *)
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

@available(iOS 13.0, macOS 10.15, *)
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  case leftToRight
  case rightToLeft
}

@available(iOS 14.0, macOS 11.0, *)
public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}

@available(iOS 13.0, macOS 10.15, *)
public struct EnvironmentValues {
  public init() {}
  @available(iOS 14.0, macOS 11.0, *)
  public var scenePhase: ScenePhase { .active }
  public var layoutDirection: LayoutDirection {
    get { .leftToRight }
    set {}
  }
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set {}
  }
}

@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}

@available(iOS 13.0, macOS 10.15, *)
extension View {
  public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value)
    -> some View
  { self }
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
  ) -> some View { self }
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
  @available(iOS 15.0, macOS 12.0, *)
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
  @available(iOS 15.0, macOS 12.0, *)
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  @available(iOS 15.0, macOS 12.0, *)
  public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
}

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(iOS 14.0, macOS 11.0, *)
extension Never: Scene {}
@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
@available(iOS 14.0, macOS 11.0, *)
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
@available(iOS 14.0, macOS 11.0, *)
extension App { public static func main() {} }
