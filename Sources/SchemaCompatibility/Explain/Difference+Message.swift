import JSONSchema
import JSONText

extension Difference {
  private static let app = "an app built on the old schema"

  /// The description of the change, without a full stop.
  /// - Parameter site: the part of the content.
  func message(_ direction: CompatibilityDirection, at site: Site) -> String {
    switch direction {
    case .screens: messageForScreens(site)
    case .apps: messageForApps(site)
    }
  }

  private func messageForScreens(_ site: Site) -> String {
    let it = site.phrase
    switch self {
    case .kinds(let lost, let allowed):
      return
        "\(it) can no longer be \(Phrase.alternatives(lost.phrases)); it must be \(Phrase.alternatives(allowed.phrases))"
    case .values(let lost, let allowed):
      let expected = Phrase.alternatives(allowed.map(Phrase.value))
      return lost.isEmpty
        ? "\(it) must be \(expected) now"
        : "\(it) can no longer be \(Phrase.alternatives(lost.map(Phrase.value))); it must be \(expected)"
    case .bound(let bound, let count, let before):
      return "\(it) must \(bound.phrase(count)) now" + (before.map { ", not \($0.text) as before" } ?? "")
    case .multipleOf(let divisor): return "\(it) must be a multiple of \(divisor.text) now"
    case .pattern(let source): return "\(it) must match \(Phrase.pattern(source)) now"
    case .format(let format): return "\(it) must be \(Phrase.format(format.name)) now"
    case .required(let name, let isKnown):
      let member = site.member(name).phrase
      return isKnown ? "the member \(member) is required now" : "the new member \(member) is required"
    case .dependentRequired(let name, let other):
      return "the member \(site.member(name).phrase) is required now where \(Phrase.quoted(other)) is there"
    case .removedMember(let name): return "the member \(site.member(name).phrase) is no longer allowed"
    case .otherMembers: return "members that the new schema does not name are no longer allowed" + site.within
    case .memberNames: return "some names of members are no longer allowed" + site.within
    case .removedElements(let limit):
      return "\(it) can have no more than \(Phrase.count(limit, "element")) now"
    case .repeatedElements: return "the elements of \(it) must differ from each other now"
    case .contains:
      return "the number of elements of \(it) that match the schema in contains is limited now"
    case .noAlternative(let count, let number):
      let subject = number.map { "alternative \($0) of the old schema" } ?? "what the old schema allowed"
      let fits =
        count == 1 ? "it does not fit the only alternative" : "it fits none of the \(count) alternatives"
      return "\(subject) is no longer allowed" + site.within + ": " + fits
    case .manyAlternatives:
      return "\(it) can fit more than one of the new alternatives, where exactly one must hold"
    case .never: return "\(it) can have no value now"
    case .excluded: return "\(it) can no longer be what the new schema excludes"
    case .other: return "some content that was valid is no longer valid" + site.within
    case .tooCostly(let steps): return "the schemas take more than \(steps) steps to compare" + site.within
    }
  }

  private func messageForApps(_ site: Site) -> String {
    let it = site.phrase
    let app = Self.app
    switch self {
    case .kinds(let gained, let allowed):
      return
        "\(it) can be \(Phrase.alternatives(gained.phrases)) now; \(app) expects \(Phrase.alternatives(allowed.phrases))"
    case .values(let gained, let allowed):
      let known = Phrase.list(allowed.map(Phrase.value))
      return gained.isEmpty
        ? "\(it) can be something else than \(Phrase.alternatives(allowed.map(Phrase.value))) now; \(app) knows only that"
        : "\(it) can be \(Phrase.alternatives(gained.map(Phrase.value))) now; \(app) knows only \(known)"
    case .format(let format):
      return "\(it) need not be \(Phrase.format(format.name)) any more; \(app) expects one"
    case .required(let name, _):
      return "the member \(site.member(name).phrase) need not be there any more; \(app) requires it"
    case .dependentRequired(let name, let other):
      return
        "the member \(site.member(name).phrase) need not be there any more where \(Phrase.quoted(other)) is; "
        + "\(app) requires it"
    case .bound(_, let count, _):
      return "\(it) can have fewer than \(count.text) elements now; \(app) requires them"
    case .memberNames: return "members can have other names now" + site.within + "; \(app) does not know them"
    case .noAlternative(let count, let number):
      let subject =
        number.map { "alternative \($0) of the new schema" } ?? "something that the new schema allows"
      let known = count == 1 ? "not the only alternative" : "none of the \(count) alternatives"
      return subject + site.within + " is \(known) that \(app) decodes"
    case .never: return "\(it) can have a value now; \(app) expects none"
    case .excluded: return "\(it) can now be what the old schema excluded"
    case .tooCostly(let steps): return "the schemas take more than \(steps) steps to compare" + site.within
    case .multipleOf, .pattern, .removedMember, .otherMembers, .removedElements, .repeatedElements, .contains,
      .manyAlternatives, .other:
      return "some content is valid now that \(app) cannot decode" + site.within
    }
  }

  /// A hint at the solution, if there is one.
  func hint(_ direction: CompatibilityDirection) -> String? {
    switch (direction, self) {
    case (.screens, .required(_, isKnown: false)): "make it optional"
    case (.screens, .required), (.screens, .dependentRequired): "leave it optional"
    case (.screens, .removedMember): "keep it as an optional member while screens have it"
    case (.apps, .required), (.apps, .dependentRequired): "keep it required"
    case (.apps, .values), (.apps, .noAlternative), (.apps, .kinds), (.apps, .format):
      "put it into a new view type, with this one as fallback"
    default: nil
    }
  }
}

extension Difference.Bound {
  fileprivate func phrase(_ count: Difference.Count) -> String {
    switch self {
    case .minimum: "be at least \(count.text)"
    case .exclusiveMinimum: "be more than \(count.text)"
    case .maximum: "be at most \(count.text)"
    case .exclusiveMaximum: "be less than \(count.text)"
    case .minLength: "have at least \(count.text) character\(count.text == "1" ? "" : "s")"
    case .maxLength: "have at most \(count.text) character\(count.text == "1" ? "" : "s")"
    case .minItems: "have at least \(count.text) element\(count.text == "1" ? "" : "s")"
    case .maxItems: "have at most \(count.text) element\(count.text == "1" ? "" : "s")"
    case .minProperties: "have at least \(count.text) member\(count.text == "1" ? "" : "s")"
    case .maxProperties: "have at most \(count.text) member\(count.text == "1" ? "" : "s")"
    }
  }
}
