// The declarations of Combine that ScreenKit uses, as the SDK's interface has them, with the version that each appeared
// in (https://developer.apple.com/documentation/combine). A member without a version appeared with its type.
// Apple documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 13.0, macOS 10.15, *)
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
  var objectWillChange: ObjectWillChangePublisher { get }
}

@available(iOS 13.0, macOS 10.15, *)
public final class ObservableObjectPublisher: @unchecked Sendable {
  public init() {}
  public func send() {}
}
