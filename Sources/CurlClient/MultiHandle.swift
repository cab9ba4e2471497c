import CCurl

/// One libcurl multi handle, and the easy handles that take turns in it. Confined, as ``EasyHandle`` is.
@safe final class MultiHandle {
  private struct Transfer {
    let index: Int
    let handle: EasyHandle
  }

  /// Invariant: from curl_multi_init, and valid until `deinit` frees it.
  private let pointer: UnsafeMutableRawPointer
  /// The handles inside `pointer`, by their address. Holding them here keeps them alive while libcurl has them.
  private var inFlight: [UInt: Transfer] = [:]
  /// Handles between two transfers.
  private var idle: [EasyHandle] = []

  init() throws(CurlError) {
    try LibCurl.start()
    guard let pointer = unsafe curl_multi_init() else { throw CurlError(CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit {
    abandon()
    // SAFETY: no easy handle is inside any more, as curl_multi_cleanup(3) demands.
    unsafe curl_multi_cleanup(pointer)
  }

  func run(
    concurrency: Int, next: () -> CurlRequest?,
    finished: (Int, Result<CurlResponse, CurlError>) -> Void
  ) throws(CurlError) {
    defer { abandon() }
    var count = 0
    var isExhausted = false
    while true {
      while !isExhausted, inFlight.count < max(1, concurrency) {
        guard let request = next() else {
          isExhausted = true
          break
        }
        do throws(CurlError) {
          try begin(request, index: count)
        } catch {
          finished(count, .failure(error))
        }
        count += 1
      }
      if inFlight.isEmpty {
        if isExhausted { return }
        continue
      }
      try advance()
      if !collect(finished) { try wait() }
    }
  }

  func perform(
    _ requests: [CurlRequest], concurrency: Int
  ) throws(CurlError) -> [Result<CurlResponse, CurlError>] {
    var answers = [Result<CurlResponse, CurlError>](
      repeating: .failure(CurlError(.other, "the request was not sent")), count: requests.count)
    var rest = requests.makeIterator()
    try run(concurrency: concurrency, next: { rest.next() }, finished: { answers[$0] = $1 })
    return answers
  }

  private func begin(_ request: CurlRequest, index: Int) throws(CurlError) {
    let handle = if let idle = idle.popLast() { idle } else { try EasyHandle() }
    do throws(CurlError) {
      try handle.prepare(request)
    } catch {
      idle.append(handle)
      throw error
    }
    // SAFETY: both handles are valid, and the easy one is in no multi handle.
    try check(unsafe curl_multi_add_handle(pointer, handle.pointer))
    unsafe inFlight[UInt(bitPattern: handle.pointer)] = Transfer(index: index, handle: handle)
  }

  private func advance() throws(CurlError) {
    var running: Int32 = 0
    try check(unsafe curl_multi_perform(pointer, &running))
  }

  /// Waits until a connection is ready or a timeout of libcurl's own is due; the limit here is only a bound.
  private func wait() throws(CurlError) {
    try check(unsafe curl_multi_poll(pointer, nil, 0, 1000, nil))
  }

  /// Takes the transfers that have ended.
  /// - Returns: whether there were any.
  private func collect(_ finished: (Int, Result<CurlResponse, CurlError>) -> Void) -> Bool {
    var hasAny = false
    var left: Int32 = 0
    // SAFETY: a message is valid until the next call for one or the removal of its handle
    // (curl_multi_info_read(3)); both values are copied out before that.
    while let message = unsafe curl_multi_info_read(pointer, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
        continue
      }
      let result = unsafe message.pointee.data.result
      _ = unsafe curl_multi_remove_handle(pointer, easy)
      guard let transfer = inFlight.removeValue(forKey: UInt(bitPattern: easy)) else { continue }
      hasAny = true
      let answer = Result { () throws(CurlError) in try transfer.handle.response(after: result) }
      idle.append(transfer.handle)
      finished(transfer.index, answer)
    }
    return hasAny
  }

  /// Takes out what is still in flight when a run is broken off.
  private func abandon() {
    for transfer in inFlight.values {
      // SAFETY: the easy handle is alive, since `inFlight` holds it.
      _ = unsafe curl_multi_remove_handle(pointer, transfer.handle.pointer)
    }
    inFlight = [:]
  }

  private func check(_ result: CURLMcode) throws(CurlError) {
    guard result == CURLM_OK else { throw CurlError(result) }
  }
}
