import HTTPWire

extension ScreenAPI {
  /// Passes a request whose path begins with `/s/` to its session.
  func inSession(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply {
    let path = request.path
    let end = 3 + SessionID.digits
    let isWhole = path.count == end || path.count > end && path[end] == UInt8(ascii: "/")
    guard isWhole, let id = SessionID(path[3..<end]), let session = serving.sessions?[id] else {
      do throws(RequestPath.DecodingError) {
        _ = try RequestPath.segments(of: path)
      } catch {
        return counted(Self.problem(of: error, in: path), of: Self.nowhere)
      }
      return counted(
        Problem(
          .unknownSession,
          "the session has ended or never existed; POST /admin/sessions begins one"), of: "/s/{id}")
    }
    return session.api.handle(
      request.droppingFromPath(end), session.api.serving.snapshot(stripe: loop.stripe))
  }
}
