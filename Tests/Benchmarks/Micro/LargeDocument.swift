import JSONText

/// A document of 1 MB with all kinds of JSON values, mostly short texts, as in screens.
enum LargeDocument {
  static let value: JSONValue = {
    var items: [JSONValue] = []
    var bytes = 0
    while bytes < 1 << 20 {
      let item = item(items.count)
      bytes += item.serialized().count + 1
      items.append(item)
    }
    return ["screenName": "Everything", "items": .array(items)]
  }()

  private static func item(_ number: Int) -> JSONValue {
    [
      "id": .string("item-\(number)"),
      "viewType": "PLUS_TITLE",
      "content": [
        "firstRowImage": [
          "imageUrl": .string("https://images.example/\(number).png?size=large"), "width": "320",
          "height": "180.5",
        ],
        "titleText": ["text": .string("들깨 칼국수 \(number)"), "textColor": "#FFAA00", "textStyle": "bold"],
        "description": .string("A line of \"text\",\nand another one; number \(number) of many."),
        "badges": [["badgeImage": "https://images.example/badge.png", "text": "new"]],
      ],
      "price": .number(JSONNumber(8000 + number)),
      "share": JSONNumber(Double(number) / 64).map { .number($0) } ?? .null,
      "isNew": .bool(number.isMultiple(of: 2)),
      "replaces": .null,
      "places": [1, 2, 3],
    ]
  }
}
