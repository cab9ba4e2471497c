import Foundation

/// The number of a client's present user. A view reads it without waiting for the client.
///
/// `@unchecked Sendable`: `number` is accessed only while `lock` is held. `Mutex` needs iOS 18.
final class UserNumber: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  func increment() { lock.withLock { number += 1 } }
}
