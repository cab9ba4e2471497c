/// Names for files that allow only some characters in them.
enum ResourceName {
  /// The id with ASCII letters, digits and underscores only. Different ids have different names.
  ///
  /// An underscore is doubled. Any other scalar, and a digit in front, becomes its number between underscores:
  /// `home/1` is `home_2F_1`.
  static func encoded(_ id: String) -> String {
    var name = ""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z": name.unicodeScalars.append(scalar)
      case "0"..."9" where !name.isEmpty: name.unicodeScalars.append(scalar)
      case "_": name += "__"
      default: name += "_\(String(scalar.value, radix: 16, uppercase: true))_"
      }
    }
    return name
  }

  /// The id of a name that ``encoded(_:)`` has made. Any other name is its own id.
  static func decoded(_ name: String) -> String {
    var id = ""
    for (index, part) in name.split(separator: "_", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        id += part
      } else if part.isEmpty {
        id += "_"
      } else if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) {
        id.unicodeScalars.append(scalar)
      } else {
        return name
      }
    }
    return encoded(id) == name ? id : name
  }
}
