import Foundation
import HTTPWire
import JSONText
import MessageDigest
import ScreenPreview

/// A problem as an HTML page, for people who open a preview, the console or a guest link in a browser. It has the text of the problem,
/// runs no script and loads nothing.
enum ProblemPage {
  /// Whether a path, by its first segment, is one that people open.
  static func isShown(at first: String?) -> Bool { ["preview", "previews", "console", "c"].contains(first) }

  /// Whether a client prefers a page, as browsers do for what they show.
  static func isWanted(by request: borrowing HTTPRequest) -> Bool {
    guard let accept = request.list(.accept) else { return false }
    return Negotiation.mediaTypes(accept, available: [problem, "text/html"]).first == "text/html"
  }

  private static let problem = "application/problem+json"

  /// The page; nil for a response that is no problem.
  fileprivate static func response(_ response: HTTPResponse) -> HTTPResponse? {
    guard response.value(of: "content-type") == problem, let body = try? JSONParser.parse(response.body)
    else {
      return nil
    }
    let title = body["title"]?.stringValue ?? response.status.reason
    var page = Markup()
    page.doctype()
    page.element("html", [Markup.Attribute("lang", "en")]) { page in
      page.element("head") { head in
        head.void("meta", [Markup.Attribute("charset", "utf-8")])
        head.void(
          "meta",
          [
            Markup.Attribute("name", "viewport"),
            Markup.Attribute("content", "width=device-width, initial-scale=1"),
          ])
        head.element("title") { $0.text(title) }
        head.element("style") { $0.text(style) }
      }
      page.element("body") { write(body, title: title, status: response.status, to: &$0) }
    }
    var shown = response
    shown.body = page.bytes
    shown.fields.removeAll { $0.isNamed("content-type") }
    shown.fields += [
      HTTPField("Content-Type", "text/html; charset=utf-8"),
      HTTPField("Content-Security-Policy", cleaning: policy), HTTPField("Referrer-Policy", "no-referrer"),
      HTTPField("X-Robots-Tag", "noindex"), HTTPField("Vary", "Accept"),
    ]
    return shown
  }

  private static func write(_ body: JSONValue, title: String, status: HTTPStatus, to page: inout Markup) {
    page.element("main") { main in
      main.element("h1") { $0.text(title) }
      main.element("p") { $0.text(body["detail"]?.stringValue ?? "") }
      main.elementUnlessEmpty("ul") { list in
        for error in body["errors"]?.arrayValue ?? [] {
          list.element("li") { item in
            item.text(error["message"]?.stringValue ?? "")
            if let hint = error["hint"]?.stringValue { item.text(": " + hint) }
          }
        }
      }
      main.element("small") { $0.text("\(status.rawValue) \(status.reason)") }
    }
  }

  /// Has no character that text in HTML escapes: a browser does not undo that in a style sheet.
  private static let style = """
    :root{color-scheme:light dark;background:#f4f5f7;color:#1d2430;font:1rem/1.5 system-ui,sans-serif}\
    body{margin:0;padding:1.5rem}\
    main{max-width:36rem;margin:12vh auto 0;padding:1.5rem 2rem 2rem;border-radius:.75rem;background:#fff}\
    h1{margin:0;font-size:1.35rem;line-height:1.3}p,li{overflow-wrap:anywhere}small{color:#5b6575}\
    @media(prefers-color-scheme:dark){:root{background:#14171d;color:#e7eaf0}main{background:#1f242d}\
    small{color:#9aa4b5}}
    """

  private static let policy: String = {
    let digest = Data(SHA256Digest(of: Array(style.utf8)).bytes).base64EncodedString()
    return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'self'; sandbox"
  }()
}

extension HTTPResponse {
  /// The response, or a problem as a page in its place, for a browser that opens a preview or the
  /// console.
  /// - Parameter first: the first segment of the path.
  func readable(by request: borrowing HTTPRequest, at first: String?) -> HTTPResponse {
    guard status.rawValue >= 400, ProblemPage.isShown(at: first), ProblemPage.isWanted(by: request) else {
      return self
    }
    return ProblemPage.response(self) ?? self
  }
}

extension Reply {
  /// The same for the response of a reply that is ready.
  func readable(by request: borrowing HTTPRequest, at first: String?) -> Reply {
    guard case .response(let response) = self else { return self }
    return .response(response.readable(by: request, at: first))
  }
}
