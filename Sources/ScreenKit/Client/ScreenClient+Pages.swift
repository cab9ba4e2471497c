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
  /// - Throws: ``ScreenError`` with the code ``ScreenError/Code/pageExpired`` when the server no longer has the version:
  ///   fetch the first page again; and the errors of ``screen(_:policy:)``.
  public nonisolated func nextPage(after page: ScreenSnapshot) async throws -> ScreenSnapshot? {
    guard let url = page.nextPage else { return nil }
    let start = options.clock.now
    let response = try await sender.send(request(url, base: nil))
    switch response.status {
    case 200:
      do {
        let route = page.screen.route ?? ScreenURLs.route(of: url, at: self.url)
        let next = try snapshot(
          cachedScreen(response, body: response.body), .network, route, at: url, receivedAt: options.clock.now
        )
        measure(route, next, bytes: response.body.count, since: start)
        return next
      } catch {
        throw ScreenError.wrapping(error)
      }
    case 404: throw ScreenError.notFound(Self.detail(response.body))
    case 410: throw ScreenError.pageExpired
    default: throw ScreenError.refused(status: response.status, detail: Self.detail(response.body))
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
  ///   - policy: How to choose between cache and server for the first page; by default ``Options/policy``.
  /// - Returns: A sequence of pages. It throws the errors of ``nextPage(after:)``.
  public nonisolated func pages(
    of route: String, policy: CachePolicy? = nil
  ) -> AsyncThrowingStream<ScreenSnapshot, any Error> {
    let reader = PageReader(client: self, route: route, policy: policy)
    return AsyncThrowingStream { try await reader.next() }
  }
}

/// The position in the pages of a screen.
private actor PageReader {
  private let client: ScreenClient
  private let route: String
  private let policy: CachePolicy?
  private var last: ScreenSnapshot?

  init(client: ScreenClient, route: String, policy: CachePolicy?) {
    self.client = client
    self.route = route
    self.policy = policy
  }

  /// Fetches the next page; nil after the last one.
  func next() async throws -> ScreenSnapshot? {
    if let page = last {
      last = try await client.nextPage(after: page)
    } else {
      last = try await client.screen(route, policy: policy)
    }
    return last
  }
}
