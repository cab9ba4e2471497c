/// The translation of a screen into one language.
package struct TranslationUnits: APIObject {
  package let units: [Unit]

  package init(units: [Unit]) { self.units = units }

  package static let members = MemberList(
    named: "Translation", Self.init, Member("units", \Self.units, "One for each text."))

  /// The translation of one text.
  package struct Unit: APIObject {
    package let item: String?
    package let section: String?
    package let at: String
    package let source: String
    package let text: String
    package let state: String?

    package init(
      item: String?, section: String?, at: String, source: String, text: String, state: String?
    ) {
      self.item = item
      self.section = section
      self.at = at
      self.source = source
      self.text = text
      self.state = state
    }

    package static let members = MemberList(
      named: "TranslationUnit", Self.init,
      Member(optional: "item", \Self.item, "The id of the item whose text it is."),
      Member(optional: "section", \Self.section, "The id of the section whose text it is."),
      Member("at", \Self.at, "Where the text stands: a JSON Pointer into the item's content."),
      Member("source", \Self.source, "The text that was translated. The unit holds for this source alone."),
      Member("text", \Self.text, "The translation."),
      Member(optional: "state", \Self.state, "needs-review, or left out."))
  }
}
