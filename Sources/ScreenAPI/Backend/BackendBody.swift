import Foundation
import HTTPWire
import JSONText
import Screens

/// The body of a request for the mock backend, by its media type.
enum BackendBody: Sendable {
  case none
  case json(JSONDocument)
  case form([QueryParameters.Pair])
  case multipart(MultipartForm)
  /// Of another media type.
  case other

  /// - Throws: ``Problem`` for a malformed body, and for one with a content coding.
  init(_ bytes: [UInt8], contentType: String?) throws(Problem) {
    let type = contentType.map { FieldParameters($0).value }
    switch type {
    case _ where bytes.isEmpty: self = .none
    case "application/x-www-form-urlencoded"?:
      if Self.beginsLikeJSON(bytes), let document = try? JSONDocument(bytes) {
        self = .json(document)
      } else {
        self = .form(bytes.withBytes { QueryParameters.parse($0) })
      }
    case "multipart/form-data"?:
      do throws(MultipartForm.SyntaxError) {
        self = .multipart(try MultipartForm(bytes, contentType: contentType ?? ""))
      } catch {
        throw Problem(.badForm, error.rawValue)
      }
    case let type? where type == "application/json" || type.hasSuffix("+json"):
      do throws(ScreensError) {
        self = .json(try JSONDocument(body: bytes))
      } catch {
        throw Problem(error)
      }
    default:
      // Clients forget the media type.
      self = (try? JSONDocument(bytes)).map { .json($0) } ?? .other
    }
  }

  /// Whether a body begins like a JSON object or array, as no form does. Some clients send every body with the media type
  /// of forms.
  static func beginsLikeJSON(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
  }

  var document: JSONDocument? { if case .json(let document) = self { document } else { nil } }
}
