import CCurl

/// A libcurl easy handle: sends one request at a time and keeps its connection for the next.
///
/// Not Sendable: only one thread may use it at a time (libcurl-thread(3)), which ``CurlSession`` and ``MultiHandle``
/// ensure.
@safe final class EasyHandle {
  /// Invariant: created by curl_easy_init and valid until `deinit`.
  let pointer: UnsafeMutableRawPointer
  /// Invariant: nil, or the list of the handle's CURLOPT_HTTPHEADER, owned by this object.
  private var list: UnsafeMutablePointer<curl_slist>?
  private var received = ReceivedResponse(bodyLimit: 0)

  init() throws(CurlError) {
    try LibCurl.start()
    guard let pointer = unsafe curl_easy_init() else { throw CurlError(CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit {
    // SAFETY: nothing uses the pointers after this. The handle is freed first, because it refers to the list.
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(list)
  }

  /// Configures the handle for a request and resets the options of the previous one. Connections and the DNS cache
  /// stay.
  func prepare(_ request: CurlRequest) throws(CurlError) {
    guard !request.method.utf8.isEmpty, request.method.utf8.allSatisfy(isTokenByte) else {
      throw CurlError(.invalidRequest, "the method \(request.method.debugDescription) is not a token")
    }
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CurlError(.invalidRequest, "the URL contains characters that must be percent-encoded")
    }
    // SAFETY: the handle is valid and not inside a transfer.
    unsafe curl_easy_reset(pointer)
    received = ReceivedResponse(bodyLimit: request.bodyLimit)
    try setDefaults(request)
    try set(CURLOPT_URL, request.url)
    try setMethod(request)
    try setFields(request)
    try setCallbacks()
  }

  /// Sends the prepared request and waits for the whole response.
  func perform() throws(CurlError) -> CurlResponse {
    // SAFETY: the handle is valid and in no multi handle, and `self` outlives the call, as the callbacks require.
    let result = unsafe curl_easy_perform(pointer)
    return try response(after: result)
  }

  /// The response of a completed transfer.
  /// - Parameter result: libcurl's result of the transfer.
  func response(after result: CURLcode) throws(CurlError) -> CurlResponse {
    let received = received
    self.received = ReceivedResponse(bodyLimit: 0)
    if received.isTooLarge {
      throw CurlError(.tooLarge, "the response is larger than the limit", number: Int(result.rawValue))
    }
    try check(result)
    let version: CurlHTTPVersion =
      switch try number(CURLINFO_HTTP_VERSION) {
      case Int(CURL_HTTP_VERSION_1_0): .http10
      case Int(CURL_HTTP_VERSION_1_1): .http11
      case Int(CURL_HTTP_VERSION_2_0): .http2
      case Int(CURL_HTTP_VERSION_3): .http3
      default: .unknown
      }
    return received.response(status: try number(CURLINFO_RESPONSE_CODE), version: version)
  }

  fileprivate func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe received.appendLine(bytes) }
  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe received.appendBody(bytes) }
}

// MARK: - Options

extension EasyHandle {
  private func setDefaults(_ request: CurlRequest) throws(CurlError) {
    // Otherwise a timeout of a name lookup sends SIGALRM to the process (CURLOPT_NOSIGNAL(3)).
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_FOLLOWLOCATION, 0)
    // The empty string also ignores http_proxy and similar environment variables (CURLOPT_PROXY(3)).
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try set(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
    if request.decodesGzip { try set(CURLOPT_ACCEPT_ENCODING, "gzip") }
  }

  private func setMethod(_ request: CurlRequest) throws(CurlError) {
    if request.method == "HEAD" {
      try set(CURLOPT_NOBODY, 1)
    } else if let body = request.body {
      try set(CURLOPT_POST, 1)
      try setBody(body)
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setFields(_ request: CurlRequest) throws(CurlError) {
    var lines: [String] = []
    for field in request.fields { lines.append(try field.line()) }
    // Without a value these lines stop libcurl from adding its own fields.
    for name in ["Accept", "Content-Type", "Expect"]
    where !request.fields.contains(where: { $0.isNamed(name) }) {
      lines.append("\(name):")
    }
    // SAFETY: the handle was reset, so nothing refers to the old list.
    unsafe curl_slist_free_all(list)
    unsafe list = nil
    for line in lines {
      // SAFETY: this object owns the list, and libcurl copies the line. Null means out of memory; the list is then
      // unchanged.
      guard let extended = unsafe curl_slist_append(list, line) else { throw CurlError(CURLE_OUT_OF_MEMORY) }
      unsafe list = extended
    }
    // SAFETY: the list is valid until the handle is reset or freed.
    try check(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, list))
  }

  private func setBody(_ body: [UInt8]) throws(CurlError) {
    try check(unsafe ccurl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    // SAFETY: libcurl copies as many bytes as the size above (CURLOPT_COPYPOSTFIELDS(3)). An empty array can have a
    // null address, which would unset the option, so an empty body passes another array.
    let bytes = body.isEmpty ? [0] : body
    try check(
      unsafe bytes.withUnsafeBytes {
        unsafe ccurl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
      })
  }

  private func setCallbacks() throws(CurlError) {
    // SAFETY: libcurl calls the callbacks only during a transfer of this handle, and the caller that runs the transfer
    // keeps `self` alive.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try check(
      unsafe ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        unsafe receive(bytes, size, count, context) { unsafe $0.receiveLine($1) }
      })
    try check(unsafe ccurl_set_context(pointer, CURLOPT_HEADERDATA, context))
    try check(
      unsafe ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        unsafe receive(bytes, size, count, context) { unsafe $0.receiveBody($1) }
      })
    try check(unsafe ccurl_set_context(pointer, CURLOPT_WRITEDATA, context))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
    try check(unsafe ccurl_set_long(pointer, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(CurlError) {
    // SAFETY: libcurl copies strings (curl_easy_setopt(3)).
    try check(unsafe ccurl_set_text(pointer, option, value))
  }

  private func number(_ info: CURLINFO) throws(CurlError) -> Int {
    var value = 0
    try check(unsafe ccurl_get_long(pointer, info, &value))
    return value
  }

  private func check(_ result: CURLcode) throws(CurlError) {
    guard result == CURLE_OK else { throw CurlError(result) }
  }
}

/// The body of both callbacks: passes the bytes to the handle in `context`. Returns their number, or another number to
/// abort the transfer (CURLOPT_WRITEFUNCTION(3)).
///
/// SAFETY: `context` is the EasyHandle of `setCallbacks`, which is alive; `bytes` has `size * count` bytes during the
/// call.
private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ append: (EasyHandle, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
  let (total, overflow) = size.multipliedReportingOverflow(by: count)
  guard !overflow else { return 0 }
  let handle = unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  let isAccepted = unsafe append(handle, UnsafeRawBufferPointer(start: bytes, count: total))
  // For an empty block, 0 means accepted and any other number aborts.
  return isAccepted ? total : (total == 0 ? 1 : 0)
}
