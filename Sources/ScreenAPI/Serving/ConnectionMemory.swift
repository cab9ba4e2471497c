import HTTPWire
import Screens

/// What a connection remembers of its latest requests. An app asks over one connection for several screens, for one user and
/// with the same view types each time. A proxy that uses few connections for all apps gains less from it.
final class ConnectionMemory {
  /// What names the unit of a request: its query, or the unit itself.
  enum UnitName { case query, unit }

  /// The latest unit in a rollout, and its token.
  struct Unit {
    // Nil before the first one, and for a longer unit, which is hashed for each request. A UUID takes 36 bytes.
    var bytes: ShortBytes?
    var name = UnitName.unit
    // The rollout, and what changes in it. A reference would keep the key of an ended one.
    var rollout: UInt64 = 0
    var step = 0
    var threshold = 0
    var second = 0
    var member = OpenRollout.Member.none
    var report: RenderedField?
  }

  var unit = Unit()
  /// The view types of the latest field `Accept-View-Types`. Nil if they have no place among those that all connections
  /// share: a connection alone keeps no list, which could be long.
  private var viewTypes: ViewTypeLists.Entry?
  /// The latest screen, and whether an app with these view types gets the whole of it.
  private var screen: UInt64 = 0
  private var isWhole = false

  /// The view types of a field.
  /// - Throws: ``ParameterError`` for an invalid field.
  func names(_ field: Bytes, among lists: ViewTypeLists) throws(ParameterError) -> Set<String> {
    if let viewTypes, viewTypes.field.withBytes({ $0 == field }) { return viewTypes.meaning }
    let names: Set<String>
    (names, viewTypes) = try lists.entry(of: field) { (field) throws(ParameterError) in
      try Capabilities.viewTypes(in: String(decoding: field))
    }
    screen = 0
    return names
  }

  /// Whether an app gets every item of a screen. False, too, if the field is invalid.
  func getsWhole(_ screen: PreparedScreen, _ field: Bytes, among lists: ViewTypeLists) -> Bool {
    guard let names = try? names(field, among: lists) else { return false }
    if screen.identity != self.screen {
      self.screen = screen.identity
      isWhole = screen.isWhole(for: names)
    }
    return isWhole
  }
}

/// The names in values of `Accept-View-Types`.
typealias ViewTypeLists = FieldMeanings<Set<String>>
