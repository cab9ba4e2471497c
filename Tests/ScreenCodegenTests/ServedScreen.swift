import Foundation
import JSONText
import Screens
import TestFolders
import Testing

/// A shipped screen in a shipped wire format, as the server sends it.
struct ServedScreen {
  let format: String
  let body: JSONValue
  /// The view types of its items, in order.
  let viewTypes: [String]

  /// The screens in all formats.
  static func all() throws -> [ServedScreen] {
    let path = PackageFolder.screens.path
    let folder = FolderImport(checking: try FolderContents(reading: path))
    let routes = ["home", "menu", "welcome", "cafe", "settings", "rich"]
    let screens = folder.screens.filter { routes.contains($0.route.name) }
    try #require(screens.count == routes.count)
    return try screens.flatMap { screen in
      // The one for requests without a user.
      let combination = try #require(screen.combinations.first { $0.choices.isEmpty })
      let viewTypes = combination.layout.sections.flatMap(\.items).map(\.viewType)
      try #require(!viewTypes.isEmpty)
      return try ["viewItems", "contents", "responseData", "sections", "screen"].map { name in
        let format = try #require(folder.catalogue.format(name))
        let body = try #require(format.render(screen, combination: combination))
        return ServedScreen(format: name, body: try JSONParser.parse(body), viewTypes: viewTypes)
      }
    }
  }

  /// The screens as lines that a program reads: the format and the body.
  static func input(_ screens: [ServedScreen]) -> String {
    screens.map { JSONValue.array([.string($0.format), $0.body]).text }.joined(separator: "\n")
  }

  /// What a program prints for the screen: the number of problems, and the view types.
  var line: String { "0 " + viewTypes.joined(separator: " ") }
}
