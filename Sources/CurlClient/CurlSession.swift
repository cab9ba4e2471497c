import Dispatch
import Synchronization

/// A client that sends one request after the other, over the same connection while the server keeps it.
package final class CurlSession: Sendable {
  private let handle: Mutex<EasyHandle>
  private let queue = DispatchQueue(label: "CurlSession")

  /// - Throws: ``CurlError`` when libcurl can't be set up.
  package init() throws(CurlError) {
    handle = Mutex(try EasyHandle())
  }

  /// Sends the request and waits for the whole answer; a second caller waits its turn. It blocks its thread:
  /// in a task, use ``response(to:)``.
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
