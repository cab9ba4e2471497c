import JSONText
import Screens

/// The schemas of languages, links and translations: `_languages.json`, `_links.json`, `_translations/LANGUAGE/ROUTE.json`.
extension DocumentSchemas {
  private static let address = JSONValue.text(
    "The address of this schema, for editors; it means nothing to Marquee.")

  private static func tags(_ description: String) -> JSONValue {
    ["type": "array", "description": .string(description), "items": tag("A language tag.")]
  }

  private static func tag(_ description: String) -> JSONValue {
    .text(description, pattern: "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$")
  }

  private static let gate = JSONValue.choice(
    Languages.Gate.allCases.map(\.rawValue),
    "Whether such a publication is refused, or only warned about: warn by default.")

  static let languages = document(
    "Marquee: languages",
    .members(
      [
        "$schema": address, "default": tag("The language of the definitions themselves."),
        "languages": tags("The languages that a request can get, the default one included."),
        "fallbacks": [
          "type": "object",
          "additionalProperties": tags("The languages whose texts stand in, in their order."),
          "description": "For a language, the others whose texts stand in for its own.",
        ],
        "gate": gate,
      ], required: ["default", "languages"],
      "The languages of the screens, and what happens when a text is left without a translation."))

  static let links = document(
    "Marquee: links",
    .members(
      [
        "$schema": address,
        "patterns": [
          "type": "array", "description": "The app's own routes; * stands for any characters.",
          "items": ["type": "string", "minLength": 1],
        ],
        "gate": gate,
      ], required: [],
      "Which routes links may name beside those of screens, and what happens when a link leads nowhere."))

  static let translation = document(
    "Marquee: translation",
    .members(
      [
        "$schema": address,
        "units": [
          "type": "array", "description": "One for each text.",
          "items": .members(
            [
              "item": .text("The id of the item whose text it is."),
              "section": .text("The id of the section whose text it is."),
              "at": .text(
                "Where the text stands: /text1 in an item's content, /header of a section, or /screenName.",
                pattern: "^(/.*)?$"),
              "source": .text(
                "The text that was translated. When it changes, the unit is stale and not used."),
              "text": .text("The translation."),
              "state": .choice(["needs-review"], "That a translator is to look at it again."),
            ], required: ["at", "source", "text"], "The translation of one text."),
        ],
      ], required: ["units"], "The translation of one screen into one language."))
}
