import AdminModel
import HTTPWire
import JSONText

extension HTTPResponse {
  /// A JSON response that caches revalidate for each request.
  static func json(
    _ value: JSONValue, _ status: HTTPStatus = 200, contentType: String = "application/json"
  ) -> HTTPResponse {
    json(serialized: value.serialized(), status, contentType: contentType)
  }

  /// A JSON response that caches revalidate for each request.
  static func json(_ object: some APIObject, _ status: HTTPStatus = 200) -> HTTPResponse {
    json(serialized: object.serialized(), status)
  }

  /// A JSON response from JSON text.
  static func json(
    serialized text: [UInt8], _ status: HTTPStatus = 200, contentType: String = "application/json",
    caching: StaticString = "no-cache"
  ) -> HTTPResponse {
    HTTPResponse(
      status,
      fields: [
        HTTPField("Content-Type", cleaning: contentType), HTTPField("Cache-Control", caching),
      ] + CORS.fields, body: text)
  }
}
