import JSONText
import ScreenCodegen

/// The generated source of a view type CARD.
enum CardText {
  static func of(_ schema: JSONValue) -> String {
    SwiftGenerator([("CARD", schema)]).files.first { $0.name == "Card.swift" }?.text ?? ""
  }
}
