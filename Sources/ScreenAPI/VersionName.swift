/// What a request calls a state of a screen.
enum VersionName: Equatable {
  case number(Int)
  /// The draft, which is no version yet.
  case draft
}
