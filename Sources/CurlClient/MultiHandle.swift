import CCurl

/// A libcurl multi handle and its easy handles. Not Sendable, for the same reason as ``EasyHandle``.
@safe final class MultiHandle {
  private struct Transfer {
    let index: Int
    let handle: EasyHandle
  }

  /// Invariant: created by curl_multi_init and valid until `deinit`.
  private let pointer: UnsafeMutableRawPointer
  /// The easy handles in the multi handle, by address. The dictionary keeps them alive while libcurl uses them.
  private var inFlight: [UInt: Transfer] = [:]
  /// The handles that wait for another transfer.
  private var idle: [EasyHandle] = []

  init() throws(CurlError) {
    try LibCurl.start()
    guard let pointer = unsafe curl_multi_init() else { throw CurlError(CURLE_FAILED_INIT) }
    unsafe self.pointer = pointer
  }

  deinit {
    cancelAll()
    // SAFETY: the multi handle contains no easy handle, as curl_multi_cleanup(3) requires.
    unsafe curl_multi_cleanup(pointer)
  }

  func run(
    concurrency: Int, next: () -> CurlRequest?,
    finished: (Int, Result<CurlResponse, CurlError>) -> Void
  ) throws(CurlError) {
    defer { cancelAll() }
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
    var outcomes = [Result<CurlResponse, CurlError>](
      repeating: .failure(CurlError(.other, "the request was not sent")), count: requests.count)
    var rest = requests.makeIterator()
    try run(concurrency: concurrency, next: { rest.next() }, finished: { outcomes[$0] = $1 })
    return outcomes
  }

  private func begin(_ request: CurlRequest, index: Int) throws(CurlError) {
    let handle = if let idle = idle.popLast() { idle } else { try EasyHandle() }
    do throws(CurlError) {
      try handle.prepare(request)
    } catch {
      idle.append(handle)
      throw error
    }
    // SAFETY: both handles are valid, and the easy handle is in no multi handle.
    try check(unsafe curl_multi_add_handle(pointer, handle.pointer))
    unsafe inFlight[UInt(bitPattern: handle.pointer)] = Transfer(index: index, handle: handle)
  }

  private func advance() throws(CurlError) {
    var running: Int32 = 0
    try check(unsafe curl_multi_perform(pointer, &running))
  }

  /// Waits until a connection is ready or one of libcurl's timers expires, at most a second.
  private func wait() throws(CurlError) {
    try check(unsafe curl_multi_poll(pointer, nil, 0, 1000, nil))
  }

  /// Reports the transfers that have ended. Returns whether there were any.
  private func collect(_ finished: (Int, Result<CurlResponse, CurlError>) -> Void) -> Bool {
    var hasAny = false
    var remaining: Int32 = 0
    // SAFETY: a message is valid until the next call or the removal of its handle (curl_multi_info_read(3)). Both
    // values are copied before that.
    while let message = unsafe curl_multi_info_read(pointer, &remaining) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
        continue
      }
      let result = unsafe message.pointee.data.result
      _ = unsafe curl_multi_remove_handle(pointer, easy)
      guard let transfer = inFlight.removeValue(forKey: UInt(bitPattern: easy)) else { continue }
      hasAny = true
      let outcome = Result { () throws(CurlError) in try transfer.handle.response(after: result) }
      idle.append(transfer.handle)
      finished(transfer.index, outcome)
    }
    return hasAny
  }

  /// Cancels the transfers in flight.
  private func cancelAll() {
    for transfer in inFlight.values {
      // SAFETY: `inFlight` keeps the easy handle alive.
      _ = unsafe curl_multi_remove_handle(pointer, transfer.handle.pointer)
    }
    inFlight = [:]
  }

  private func check(_ result: CURLMcode) throws(CurlError) {
    guard result == CURLM_OK else { throw CurlError(result) }
  }
}
