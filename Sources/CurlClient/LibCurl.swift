import CCurl

/// The library as a whole.
enum LibCurl {
  /// What curl_global_init answered. A static is made once, under a lock, which older builds of libcurl need
  /// (curl_global_init(3)); it is never undone, since handles may live as long as the process.
  private static let started: CURLcode = ccurl_global_start()

  static func start() throws(CurlError) {
    guard started == CURLE_OK else { throw CurlError(started) }
  }
}
