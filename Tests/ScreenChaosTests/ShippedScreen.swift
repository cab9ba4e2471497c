import Foundation
import JSONSchema
import JSONText
import ScreenChaos
import TestFolders

/// A screen of two sections with every shipped view type, and their schemas.
enum ShippedScreen {
  private static let folder = PackageFolder.screens.appendingPathComponent("_types")

  /// The shipped view types by name.
  static func schemas() throws -> [String: JSONValue] {
    var schemas: [String: JSONValue] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "json" {
      schemas[file.deletingPathExtension().lastPathComponent] = try JSONParser.parse(
        [UInt8](Data(contentsOf: file)))
    }
    return schemas
  }

  static let sections: [ChaosSection] = [
    ChaosSection(
      id: "top", header: "Today",
      items: [
        ChaosItem(
          id: "a", viewType: "AViewType",
          content: ["title": "Summer", "iconUrl": "https://example.com/sun.png"]),
        ChaosItem(id: "b", viewType: "BViewType", content: ["title": "News"]),
        ChaosItem(
          id: "photo", viewType: "ONE_IMAGE", content: ["url": "https://example.com/p.jpg"]),
        ChaosItem(id: "line", viewType: "ONE_LINE_TEXT", content: ["text1": "국수"]),
      ]),
    ChaosSection(
      id: "rest", footer: "Until ten",
      items: [
        ChaosItem(
          id: "plus", viewType: "PLUS_TITLE",
          content: [
            "firstRowImage": [
              "imageUrl": "https://example.com/w.jpg", "width": "320", "height": "180.5",
            ],
            "titleText": [
              "text": "Flat white", "textSize": "18", "textColor": "#5A3A22", "textStyle": "bold",
            ],
            "badges": [
              ["badgeImage": "https://example.com/b.png", "text": "Popular"], ["text": "Oat"],
            ],
            "description": "Milk", "type": "drink",
          ]),
        ChaosItem(
          id: "rich", viewType: "RichViewType",
          content: [
            "title": "Kitchen",
            "richText": [
              ["text": ["text": "Cold ", "textColor": "red", "background": "clear", "fontSize": 24]],
              ["image": ["url": "https://example.com/n.png", "width": 24, "height": 24]],
              ["text": ["text": "noodles", "textStyle": ["underline"]]],
            ],
          ]),
        ChaosItem(
          id: "title", viewType: "TITLE",
          content: ["title": "Café", "badges": [["text": "Open"]], "description": "Bread", "type": "heading"]),
        ChaosItem(id: "two", viewType: "TWO_LINE_TEXT", content: ["text1": "Name", "text2": "Jamie"]),
      ]),
  ]

  static var items: [ChaosItem] { sections.flatMap(\.items) }
}

/// The compiled schemas, which check content.
struct ContentCheck {
  private let compiled: [String: CompiledSchema]

  init(_ schemas: [String: JSONValue]) throws {
    compiled = try schemas.mapValues {
      try SchemaCompiler.compile(
        $0, uri: "https://example.com/type", registry: SchemaRegistry(), formats: .assert)
    }
  }

  /// The innermost errors of an item; one without a schema has none.
  func errors(of item: ChaosItem) -> [ValidationError] {
    (compiled[item.viewType]?.validate(item.content) ?? []).flatMap(Self.innermost)
  }

  private static func innermost(_ error: ValidationError) -> [ValidationError] {
    error.causes.isEmpty ? [error] : error.causes.flatMap(innermost)
  }

  func accepts(_ sections: [ChaosSection]) -> Bool {
    sections.allSatisfy { $0.items.allSatisfy { errors(of: $0).isEmpty } }
  }
}
