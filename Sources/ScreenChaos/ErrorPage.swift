import SeededRandom

/// The error page of a proxy.
enum ErrorPage {
  private static let causes = [
    "502 Bad Gateway", "503 Service Temporarily Unavailable", "504 Gateway Time-out",
  ]

  static func html(_ random: inout SplitMix64) -> [UInt8] {
    let cause = random.pick(causes) ?? ""
    return Array(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(cause)</title></head>
      <body>
      <h1>\(cause)</h1>
      <p>The proxy did not get a response that it could forward. Please try again.</p>
      </body>
      </html>

      """.utf8)
  }
}
