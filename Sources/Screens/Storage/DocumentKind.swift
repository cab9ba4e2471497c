/// A kind of JSON document that a store keeps by name. The raw value is its name in stores and exports.
package enum DocumentKind: String, Sendable, CaseIterable {
  /// The JSON Schema of a view type.
  case viewType
  /// A wire format.
  case format
  /// The preview template of a view type.
  case preview
  /// A value list that conditions refer to.
  case group
  /// The manifest of a release, such as `ios/1.3.0`.
  case release
  /// A client key of an SDK, with the experiments that it may read.
  case clientKey
  /// An address that receives messages about changes, with its secret.
  case webhook
  /// A change set, without its changes.
  case changeSet
  /// A change of a change set, by the name of the set and the path of its subject.
  case proposedChange

  /// Whether the documents are a part of the ``Catalogue``.
  package var belongsToCatalogue: Bool {
    switch self {
    case .viewType, .format, .preview, .group, .release: true
    case .clientKey, .webhook, .changeSet, .proposedChange: false
    }
  }
}
