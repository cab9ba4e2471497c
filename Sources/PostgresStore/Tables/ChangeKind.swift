internal import Screens

/// The kind of thing that a row of `marquee_change` names.
enum ChangeKind: Equatable {
  case version, draft, imported, token, audit
  case document(DocumentKind)
  /// Versions were deleted, up to a number.
  case pruned

  /// The text in the column `kind`. A row of kind `fence` changes nothing: it keeps an interrupted transaction from
  /// being committed late.
  var name: String {
    switch self {
    case .version: "version"
    case .draft: "draft"
    case .imported: "imported"
    case .token: "token"
    case .audit: "audit"
    case .document(let kind): kind.rawValue
    case .pruned: "pruned"
    }
  }
}
