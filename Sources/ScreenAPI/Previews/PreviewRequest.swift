import HTTPWire
import JSONText
import ScreenPreview
import Screens

/// A request for a preview, and whether it may see unpublished content.
struct PreviewRequest {
  let query: PreviewQuery
  let user: String?
  let capabilities: Capabilities?
  /// The app in messages: its release, or `the app`.
  let app: String?
  /// The address of the style sheet for the Content-Security-Policy, for Safari; nil for other browsers.
  let styleSource: String?
  /// The problem of a request that must not see unpublished content; nil if it may.
  let refusal: Problem?
}

extension PreviewRequest {
  /// A request that may see everything.
  init(_ query: PreviewQuery) {
    self.init(
      query: query, user: query.screen.user, capabilities: nil, app: nil, styleSource: nil, refusal: nil)
  }
}

extension Parameter where Value == PreviewRequest {
  /// The query of a preview, its sender, and the app that it stands for.
  /// - Parameter canvas: whether the console may edit in the page.
  static func preview(canvas: Bool) -> Self {
    Parameter(
      PreviewQuery.declarations + (canvas ? [PreviewQuery.canvasDeclaration] : []),
      problems: [.badParameter, .unauthorized, .forbidden, .misdirected, .invalidLink, .expiredLink]
    ) { (request, _, api) throws(Problem) in
      let wanted: PreviewRequest
      do throws(ParameterError) {
        let query = try PreviewQuery(request.query ?? .empty)
        let capabilities = try Capabilities.of(
          request, release: query.screen.release, api.publisher.catalogue.releases,
          api.serving.viewTypeLists)
        let app: String? =
          switch capabilities {
          case .release(let release): release.name.description
          case .viewTypes: "the app"
          case nil: nil
          }
        wanted = PreviewRequest(
          query: query,
          user: query.screen.user ?? request.field(.screenUser).map { String(decoding: $0) },
          capabilities: capabilities, app: app, styleSource: api.styleSource(for: request),
          refusal: api.refusalOfUnpublished(request))
      } catch {
        throw Problem(error)
      }
      try api.checkFormat(wanted.query)
      if wanted.query.isCanvas { try api.checkCanvas(request, isAllowed: canvas) }
      return wanted
    }
  }
}

extension PreviewQuery {
  fileprivate static let canvasDeclaration = ParameterDeclaration(
    canvas, in: .query,
    "Serves the page for the frame in which the console edits: scripts of the console reach into it. Needs a session of "
      + "the console.",
    .boolean.defaulting(to: false))

  fileprivate static let declarations: [ParameterDeclaration] =
    ScreenQuery.declarations(allowsDraft: true) + [
      ParameterDeclaration(
        "width", in: .query, "The width of the device, in CSS pixels.",
        .integer(from: PreviewValues.widths.lowerBound, through: PreviewValues.widths.upperBound)
          .defaulting(to: .number(JSONNumber(PreviewValues.defaultWidth)))),
      ParameterDeclaration(
        "theme", in: .query, "Light or dark.",
        .choice(PreviewOptions.Theme.allCases.map(\.rawValue))
          .defaulting(to: "light")),
      ParameterDeclaration(
        "text", in: .query, "The text size, in per cent.",
        .integer(from: PreviewValues.texts.lowerBound, through: PreviewValues.texts.upperBound)
          .defaulting(to: .number(JSONNumber(PreviewValues.defaultText)))),
      ParameterDeclaration(
        "dir", in: .query, "The direction of writing; that of the language by default.",
        .choice(PreviewOptions.Direction.allCases.map(\.rawValue))),
      ParameterDeclaration(
        ServedLanguages.parameter, in: .query,
        "The language of the texts. en-XA (longer, with accents) and ar-XB (right to left) are made of any screen.",
        .string),
      ParameterDeclaration(
        "annotate", in: .query, "Shows a placeholder for each item that the app leaves out, with the reason.",
        .boolean.defaulting(to: false)),
      ParameterDeclaration(
        "at", in: .query,
        "Shows what was in force at this time, or will be by the schedules of drafts and change sets. A future time "
          + "needs a token.",
        .time),
      ParameterDeclaration(
        "compare", in: .query, "A version to show beside the other one.",
        .anyOf([.integer(from: 1), .choice(["draft"])])),
      ParameterDeclaration(
        UnsavedPreviews.parameter, in: .query,
        "Shows a definition that was sent to /admin/previews and is not saved, by the name in the link.",
        .string),
      ParameterDeclaration(
        PreviewLink.expiry, in: .query, "When a signed link expires, in seconds since 1970 UTC.",
        .integer(from: 0)),
      ParameterDeclaration(PreviewLink.signature, in: .query, "The signature of a signed link.", .string),
      ParameterDeclaration("Screen-User", in: .header, "The unit, when the query has no user.", .string),
      ParameterDeclaration(
        "Client-Release", in: .header, "The release of the app, such as ios/1.3.0.", .string),
    ]
}

extension ScreenAPI {
  /// Checks that the wire format of a query exists. A preview looks the same in each format, but it takes the
  /// parameters of the screen, and a wrong one should be noticed.
  func checkFormat(_ query: PreviewQuery) throws(Problem) {
    let formats = serving.catalogue.formats
    guard let format = query.screen.format, formats[format] == nil else { return }
    throw Self.unknownFormat(format, formats.keys.sorted())
  }

  /// Checks that a request for a canvas comes from somebody who is signed in to the console, and is no signed link.
  fileprivate func checkCanvas(
    _ request: borrowing HTTPRequest, isAllowed: Bool
  ) throws(Problem) {
    guard isAllowed, previewLinks.check(request, now: publisher.now) == nil else {
      throw Problem(
        ParameterError(
          name: PreviewQuery.canvas,
          detail: "\"canvas\" is for the preview of a screen in the console: leave it out"))
    }
    guard try consoleSession(request) == nil else { return }
    var problem = Problem(
      .unauthorized, "\"canvas\" is for the console: sign in at /console/, or leave it out")
    problem.fields = Bearer.Refusal.missing.problem.fields
    throw problem
  }

  /// The URL of the style sheet, for Safari; nil for other browsers. In a sandboxed page, Safari's `'self'` does not
  /// even match the server of the page, because the origin of such a page is opaque (HTML §7.1.5).
  fileprivate func styleSource(for request: borrowing HTTPRequest) -> String? {
    let agent = request.list(.userAgent) ?? ""
    guard agent.contains("AppleWebKit/"), !agent.contains("Chrome/"), !agent.contains("Chromium/"),
      let address = serving.address.url(for: request)
    else { return nil }
    return address + previewStylePath
  }

  /// The problem of a request that must not see unpublished content; nil if it has a token, a session of the
  /// console, or a signed link.
  fileprivate func refusalOfUnpublished(_ request: borrowing HTTPRequest) -> Problem? {
    switch previewLinks.check(request, now: publisher.now) {
    case .success?: return nil
    case .failure(.wrong)?:
      return Problem(.invalidLink, "the signature does not match the link: ask for a new one")
    case .failure(.expired)?: return Problem(.expiredLink, "the link has expired: ask for a new one")
    case nil: break
    }
    do throws(Problem) {
      _ = try bearer(orSession: request)
      return nil
    } catch {
      return error
    }
  }
}
