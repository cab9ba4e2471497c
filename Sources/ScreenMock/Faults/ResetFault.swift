extension MockFault {
  /// The connection is reset without a response.
  static let reset = MockFault(name: "reset", outcome: .reset)
}
