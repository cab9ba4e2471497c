import Foundation
import JSONText
import TestFolders

/// The view types that Marquee ships.
enum ShippedViewTypes {
  static func read() throws -> [(name: String, schema: JSONValue)] {
    let folder = PackageFolder.screens.appendingPathComponent("_types")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .map { file in
        (
          file.deletingPathExtension().lastPathComponent,
          try JSONParser.parse([UInt8](try Data(contentsOf: file)))
        )
      }
  }

  /// Contents of the view types, some of a later version of their schemas.
  static let contents: [(viewType: String, content: JSONValue)] = [
    ("ONE_LINE_TEXT", ["text1": "Lunch"]),
    ("TWO_LINE_TEXT", ["text1": "Soup", "text2": "5"]),
    ("ONE_IMAGE", ["url": "https://a.example/1.png"]),
    ("AViewType", ["title": "A", "iconUrl": "https://a.example/a.png"]),
    ("BViewType", ["title": "B"]),
    ("TITLE", ["badges": [["text": "new"], [:]], "type": "x"]),
    (
      "PLUS_TITLE",
      [
        "badges": [], "description": "d",
        "titleText": ["text": "t", "textStyle": "bold", "textColor": "#00ff00"],
        "firstRowImage": ["imageUrl": "https://a.example/b.png", "width": "1", "height": "2.5"],
      ]
    ),
    (
      "RichViewType",
      [
        "richText": [
          ["text": ["text": "a", "textColor": "red", "fontSize": 12, "textStyle": ["underline"]]],
          ["image": ["url": "https://a.example/c.png", "width": 3]],
        ]
      ]
    ),
    // Contents of a later version of the schemas.
    ("RichViewType", ["richText": [["text": ["text": "a", "textColor": "#1B4F72"]]]]),
    ("PLUS_TITLE", ["badges": [], "titleText": ["text": "t", "textStyle": "wavy"]]),
    ("RichViewType", ["richText": [["video": ["url": "x", "seconds": [1, .null]]], "text"]]),
  ]
}
