import HTTPWire
import Screens

/// What a connection remembers of its latest requests. An app asks over one connection for several screens, for one user and
/// with the same view types each time. A proxy that uses few connections for all apps gains less from it.
final class ConnectionMemory {
  /// What names the unit of a request: its query, or the unit itself.
  enum UnitName { case query, unit }

  /// The latest unit in a rollout, and its token. Never a key: an ended rollout has none.
  struct Unit {
    // Nil before the first one, and for a longer name, whose unit is hashed for each request. A UUID takes 36 bytes.
    var bytes: ShortBytes?
    var name = UnitName.unit
    // The rollout, and what changes in it.
    var rollout: UInt64 = 0
    var step = 0
    var threshold = 0
    var second = 0
    var member = OpenRollout.Member.none
    var report: RenderedField?
  }

  var unit = Unit()
  /// Those of the latest field `Accept-View-Types`.
  private var viewTypes: AcceptedViewTypes?
  /// The latest screen, and whether an app with these view types gets the whole of it.
  private var screen: UInt64 = 0
  private var isWhole = false

  /// Whether an app gets every item of a screen. False, too, if the field is invalid.
  func getsWhole(_ screen: PreparedScreen, _ field: Bytes, _ known: ViewTypeLists) -> Bool {
    if viewTypes.map({ $0.field.withBytes { $0 == field } }) ?? false {
      if screen.identity == self.screen { return isWhole }
    } else {
      viewTypes = try? known.list(field)
    }
    self.screen = screen.identity
    isWhole = viewTypes.map { screen.isWhole(for: $0.names) } ?? false
    return isWhole
  }
}
