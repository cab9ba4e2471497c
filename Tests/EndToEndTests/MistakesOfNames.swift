extension Mistake {
  /// Names of files.
  static let names: [Mistake] = [
    Mistake(
      "versions", #"{ "items": [] }"#,
      #"""
      screens/versions.json: error: a route cannot end in "versions"; in a path the word says what is asked of a screen; choose another
      """#),
    Mistake(
      "menu/order", #"{ "items": [] }"#,
      #"""
      screens/menu/order.json: error: a route cannot end in "order"; in a path the word says what is asked of a screen; choose another
      """#),
    Mistake(
      "my menu", #"{ "items": [] }"#,
      #"""
      screens/my menu.json: error: "my menu" is no route; segments are letters, digits, ".", "_" and "-", and begin with a letter or digit
      """#),
    Mistake(
      "메뉴", #"{ "items": [] }"#,
      #"""
      screens/메뉴.json: error: "메뉴" is no route; segments are letters, digits, ".", "_" and "-", and begin with a letter or digit
      """#),
    Mistake(
      "-menu", #"{ "items": [] }"#,
      #"""
      screens/-menu.json: error: "-menu" is no route; segments are letters, digits, ".", "_" and "-", and begin with a letter or digit
      """#),
    Mistake(
      "menu/a+b", #"{ "items": [] }"#,
      #"""
      screens/menu/a+b.json: error: "menu/a+b" is no route; segments are letters, digits, ".", "_" and "-", and begin with a letter or digit
      """#),
    Mistake(
      "cafe.JSON", #"{ "items": [] }"#,
      #"""
      screens/cafe.JSON: error: the file's name does not end in ".json"; in small letters
      """#),
  ]
}
