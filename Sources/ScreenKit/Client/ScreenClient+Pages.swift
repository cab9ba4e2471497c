import Foundation

/// Screens that the server sends in pages.
extension ScreenClient {
  /// Returns the next page of a screen.
  ///
  /// All pages are of the version and the variants of the first one, whatever is published meanwhile.
  ///
  /// ```swift
  /// var feed = try await client.screen("feed")
  /// if let more = try await client.nextPage(after: feed) { feed.append(more) }
  /// ```
  /// - Parameter page: The page before.
  /// - Returns: The page; nil after the last one.
  /// - Throws: ``ScreenClientError/pageExpired`` when the server no longer has the version: fetch the first page again;
  ///   and the errors of ``screen(_:policy:)``.
  public nonisolated func nextPage(after page: ScreenSnapshot<Value>) async throws -> ScreenSnapshot<Value>? {
    guard let url = page.nextPage else { return nil }
    let response = try await send(request(url, base: nil))
    switch response.status {
    case 200: return try snapshot(cachedScreen(response, body: response.body), .network, at: url)
    case 404: throw ScreenClientError.notFound(Self.detail(response.body))
    case 410: throw ScreenClientError.pageExpired
    default: throw ScreenClientError.refused(status: response.status, detail: Self.detail(response.body))
    }
  }

  /// Returns all pages of a screen, one after another. Each is fetched when it is asked for.
  ///
  /// ```swift
  /// for try await page in client.pages(of: "feed") {
  ///   show(page.screen.items)
  /// }
  /// ```
  /// - Parameters:
  ///   - route: The route, such as `feed`.
  ///   - policy: How to choose between cache and server for the first page; by default
  ///     ``ScreenClientConfiguration/policy``.
  public nonisolated func pages(of route: String, policy: CachePolicy? = nil) -> ScreenPages<Value> {
    ScreenPages(client: self, route: route, policy: policy)
  }
}

/// The pages of a screen, each fetched when it is asked for.
public struct ScreenPages<Value: Sendable>: AsyncSequence, Sendable {
  let client: ScreenClient<Value>
  let route: String
  let policy: CachePolicy?

  /// The position in the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pages: ScreenPages<Value>
    var last: ScreenSnapshot<Value>?

    /// Fetches the next page; nil after the last one.
    /// - Throws: The errors of ``ScreenClient/nextPage(after:)``.
    public mutating func next() async throws -> ScreenSnapshot<Value>? {
      let page =
        if let last {
          try await pages.client.nextPage(after: last)
        } else {
          try await pages.client.screen(pages.route, policy: pages.policy)
        }
      last = page ?? last
      return page
    }
  }

  /// Returns the position before the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self, last: nil) }
}
