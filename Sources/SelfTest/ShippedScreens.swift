import JSONText

/// The screens that are shipped with Marquee.
enum ShippedScreens {
  static let names = ["cafe", "home", "menu", "rich", "settings", "welcome"]

  static let viewTypes = [
    "AViewType", "BViewType", "ONE_IMAGE", "ONE_LINE_TEXT", "PLUS_TITLE", "RichViewType", "TITLE",
    "TWO_LINE_TEXT",
  ]

  static let formats = ["contents", "responseData", "screen", "sections", "viewItems"]

  /// The noodle menu as `viewItems`.
  static let menu: JSONValue = [
    "viewItems": [
      line("칼국수 메뉴"),
      image("https://ifh.cc/g/AowvTF.jpg"), lines("들깨 칼국수", "8000원"),
      image("https://ifh.cc/g/2lJZOQ.jpg"), lines("바지락 칼국수", "7000원"),
      image("https://ifh.cc/g/GlMvRF.jpg"), lines("얼큰 칼국수", "8000원"),
      line("만두 메뉴"),
      image("https://ifh.cc/g/KBoPgM.jpg"), lines("갈비 만두", "4000원"),
      image("https://ifh.cc/g/aXCGY3.jpg"), lines("왕만두", "4500원"),
    ]
  ]

  /// The welcome screen as `responseData`.
  static let welcome: JSONValue = [
    "responseData": [
      "screenName": "Home",
      "contents": [
        ["viewType": "BViewType", "content": ["title": "This is B ViewType"]],
        [
          "viewType": "AViewType",
          "content": [
            "title": "This is A ViewType",
            "iconUrl": "https://avatars.githubusercontent.com/u/103282546?s=200&v=4",
          ],
        ],
      ],
    ]
  ]

  private static func line(_ text: String) -> JSONValue {
    ["viewType": "ONE_LINE_TEXT", "viewObject": ["text1": .string(text)]]
  }

  private static func lines(_ one: String, _ two: String) -> JSONValue {
    ["viewType": "TWO_LINE_TEXT", "viewObject": ["text1": .string(one), "text2": .string(two)]]
  }

  private static func image(_ url: String) -> JSONValue {
    ["viewType": "ONE_IMAGE", "viewObject": ["url": .string(url)]]
  }
}
