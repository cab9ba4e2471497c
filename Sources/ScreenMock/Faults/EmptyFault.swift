extension MockFault {
  /// The connection is closed without a response.
  static let empty = MockFault(name: "empty", outcome: .bytes([]))
}
