import JSONText
import Screens

/// Names the view types of items whose wire format does not send them.
struct TypeNaming {
  /// The member of the content that has the name of the view type; nil to try the usual ones.
  var discriminator: String?
  /// The name for other content.
  var fallback: String

  func name(of content: JSONValue) -> String {
    let members = discriminator.map { [$0] } ?? ItemDiscriminator.usualNames
    return members.lazy.compactMap { content[$0]?.stringValue }.first(where: Name.isViewType) ?? fallback
  }
}

/// The names of the view types of a folder. Some disks take files whose names differ only in case for the same.
struct TypeNames {
  /// The names of the files, by the recorded names.
  private var names: [String: String] = [:]
  private var distinct = DistinctNames(ignoresCase: true)

  /// - Parameter existing: the view types of the folder, which keep their names.
  init(existing: some Sequence<String>) { reserve(existing) }

  /// Keeps names for the view types that have them.
  mutating func reserve(_ others: some Sequence<String>) {
    for name in others where names[name] == nil {
      names[name] = name
      distinct.take(name)
    }
  }

  /// The layout with names of view types that are files beside all earlier ones.
  /// - Parameter isSent: whether the wire format sends the names, so that they cannot change.
  /// - Returns: nil if the names would have to change.
  mutating func layout(_ layout: CapturedLayout, isSent: Bool) -> CapturedLayout? {
    var result = layout
    for section in result.sections.indices {
      for item in result.sections[section].items.indices {
        let recorded = result.sections[section].items[item].viewType
        guard let name = name(for: recorded, isSent: isSent) else { return nil }
        result.sections[section].items[item].viewType = name
      }
    }
    return result
  }

  private mutating func name(for recorded: String, isSent: Bool) -> String? {
    if let known = names[recorded] { return known == recorded || !isSent ? known : nil }
    // A name that is sent cannot get a number.
    if isSent, !distinct.take(recorded) { return nil }
    let name = isSent ? recorded : distinct.next(recorded)
    names[recorded] = name
    return name
  }
}

extension Name {
  /// A name of a view type or wire format, made from recorded names. Characters that a name cannot have become `-`.
  static func made(from parts: [String], default other: String) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "-")) }
      bytes += part.utf8.prefix(CaptureLimits.nameBytes).map {
        isValid("x" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "-")
      }
    }
    let name = bytes.drop { !Name.isViewType(String(UnicodeScalar($0))) }.prefix(CaptureLimits.nameBytes)
    return name.isEmpty ? other : String(decoding: name, as: UTF8.self)
  }
}
