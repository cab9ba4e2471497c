/// The translation of a screen into one language, with its authors on demand.
package struct ScreenTranslation: APIObject {
  package let units: [TranslationUnits.Unit]
  package let authors: [Author]?

  package init(units: [TranslationUnits.Unit], authors: [Author]?) {
    self.units = units
    self.authors = authors
  }

  package static let members = MemberList(
    named: "ScreenTranslation", Self.init,
    Member("units", \Self.units, "One for each text."),
    Member(
      optional: "authors", \Self.authors,
      "With the parameter authors: who changed a unit last, if the last 30 versions show it."))

  /// Who changed a unit last.
  package struct Author: APIObject {
    package let item: String?
    package let section: String?
    package let at: String
    package let source: String
    package let by: String
    package let version: Int
    package let publishedAt: String

    package init(
      item: String?, section: String?, at: String, source: String, by: String, version: Int,
      publishedAt: String
    ) {
      self.item = item
      self.section = section
      self.at = at
      self.source = source
      self.by = by
      self.version = version
      self.publishedAt = publishedAt
    }

    package static let members = MemberList(
      named: "TranslationAuthor", Self.init,
      Member(optional: "item", \Self.item, "The item of the unit."),
      Member(optional: "section", \Self.section, "The section of the unit."),
      Member("at", \Self.at, "The place of the unit."),
      Member("source", \Self.source, "The source of the unit."),
      Member("by", \Self.by, "The name of a token, or screens/ for a file."),
      Member("version", \Self.version, "The version that changed the unit last."),
      Member("publishedAt", \Self.publishedAt, as: .time))
  }
}
