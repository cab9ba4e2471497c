import Foundation
import ScreenKit

// Decoding as an app writes it by hand: an enum of contents, and a switch over all view types.

struct OneLine: ViewObject {
  static let viewType = "ONE_LINE_TEXT"
  var text1: String
}

struct TwoLines: ViewObject {
  static let viewType = "TWO_LINE_TEXT"
  var text1: String
  var text2: String
}

struct OneImage: ViewObject {
  static let viewType = "ONE_IMAGE"
  var url: URL
}

enum Content: Hashable, Sendable {
  case oneLine(OneLine)
  case twoLines(TwoLines)
  case oneImage(OneImage)
  case unknown(String)
}

struct HandWritten: Decodable {
  struct Item: Decodable {
    enum CodingKeys: CodingKey { case viewType, viewObject }
    let viewType: String
    let content: Content

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      viewType = try container.decode(String.self, forKey: .viewType)
      switch viewType {
      case "ONE_LINE_TEXT": content = .oneLine(try container.decode(OneLine.self, forKey: .viewObject))
      case "TWO_LINE_TEXT": content = .twoLines(try container.decode(TwoLines.self, forKey: .viewObject))
      case "ONE_IMAGE": content = .oneImage(try container.decode(OneImage.self, forKey: .viewObject))
      default: content = .unknown(viewType)
      }
    }
  }

  let viewItems: [Item]
}

struct HandWrittenScreen: Decodable {
  struct Item: Decodable {
    enum CodingKeys: CodingKey { case id, viewType, content }
    let id: String
    let viewType: String
    let content: Content

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      viewType = try container.decode(String.self, forKey: .viewType)
      switch viewType {
      case "ONE_LINE_TEXT": content = .oneLine(try container.decode(OneLine.self, forKey: .content))
      case "TWO_LINE_TEXT": content = .twoLines(try container.decode(TwoLines.self, forKey: .content))
      case "ONE_IMAGE": content = .oneImage(try container.decode(OneImage.self, forKey: .content))
      default: content = .unknown(viewType)
      }
    }
  }

  struct Section: Decodable {
    let items: [Item]
  }

  let route: String
  let version: Int
  let sections: [Section]
}
