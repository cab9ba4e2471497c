import CCurl

/// The global state of libcurl.
enum LibCurl {
  /// The result of curl_global_init. A static is initialized once, under a lock, which older builds of libcurl require
  /// (curl_global_init(3)). It is never cleaned up, because handles may live as long as the process.
  private static let started: CURLcode = ccurl_global_start()

  static func start() throws(CurlError) {
    guard started == CURLE_OK else { throw CurlError(started) }
  }
}
