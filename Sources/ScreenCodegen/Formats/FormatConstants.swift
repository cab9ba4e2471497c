package import JSONText

/// The wire formats that generated source has as constants: those that Marquee ships, and those of a folder.
package struct FormatConstants: Sendable {
  /// A wire format and the name of its constant.
  struct Constant {
    let name: String
    let identifier: String
    let description: String
    /// The members of the document that a reader needs.
    let document: JSONValue
  }

  let all: [Constant]

  /// Creates the constants.
  /// - Parameter formats: The formats of the folder: the name and the document of each. One with the name of a shipped
  ///   format replaces it.
  package init(_ formats: [(name: String, document: JSONValue)] = []) {
    let own = Dictionary(formats.map { ($0.name, $0.document) }) { first, _ in first }
    let shipped = Self.shipped.map { (name: $0.name, document: own[$0.name] ?? $0.document) }
    let names = Set(shipped.map(\.name))
    let others = own.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
    // Shipped formats first, so that another format does not change their names.
    var allocator = NameAllocator(reserved: [])
    all = (shipped + others.map { (name: $0.key, document: $0.value) }).map { name, document in
      Constant(
        name: name, identifier: allocator.allocate(Identifier.lowerCamel(name, fallback: "format")),
        description: document["description"]?.stringValue ?? "The wire format \(CommentText.code(name)).",
        document: Self.readable(document))
    }
  }

  /// The document without what only the server needs.
  private static func readable(_ document: JSONValue) -> JSONValue {
    guard case .object(let members) = document else { return document }
    return .object(
      members.reduce(into: JSONObject()) { object, member in
        if !["$schema", "description", "values"].contains(member.name) {
          object[member.name] = member.value
        }
      })
  }

  /// The formats that Marquee ships. Tests check that they equal those of the server.
  package static let shipped: [(name: String, document: JSONValue)] = [
    (
      "viewItems",
      [
        "description": "A table of cells: all items in order, each with its view type and content.",
        "screen": ["viewItems": "$items"],
        "item": ["viewType": "$viewType", "viewObject": "$content"],
      ]
    ),
    (
      "contents",
      [
        "description": "A screen of section components: its name, and all items in order as components.",
        "screen": ["screenName": "$screenName", "contents": "$items"],
        "item": ["sectionComponentType": "$viewType", "section": "$content"],
      ]
    ),
    (
      "responseData",
      [
        "description": "An enveloped screen: its name and all items in order, inside one member.",
        "screen": ["responseData": ["screenName": "$screenName", "contents": "$items"]],
        "item": ["viewType": "$viewType", "content": "$content"],
      ]
    ),
    (
      "sections",
      [
        "description": "A table view model: sections with header and footer, and the cells of each.",
        "screen": ["screenName": "$screenName", "sections": "$sections"],
        "section": ["header": "$header", "footer": "$footer", "cells": "$items"],
        "item": ["cellIdentifier": "$viewType", "customData": "$content"],
      ]
    ),
    (
      "screen",
      [
        "description":
          "Marquee's own: everything that is known of a screen, its version, its variant, and the ids of its sections and items.",
        "screen": [
          "route": "$route", "version": "$version", "screenName": "$screenName", "experiment": "$experiment",
          "variant": "$variant", "sections": "$sections",
        ],
        "section": ["id": "$id", "header": "$header", "footer": "$footer", "items": "$items"],
        "item": ["id": "$id", "viewType": "$viewType", "content": "$content"],
      ]
    ),
  ]
}
