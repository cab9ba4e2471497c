import Dispatch
import Synchronization

/// An HTTP client that sends one request after another, on the same connection while the server keeps it open.
package final class CurlSession: Sendable {
  private let handle: Mutex<EasyHandle>
  private let queue = DispatchQueue(label: "CurlSession")

  /// - Throws: ``CurlError`` if libcurl can't be initialized.
  package init() throws(CurlError) {
    handle = Mutex(try EasyHandle())
  }

  /// Sends the request and waits for the whole response. Concurrent callers wait for each other. Blocks the thread; in
  /// a task, use ``response(to:)``.
  package func perform(_ request: CurlRequest) throws(CurlError) -> CurlResponse {
    try handle.withLock { handle throws(CurlError) in
      try handle.prepare(request)
      return try handle.perform()
    }
  }

  /// Sends the request without blocking the task's thread.
  package func response(to request: CurlRequest) async throws(CurlError) -> CurlResponse {
    let result: Result<CurlResponse, CurlError> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(CurlError) in try self.perform(request) })
      }
    }
    return try result.get()
  }
}
