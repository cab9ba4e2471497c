import CCurl

/// One libcurl easy handle: takes one request at a time, and keeps its connection for the next one.
///
/// Confined: not Sendable, and used by one thread at a time, as libcurl-thread(3) demands. ``CurlSession`` and
/// ``MultiHandle`` see to that.
@safe final class EasyHandle {
  /// Invariant: from curl_easy_init, and valid until `deinit` frees it.
  let pointer: UnsafeMutableRawPointer
  /// Invariant: nil, or a list of our own that the handle's CURLOPT_HTTPHEADER names.
  private var list: UnsafeMutablePointer<curl_slist>?
  private var reception = Reception(bodyLimit: 0)

  init() throws(CurlError) {
    try LibCurl.start()
    guard let pointer = unsafe curl_easy_init() else { throw CurlError(CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit {
    // SAFETY: nothing uses the pointers after this; the handle goes first, since it names the list.
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(list)
  }

  /// Sets the handle up for a request, and forgets the one before; connections and the DNS cache stay.
  func prepare(_ request: CurlRequest) throws(CurlError) {
    guard !request.method.utf8.isEmpty, request.method.utf8.allSatisfy(isTokenByte) else {
      throw CurlError(.invalidRequest, "the method is no token: \(request.method.debugDescription)")
    }
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CurlError(.invalidRequest, "the URL holds characters that need percent-encoding")
    }
    // SAFETY: the handle is valid and not inside a transfer.
    unsafe curl_easy_reset(pointer)
    reception = Reception(bodyLimit: request.bodyLimit)
    try setManners(request)
    try set(CURLOPT_URL, request.url)
    try setMethod(request)
    try setFields(request)
    try setReceivers()
  }

  /// Sends the prepared request and waits for the whole answer.
  func perform() throws(CurlError) -> CurlResponse {
    // SAFETY: the handle is valid, in no multi handle, and `self` lives through the call, so that the
    // receivers may use it.
    let result = unsafe curl_easy_perform(pointer)
    return try response(after: result)
  }

  /// The answer, once libcurl has said how the transfer ended.
  func response(after result: CURLcode) throws(CurlError) -> CurlResponse {
    let received = reception
    reception = Reception(bodyLimit: 0)
    if received.isTooLarge {
      throw CurlError(.tooLarge, "the answer is larger than its limit", number: Int(result.rawValue))
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

  fileprivate func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe reception.takeLine(bytes) }
  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe reception.takeBody(bytes) }
}

// MARK: - Options

extension EasyHandle {
  private func setManners(_ request: CurlRequest) throws(CurlError) {
    // A timeout of a name look-up would otherwise be a SIGALRM to the whole process (CURLOPT_NOSIGNAL(3)).
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_FOLLOWLOCATION, 0)
    // The empty string also shuts out http_proxy and its kin in the environment (CURLOPT_PROXY(3)).
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try set(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
    if request.unpacksGzip { try set(CURLOPT_ACCEPT_ENCODING, "gzip") }
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
    // What libcurl would add by itself, unless the request says it.
    for name in ["Accept", "Content-Type", "Expect"]
    where !request.fields.contains(where: { $0.isNamed(name) }) {
      lines.append("\(name):")
    }
    // SAFETY: the handle has just been reset, so that nothing names the old list any more.
    unsafe curl_slist_free_all(list)
    unsafe list = nil
    for line in lines {
      // SAFETY: the list is ours, and the line is copied. A null means out of memory, and leaves the list.
      guard let longer = unsafe curl_slist_append(list, line) else { throw CurlError(CURLE_OUT_OF_MEMORY) }
      unsafe list = longer
    }
    // SAFETY: the list lives until the handle is reset or freed.
    try check(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, list))
  }

  private func setBody(_ body: [UInt8]) throws(CurlError) {
    try check(unsafe ccurl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    // SAFETY: libcurl copies as many bytes as the size just set says (CURLOPT_COPYPOSTFIELDS(3)). An empty
    // array may have a null address, which would unset the option; any address serves for no bytes.
    let bytes = body.isEmpty ? [0] : body
    try check(
      unsafe bytes.withUnsafeBytes {
        unsafe ccurl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
      })
  }

  private func setReceivers() throws(CurlError) {
    // SAFETY: libcurl calls the receivers only inside a transfer of this handle, through which whoever runs
    // the transfer holds `self`.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try check(
      unsafe ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        unsafe receive(bytes, size, count, context) { unsafe $0.takeLine($1) }
      })
    try check(unsafe ccurl_set_context(pointer, CURLOPT_HEADERDATA, context))
    try check(
      unsafe ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        unsafe receive(bytes, size, count, context) { unsafe $0.takeBody($1) }
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

/// What both receivers do: hand the bytes to the handle that the context names, and answer libcurl with their
/// number, or with another one to break off (CURLOPT_WRITEFUNCTION(3)).
///
/// SAFETY: `context` is the EasyHandle of `setReceivers`, alive as said there; `bytes` holds `size * count`
/// bytes for the time of this call.
private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ take: (EasyHandle, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
  let (total, overflow) = size.multipliedReportingOverflow(by: count)
  guard !overflow else { return 0 }
  let handle = unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  let taken = unsafe take(handle, UnsafeRawBufferPointer(start: bytes, count: total))
  // An empty block is taken by answering 0, and refused by answering anything else.
  return taken ? total : (total == 0 ? 1 : 0)
}
