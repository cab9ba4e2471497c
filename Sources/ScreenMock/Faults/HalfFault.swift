extension MockFault {
  /// The connection is closed after half of the body.
  static let half = MockFault(name: "half", outcome: .truncatedBody)
}
