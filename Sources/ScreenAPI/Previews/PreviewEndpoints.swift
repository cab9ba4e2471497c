import AdminModel
import HTTPWire
import JSONText
import ScreenPreview
import Screens

/// HTML previews of screens: `/preview` and `/previews`.
enum PreviewEndpoints {
  static let all: [Endpoint] = [style, show, makeLink, list, get, sample]

  static let show = Endpoint(
    .get, "/preview/{route}", "previewScreen", .previews, "A page that shows a screen as an app would",
    effect: .previews,
    reading: .route, .preview(canvas: true), responses: [.page("The page")],
    problems: .existingScreen + [
      .unknownVersion, .unknownVariant, .noDraft, .invalidScreen, .storeUnavailable, .tooManyPreviews,
    ]
  ) { (api, route, request) throws(ScreensError) in
    if let page = api.pageOfInvalid(route, request) { return page }
    do throws(Problem) {
      let (subject, column, other) = try api.columns(of: route, request)
      return api.page(subject, column, comparedWith: other, request)
    } catch {
      return error.response.withoutCORS
    }
  }

  static let style = Endpoint(
    .get, "/preview/_style.css", "getPreviewStyle", .previews, "The style sheet of a preview",
    reading: .width, .textSize,
    .text("colors", "The colours in the content: six hexadecimal digits each, separated by dots."),
    responses: [ResponseDeclaration(200, "The style sheet", content: [("text/css", .string)])],
    validation: .entityTag
  ) { api, width, text, colors in
    let values = PreviewValues(
      width: width ?? PreviewValues.defaultWidth, text: text ?? PreviewValues.defaultText,
      colors: colors ?? "")
    return HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", "text/css; charset=utf-8"), HTTPField("Cache-Control", "no-cache"),
      ], body: Array(PreviewStyleSheet(values).text.utf8))
  }

  static let makeLink = Endpoint(
    .post, "/admin/previews", "makePreviewLink", .previews,
    "A link that shows a preview to people without a token, until it expires; also of a definition that is not saved",
    access: .token(.edit), effect: .previews,
    reading: .body(PreviewLink.Request.schema, "The preview."), .publicAddress,
    responses: [
      .json(
        "The definition has errors outside of its items, so there is nothing to show",
        PreviewErrors.self),
      .json(201, "The link", PreviewLinkDetails.self),
    ], problems: [.tooManyPreviews]
  ) { (api, body, address) throws(ScreensError) in
    let wanted: PreviewLink.Request
    do throws(ScreensError) {
      wanted = try PreviewLink.Request(
        body,
        keep: { (path, definition) throws(ScreensError) in try api.keep(definition, for: path, body.count) },
        obstacle: { api.obstacle(to: $0) })
    } catch {
      // As for a draft, errors of the definition are a result and no problem.
      guard case .invalid(let errors) = error else { throw error }
      return .json(PreviewErrors(errors: errors.findings))
    }
    let expiry = Int(api.publisher.now) + wanted.lifetime
    return .json(
      PreviewLinkDetails(
        url: address + api.serving.path + api.previewLinks.signed(wanted.path, until: expiry),
        expiresAt: Timestamp.text(Double(expiry))), 201)
  }

  static let list = Endpoint(
    .get, "/previews", "listPreviewTemplates", .previews,
    "The view types that have a preview template, by name",
    reading: .namePage,
    responses: [
      .page("The templates, or a page of them", PreviewTemplatePage.self)
    ], validation: .entityTag
  ) { api, page in
    let (viewTypes, link) = page.part(of: api.serving.catalogue.previews.keys.sorted()) { $0 }
    return .json(PreviewTemplatePage(previews: viewTypes.map { .init(viewType: $0) })).linked(link)
  }

  static let get = Endpoint(
    .get, "/previews/{name}", "getPreviewTemplate", .previews, "How items of a view type look in previews",
    reading: .templateName,
    responses: [.json("The template", .anyObject)], problems: [.unknownPreview], validation: .entityTag
  ) { api, name in
    let catalogue = api.serving.catalogue
    if let template = catalogue.preview(of: name) { return .json(template.json) }
    let nearest = NearestName.hint(for: name, among: catalogue.previews.keys.sorted())
    return Problem(
      .unknownPreview,
      catalogue.viewType(name) != nil
        ? "\(quoted(name)) has no template, so its preview is made from its schema"
        : "there is no template for \(quoted(name))" + (nearest.map { "; \($0)" } ?? "")
    ).response
  }

  static let sample = Endpoint(
    .get, "/previews/{name}/sample", "previewViewType", .previews,
    "A page that shows one item of a view type", effect: .previews,
    reading: .templateName, .preview(canvas: false), responses: [.page("The page")],
    problems: [.unknownViewType, .tooManyPreviews]
  ) { (api, name, request) throws(ScreensError) in
    let catalogue = api.serving.catalogue
    guard catalogue.viewType(name) != nil else {
      throw .unknown(.viewType, name, among: catalogue.viewTypes.keys)
    }
    let item =
      api.publishedItem(of: name)
      ?? Item(
        id: name, viewType: name,
        content: SampleContent.of(name, schemas: catalogue.schemas), origin: .root)
    let layout = PreviewLayout(
      Layout(sections: [Section(id: nil, items: [item], origin: .root)]), app: nil, isAnnotated: false,
      shows: { _ in true }, holds: { _ in true })
    let page = PreviewPage(
      title: name, about: "a sample of \(name)", PreviewPage.Column(name: name, layout: layout),
      options: request.query.options, catalogue: catalogue, style: .linked(api.previewStylePath),
      asset: api.assetPath)
    return .previewPage(page, for: request)
  }
}

extension Parameter where Value == Int? {
  fileprivate static var width: Self {
    integer(
      "width", "The width of the device, in CSS pixels.", from: PreviewValues.widths.lowerBound,
      through: PreviewValues.widths.upperBound)
  }

  fileprivate static var textSize: Self {
    integer(
      "text", "The text size, in per cent.", from: PreviewValues.texts.lowerBound,
      through: PreviewValues.texts.upperBound)
  }
}

extension Parameter where Value == String {
  fileprivate static var templateName: Self {
    path("name", "The name of a view type.", .viewTypeName) { $0 }
  }
}

extension ResponseDeclaration {
  fileprivate static func page(_ description: String) -> ResponseDeclaration {
    ResponseDeclaration(200, description, content: [("text/html", .string)])
  }
}

extension HTTPResponse {
  /// A preview page. Its policy allows no scripts, no forms and no frames of other sites, so that a definition can only
  /// show text and images. A canvas keeps its origin, so that the console's page can reach into it; it allows no more.
  fileprivate static func previewPage(_ page: PreviewPage, for request: PreviewRequest) -> HTTPResponse {
    let styles = "'self'" + (request.styleSource.map { " " + $0 } ?? "")
    let policy =
      "default-src 'none'; img-src 'self' https: http: data:; style-src \(styles); frame-ancestors 'self'; sandbox"
      + (request.query.isCanvas ? " allow-same-origin" : "")
    return HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store"),
        HTTPField("Content-Security-Policy", cleaning: policy), HTTPField("Referrer-Policy", "no-referrer"),
        HTTPField("X-Robots-Tag", "noindex"),
      ], body: page.bytes)
  }
}

// MARK: Making pages

extension ScreenAPI {
  var previewLinks: PreviewLink { PreviewLink(adminToken: environment.adminToken, base: serving.path) }

  var previewStylePath: String { serving.path + "/preview/_style.css" }

  /// The path of an asset.
  fileprivate var assetPath: @Sendable (String) -> String? {
    let path = serving.path
    return { path + "/assets/" + AssetName.encoded($0) }
  }

  /// The page of a change set's definition that is invalid, as text with its errors; nil for any other one, and for a
  /// request without a token, a session or a link, which must not see conditions and the units that a variant is for.
  fileprivate func pageOfInvalid(_ route: Route, _ request: PreviewRequest) -> HTTPResponse? {
    let query = request.query
    guard serving.isChangeSet, request.refusal == nil, query.screen.version == nil, query.time == nil,
      query.unsaved == nil
    else {
      return nil
    }
    do throws(ScreensError) {
      _ = try publisher.screens.current(route)
      return nil
    } catch {
      guard case .invalid(let errors) = error,
        let (definition, _) = try? publisher.screens.currentDefinition(route)
      else { return nil }
      return .previewPage(
        PreviewPage(
          title: route.name, about: "\(route.name) · not valid yet", errors, of: definition,
          options: query.options, style: .linked(previewStylePath)), for: request)
    }
  }

  /// The columns of a page: one, or two that are compared.
  fileprivate func columns(
    of route: Route, _ request: PreviewRequest
  ) throws(Problem) -> (PreviewSubject, PreviewPage.Column, comparedWith: PreviewPage.Column?) {
    var subject = try subject(of: route, request)
    subject.show(request.query.locale)
    let column = try column(subject, request)
    guard let compare = request.query.compare else {
      if let both = columns(of: subject, column, request) { return both }
      return (subject, column, nil)
    }
    var otherQuery = request.query
    otherQuery.screen.version = compare
    otherQuery.time = nil
    otherQuery.unsaved = nil
    var other = try self.subject(of: route, request, otherQuery)
    other.show(request.query.locale)
    subject.about = "\(subject.name) beside \(other.name)"
    return (
      subject, PreviewPage.Column(name: subject.name, layout: column.layout),
      PreviewPage.Column(name: other.name, layout: try self.column(other, request).layout)
    )
  }

  /// The version that units keep, and beside it what a schedule publishes with a guard. The page shows both, because a
  /// link in it could not lead to what is not published.
  /// - Returns: nil for anything else, and if the kept version lacks the variant of the request.
  private func columns(
    of scheduled: PreviewSubject, _ column: PreviewPage.Column, _ request: PreviewRequest
  ) -> (PreviewSubject, PreviewPage.Column, comparedWith: PreviewPage.Column?)? {
    // In a canvas, each item is there once.
    guard let screen = scheduled.kept, let time = request.query.time, !request.query.isCanvas else {
      return nil
    }
    var kept = subject(screen)
    kept.show(request.query.locale)
    guard let other = try? self.column(kept, request) else { return nil }
    var both = scheduled
    both.about = "\(kept.name) beside \(scheduled.name), in force at \(Timestamp.text(time))"
    return (
      both, PreviewPage.Column(name: kept.name, layout: other.layout),
      comparedWith: PreviewPage.Column(name: scheduled.name, layout: column.layout)
    )
  }

  /// The route of the path of a preview, without its query; nil for another path.
  private func route(ofPreview path: [UInt8]) throws(Route.NameError) -> Route? {
    guard let segments = try? path.withBytes({ try RequestPath.segments(of: $0) }),
      let (resource, placeholders) = EndpointTable.standard.match(segments),
      resource.path == PreviewEndpoints.show.path
    else { return nil }
    return try Route(placeholders["route"] ?? "")
  }

  /// Keeps a definition for its preview.
  /// - Parameters:
  ///   - path: that of the preview. Any other one is refused later.
  ///   - bytes: the length of the definition.
  /// - Returns: the path with the name of the definition.
  fileprivate func keep(
    _ definition: JSONValue, for path: String, _ bytes: Int
  ) throws(ScreensError) -> String {
    let parts = path.split(separator: "?", maxSplits: 1)
    guard let route = try? parts.first.flatMap({ try route(ofPreview: Array($0.utf8)) }) else { return path }
    let id = environment.unsavedPreviews.keep(
      try publisher.previews.draft(of: definition, at: route), base: serving.path, bytes: bytes)
    return path + (parts.count > 1 ? "&" : "?") + "\(UnsavedPreviews.parameter)=\(id)"
  }

  /// Why no page can be shown at the path of a preview, with its query; nil if one can.
  fileprivate func obstacle(to path: String) -> String? {
    let parts = path.split(separator: "?", maxSplits: 1).map { Array($0.utf8) }
    let route: Route
    do throws(Route.NameError) {
      guard let known = try self.route(ofPreview: parts.first ?? []) else {
        return "it is not the path of a preview"
      }
      route = known
    } catch {
      return error.message
    }
    do throws(Problem) {
      let read = (parts.dropFirst().first ?? []).withBytes { bytes in
        Result { () throws(ParameterError) in try PreviewQuery(bytes) }
      }
      let query = try read.mapError { Problem($0) }.get()
      try checkFormat(query)
      let request = PreviewRequest(query)
      if pageOfInvalid(route, request) == nil { _ = try columns(of: route, request) }
      return nil
    } catch {
      return error.detail
    }
  }

  /// The layout of a screen for the unit and the app of the request.
  fileprivate func column(
    _ subject: PreviewSubject, _ request: PreviewRequest
  ) throws(Problem) -> PreviewPage.Column {
    let screen = subject.screen
    let query = request.query.screen
    let attributes = query.attributes(user: request.user)
    let prepared = PreparedScreen(
      screen, formats: [:], languages: nil, tally: serving.tally, address: serving.address, purpose: .draft)
    let overrides: [Int: Int]
    do throws(ScreensError) {
      overrides = try query.overrides(of: screen.definition.experiments)
    } catch {
      throw Problem(error)
    }
    let number = prepared.assign(attributes, overrides: overrides).combination
    guard screen.combinations.indices.contains(number) else {
      throw Problem(.unknownVariant, "the screen has no such combination of variants")
    }
    let combination = screen.combinations[number]
    let layout = PreviewLayout(
      combination.layout, app: request.app, isAnnotated: request.query.options.isAnnotated,
      shows: { request.capabilities?.shows($0) ?? true }, holds: { $0.holds(attributes) },
      placeholders: subject.placeholders)
    return PreviewPage.Column(
      name: Self.name(of: combination, in: screen), layout: layout)
  }

  /// The variants of a combination in the line about the page; empty for a screen without experiments.
  private static func name(of combination: Combination, in screen: PublishedScreen) -> String {
    if screen.definition.experiments.isEmpty { return "" }
    if screen.definition.onlyExperiment != nil, let choice = combination.choices.first {
      return "variant \(choice.variant)"
    }
    return combination.name.map { "variants \($0)" } ?? "no variant"
  }

  /// - Parameter column: named after its variants.
  fileprivate func page(
    _ subject: PreviewSubject, _ column: PreviewPage.Column, comparedWith other: PreviewPage.Column?,
    _ request: PreviewRequest
  ) -> HTTPResponse {
    var about = [subject.screen.route.name, subject.about]
    if other == nil, !column.name.isEmpty { about.append(column.name) }
    if let release = request.query.screen.release {
      about.append("release \(release)" + (request.capabilities == nil ? ", which is not registered" : ""))
    }
    var options = request.query.options
    options.language = subject.screen.language
    if let language = options.language { about.append(language.text) }
    let title = subject.screen.combinations.first?.layout.screenName
    return .previewPage(
      PreviewPage(
        title: title ?? subject.screen.definition.screenName, about: about.joined(separator: " · "),
        note: subject.note, column, comparedWith: other, options: options, catalogue: subject.catalogue,
        style: .linked(previewStylePath), asset: assetPath), for: request)
  }

  /// An item of a view type from a published screen. Looks at some screens only, because each may have to be parsed.
  fileprivate func publishedItem(of viewType: String) -> Item? {
    for screen in publisher.screens.all.prefix(200) {
      guard let layout = try? screen.screen().combinations.first?.layout else { continue }
      if let item = layout.allItems.first(where: { $0.viewType.hasSameScalars(as: viewType) }) { return item }
    }
    return nil
  }
}
