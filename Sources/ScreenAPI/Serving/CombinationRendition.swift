import HTTPWire
import JSONText
import ScreenChaos
import Screens
import TextTemplate

/// One combination of a screen in one format. It is rendered when the screen is published, or else at the first
/// request.
final class CombinationRendition: Sendable {
  /// The numbers of responses with it.
  let counts: RequestTally.CombinationCounts
  let screen: PublishedScreen
  /// With the layout of the page, if the screen has pages.
  let combination: Combination
  let format: WireFormat
  /// The page that it is; nil for a screen without pages.
  let page: Page?
  private let address: PublicAddress
  let downgrades: [TailoredLayout.Downgrade]
  private let rendition = OnceReference<Rendition>()
  /// Whether the body depends on the address by which the client reached the server.
  let dependsOnAddress: Bool
  /// Whether attributes select the content, in addition to the variants.
  let dependsOnAttributes: Bool
  /// The value of `Surrogate-Key`.
  private let surrogateKeys: String
  private let bodies: SharedBodies?
  /// The rendition for the first requested address, if the body depends on the address. It is read without a lock,
  /// which is enough for most requests: most servers have one address.
  private let first = OnceReference<Addressed>()
  /// The key in the cache of renditions for other addresses.
  private let number: UInt64

  private final class Addressed: Sendable {
    let base: String?
    let rendition: Rendition

    init(base: String?, rendition: Rendition) {
      self.base = base
      self.rendition = rendition
    }
  }

  /// - Parameters:
  ///   - dependsOnAddress: whether the body contains the address of the server.
  ///   - dependsOnAttributes: whether `requires` of items or sections have selected the content.
  ///   - surrogateKeys: the value of `Surrogate-Key`.
  ///   - downgrades: the items that the app cannot show, each with its replacement or removal.
  ///   - page: the page to render, if the screen has pages.
  ///   - bodies: the bodies of the screens in other languages; nil for a screen in one language.
  init(
    _ screen: PublishedScreen, combination: Combination, format: WireFormat,
    counts: RequestTally.CombinationCounts,
    address: PublicAddress, dependsOnAddress: Bool, dependsOnAttributes: Bool = false,
    surrogateKeys: String, downgrades: [TailoredLayout.Downgrade] = [], page: Page? = nil,
    sharing bodies: SharedBodies? = nil
  ) {
    self.page = page
    self.bodies = bodies
    self.dependsOnAddress = dependsOnAddress
    self.dependsOnAttributes = dependsOnAttributes
    self.surrogateKeys = surrogateKeys
    number = dependsOnAddress ? address.renditions.nextNumber() : 0
    self.screen = screen
    self.combination =
      page.map { Combination(choices: combination.choices, layout: $0.layout) } ?? combination
    self.format = format
    self.counts = counts
    self.address = address
    self.downgrades = page?.downgrades ?? downgrades
  }

  /// The rendition for all clients, if it has been rendered; nil if it depends on the address.
  var ifRendered: Rendition? { rendition.load() }

  /// The rendition for an address, if it has been rendered.
  func ifRendered(at base: String?) -> Rendition? {
    guard dependsOnAddress else { return rendition.load() }
    if let first = first.load(), first.base == base { return first.rendition }
    return address.renditions.rendition(number, at: base)
  }

  /// The rendition for an address, rendered if necessary. Takes milliseconds for a large screen: do not call it on a
  /// loop.
  func rendered(at base: String?) -> Rendition {
    if let known = ifRendered(at: base) { return known }
    guard dependsOnAddress else { return rendition.storeIfNil(make(at: address.fixed, vary: [])) }
    let made = make(at: base, vary: address.vary)
    let first = first.storeIfNil(Addressed(base: base, rendition: made))
    return first.base == base ? first.rendition : address.renditions.keep(made, number, at: base)
  }

  /// The address of all assets of a server.
  private static func assets(at base: String?) -> String? { base.map { $0 + "/assets/" } }

  private func make(at base: String?, vary: [String]) -> Rendition {
    let assets = Self.assets(at: base)
    let page = page(at: base)
    guard let body = format.render(screen, combination: combination, assetsAt: assets, page: page) else {
      return Rendition(tooLarge)
    }
    return Rendition(
      body: body, vary: vary + languageVary,
      fields: fields + [Self.link(to: page?.nextAddress)].compactMap(\.self),
      template: format.template(screen, combination: combination, assetsAt: assets, page: page),
      sharing: bodies)
  }

  /// The page, with addresses below the path of the base.
  private func page(at base: String?) -> Page? {
    guard var page else { return nil }
    page.path = base.map { PublicAddress.path(ofURL: $0) } ?? ""
    return page
  }

  /// The link to the next page (RFC 8288).
  private static func link(to next: String?) -> HTTPField? {
    next.map { HTTPField("Link", cleaning: "<\($0)>; rel=\"next\"") }
  }

  /// The problem of a screen that is too large in this format.
  var tooLarge: Problem {
    Problem(
      .renditionTooLarge,
      "the screen \(quoted(screen.route.name)) in the format \(quoted(format.name)) has more than "
        + "\(WireFormat.maximumRenditionBytes) bytes; the format repeats the items too often")
  }

  /// The body damaged by chaos, and its media type; nil if it is too large, damaged or not. The body is unchanged if the
  /// kind of chaos finds nothing to damage.
  /// - Parameter base: the address by which the client reached the server.
  func damaged(
    by chaos: Chaos, schemas: [String: JSONValue], values: inout TemplateValues, base: String?
  ) -> (body: [UInt8], contentType: String)? {
    // That it is too large undamaged is known from then on, so it is not rendered again for each request.
    guard !rendered(at: base).isProblem else { return nil }
    let layout = combination.layout.changed(by: chaos, schemas: schemas) ?? combination.layout
    let combination = Combination(choices: combination.choices, layout: layout)
    let assets = Self.assets(at: base)
    let page = page(at: base)
    let body =
      format.template(screen, combination: combination, assetsAt: assets, page: page)?.rendered(with: &values)
      ?? format.render(screen, combination: combination, assetsAt: assets, page: page)
    return body.map { chaos.apply(to: $0) }
  }

  /// The fields that name the version, the variants, and the keys for purging caches.
  var fields: [HTTPField] {
    var fields = [
      HTTPField("Screen-Version", cleaning: String(screen.version)),
      HTTPField("Surrogate-Key", cleaning: surrogateKeys),
    ]
    if let language = screen.language {
      fields.append(HTTPField("Content-Language", cleaning: language.text))
    }
    if let name = combination.name { fields.append(HTTPField("Screen-Assignments", cleaning: name)) }
    if screen.definition.onlyExperiment != nil, let choice = combination.choices.first {
      fields.append(HTTPField("Screen-Experiment", cleaning: choice.experiment))
      fields.append(HTTPField("Screen-Variant", cleaning: choice.variant))
    }
    if !downgrades.isEmpty { fields += downgradeFields }
    return fields
  }

  /// The fields of every response with it, whatever its body.
  var common: [HTTPField] { Rendition.common(vary: (dependsOnAddress ? address.vary : []) + languageVary) }

  /// The field that chooses the language of a screen with translations.
  var languageVary: [String] { screen.language == nil ? [] : [Rendition.languageField] }

  /// The maximum length of `Screen-Downgraded`, in bytes: many clients refuse heads of more than 8 KiB.
  static let maximumDowngradedBytes = 4000

  /// `Screen-Downgraded: promo=fallback, price-card=dropped`. If the list is too long, a second field has the number of
  /// all downgrades.
  private var downgradeFields: [HTTPField] {
    var list = ""
    for (index, downgrade) in downgrades.enumerated() {
      let next = (index == 0 ? "" : ", ") + "\(downgrade.item)=\(downgrade.effect.rawValue)"
      guard list.utf8.count + next.utf8.count <= Self.maximumDowngradedBytes else {
        return [
          HTTPField("Screen-Downgraded", cleaning: list),
          HTTPField("Screen-Downgraded-Count", cleaning: String(downgrades.count)),
        ]
      }
      list += next
    }
    return [HTTPField("Screen-Downgraded", cleaning: list)]
  }
}
