/// A version of a screen, or its draft, as a request names it.
enum VersionName: Equatable {
  case number(Int)
  /// The draft, which is not a version yet.
  case draft
}
