internal import JSONText
package import Screens

/// Requests with an `Idempotency-Key`.
extension PostgresStore {
  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    let row = try rows(
      Statement(
        """
        SELECT content, revision, effect, response FROM marquee_request
        WHERE id = $1 AND at >= now() - make_interval(secs => $2::float8)
        """, [id, String(RequestIdentity.lifetime)])
    ).first
    guard let row else { return nil }
    return RepeatableRequest(
      content: try row.text(0), revision: try row.integer(1),
      effect: try row.optionalJSON(2).flatMap { RepeatableRequest.Effect(json: $0) },
      response: try row.optionalJSON(3).flatMap { KeptResponse(json: $0) })
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    let statements = [
      ChangeStatements.deleteExpiredRequests,
      Statement(
        """
        INSERT INTO marquee_request (id, content, revision, response)
        SELECT $1, $2, revision, $3 FROM marquee_head
        ON CONFLICT (id) DO UPDATE SET response = excluded.response WHERE marquee_request.response IS NULL
        """, [request.id, request.content, response.json.text]),
    ]
    _ = try attempt(reader) { (slot) throws(PostgresError) in
      try slot.run(statements, within: Self.timeout)
    }
  }
}
