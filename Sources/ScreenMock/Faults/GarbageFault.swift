extension MockFault {
  /// The client receives bytes that are not HTTP.
  static let garbage = MockFault(
    name: "garbage", outcome: .bytes(Array("\u{1}\u{2}\u{7F}lorem ipsum, and no HTTP\r\n\r\n".utf8)))
}
