/// What a request calls a state of a screen.
enum VersionName: Equatable {
  case number(Int)
  /// The draft, which is not a version yet.
  case draft
}
