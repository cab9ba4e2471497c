/// Why a store operation failed.
package enum StoreError: Error, Sendable, Equatable {
  /// A version of the same number exists.
  case conflict
  /// The disk is full, or a limit is exceeded.
  case full(String)
  /// The stored data cannot be read.
  case damaged(String)
  /// A newer Marquee has written the data.
  case newer(String)
  /// Another process uses the data.
  case locked(String)
  /// The folder or its file system is read-only.
  case readOnly(String)
  /// Another node has changed the store since the changes were validated.
  case outdated
  /// The request was stored before. The caller looks up its response.
  case repeatedRequest
  /// The connection broke during the commit and could not be restored. The changes may be stored or not.
  case outcomeUnknown(String)
  /// The change set that the changes belong to rejects them.
  case refused(ChangeSetRefusal)
  /// Any other error.
  case unavailable(String)

  /// The error in one line.
  package var message: String {
    switch self {
    case .conflict: "the version exists already"
    case .refused(let refusal): refusal.message
    case .outdated: "other nodes changed the store at the same time; try again"
    case .repeatedRequest: "the request is stored already"
    case .full(let text), .damaged(let text), .newer(let text), .locked(let text), .readOnly(let text),
      .outcomeUnknown(let text), .unavailable(let text):
      text
    }
  }
}
