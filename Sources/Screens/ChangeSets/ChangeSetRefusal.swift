/// Why a change set rejects a change.
package enum ChangeSetRefusal: Error, Sendable, Equatable {
  case unknown(String)
  case published(String)
  /// A change set does not hold documents of this kind.
  case cannotHold(DocumentKind)

  package var message: String {
    switch self {
    case .unknown(let name): "there is no change set \(quoted(name))"
    case .published(let name): "the change set \(quoted(name)) is published"
    case .cannotHold:
      "a change set holds screens, view types, formats, preview templates, groups and releases; send this to the server itself"
    }
  }
}
