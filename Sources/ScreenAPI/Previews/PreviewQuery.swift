import HTTPWire
import JSONText
import ScreenPreview
import Screens

/// The query parameters of a preview: those of a screen request, and how the preview looks.
struct PreviewQuery {
  var screen = ScreenQuery.empty
  var options = PreviewOptions()
  /// The tag of a language or of a ``PseudoLanguage``; nil for the default language.
  var locale: String?
  /// Seconds since 1970 UTC; nil for now.
  var time: Double?
  /// The version to show beside the other one.
  var compare: VersionName?
  /// The name of a definition that is not saved; nil to show a version or the draft.
  var unsaved: String?
  /// Whether the page is for the frame in which the console edits, which lets the console's scripts reach into it.
  var isCanvas = false
  /// All parameters, for links to other versions.
  private let pairs: [QueryParameters.Pair]

  /// The parameter for ``isCanvas``.
  static let canvas = "canvas"

  /// The parameters that are not passed on as attributes.
  static let names = [
    "width", "theme", "text", "dir", "annotate", "at", "compare", ServedLanguages.parameter,
    UnsavedPreviews.parameter,
    canvas, PreviewLink.expiry, PreviewLink.signature,
  ]

  /// - Throws: ``ParameterError`` for a value that is not allowed, and for a parameter that is given twice.
  init(_ query: Bytes) throws(ParameterError) {
    var others: [QueryParameters.Pair] = []
    var seen: Set<String> = []
    pairs = QueryParameters.parse(query)
    for pair in pairs {
      guard Self.names.contains(pair.name) else {
        others.append(pair)
        continue
      }
      guard seen.insert(pair.name).inserted else {
        throw ParameterError(name: pair.name, detail: "the parameter \(quoted(pair.name)) is given twice")
      }
      try read(pair)
    }
    screen = try ScreenQuery(others)
    if time != nil, screen.version != nil {
      throw ParameterError(name: "at", detail: "\"at\" chooses a version: leave out \"version\"")
    }
    if unsaved != nil, time != nil || screen.version != nil {
      throw ParameterError(
        name: UnsavedPreviews.parameter,
        detail: "\"unsaved\" names what is shown: leave out \"version\" and \"at\"")
    }
  }

  /// The parameters that choose a version or the rights to see it. A signature covers one query alone.
  private static let namesOfVersion = [
    "version", "at", "compare", UnsavedPreviews.parameter, canvas, PreviewLink.expiry, PreviewLink.signature,
  ]

  /// The query of the same preview of a version.
  /// - Parameters:
  ///   - other: the version beside it; nil for none.
  ///   - keepsVariant: whether to show the variant of this query.
  func text(version: Int, comparedWith other: Int? = nil, keepsVariant: Bool) -> String {
    let kept = pairs.filter { pair in
      !Self.namesOfVersion.contains(pair.name) && (keepsVariant || pair.name != "variant")
    }
    var parts = ["version=\(version)"]
    if let other { parts.append("compare=\(other)") }
    parts += kept.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
    return parts.joined(separator: "&")
  }

  private mutating func read(_ pair: QueryParameters.Pair) throws(ParameterError) {
    switch pair.name {
    case "width": options.width = try number(pair, in: PreviewValues.widths)
    case "text": options.text = try number(pair, in: PreviewValues.texts)
    case "theme": options.theme = try choice(pair)
    case "dir": options.direction = try choice(pair)
    case "annotate": options.isAnnotated = try flag(pair)
    case Self.canvas:
      isCanvas = try flag(pair)
      options.marksEmptyTexts = isCanvas
    case "at":
      time = Timestamp.seconds(pair.value)
      if time == nil {
        throw ParameterError(
          name: pair.name,
          detail: "\"at\" is a date and time with an offset (RFC 3339), such as 2026-12-24T08:00:00Z")
      }
    case ServedLanguages.parameter:
      guard LanguageTag(pair.value) != nil else {
        throw ParameterError(
          name: pair.name, detail: "\(quoted(pair.value)) is not \(LanguageTag.rule), nor en-XA or ar-XB")
      }
      locale = pair.value
    case UnsavedPreviews.parameter: unsaved = pair.value
    case "compare":
      compare = try ScreenQuery.version(pair.value, in: pair.name)
    case PreviewLink.expiry: _ = try number(pair, in: 0...Int.max)
    default: break
    }
  }

  private func flag(_ pair: QueryParameters.Pair) throws(ParameterError) -> Bool {
    guard ["true", "false"].contains(pair.value) else {
      throw ParameterError(name: pair.name, detail: "\(quoted(pair.name)) must be true or false")
    }
    return pair.value == "true"
  }

  private func number(
    _ pair: QueryParameters.Pair, in range: ClosedRange<Int>
  ) throws(ParameterError) -> Int {
    guard let number = Int(pair.value), range.contains(number), String(number) == pair.value else {
      throw ParameterError(
        name: pair.name,
        detail: "\(quoted(pair.name)) must be a whole number from \(range.lowerBound)"
          + (range.upperBound == .max ? "" : " to \(range.upperBound)"))
    }
    return number
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ pair: QueryParameters.Pair
  ) throws(ParameterError) -> Choice {
    guard let choice = Choice(rawValue: pair.value) else {
      let choices = Choice.allCases.map { quoted($0.rawValue) }.joined(separator: " or ")
      throw ParameterError(name: pair.name, detail: "\(quoted(pair.name)) is \(choices)")
    }
    return choice
  }
}
