import HTTPWire
import Screens

extension Parameter where Value == RolloutOptions {
  /// `guard`, `supersede` and `now` of a publication.
  static var rollout: Self {
    let rule = Parameter<String?>.text(
      "guard",
      "Gives the version to more and more units: their shares in per cent, such as 1,10,50,100, or the name of a guard."
    )
    let supersede = Parameter<Bool>.flag(
      "supersede", "Ends an open rollout of the screen, in favour of this version.")
    let now = Parameter<Bool>.flag(
      "now", "Gives the version to everybody at once, and ends an open rollout of the screen.")
    return Parameter(
      rule.declarations + supersede.declarations + now.declarations,
      problems: [.badParameter, .unknownGuard, .rolloutRunning, .notGuardable]
    ) { (request, arguments, api) throws(Problem) in
      let text = try rule.read(request, arguments, api)
      let supersedes = try supersede.read(request, arguments, api)
      let isNow = try now.read(request, arguments, api)
      guard let text else { return RolloutOptions(endsOpenRollout: supersedes || isNow) }
      guard !isNow else {
        throw .badParameter("now", "\"now\" gives the version to everybody: leave out \"guard\"")
      }
      return RolloutOptions(rule: try api.rule(text), endsOpenRollout: supersedes)
    }
  }
}

extension Parameter where Value == Bool {
  /// `guard` of a view type: whether it must be compatible.
  static var isGuarded: Self {
    let rule = Parameter<String?>.text(
      "guard",
      "Refuses a view type that is not compatible. One that is changes no screen, so everybody gets it at once. A guard, as of a screen."
    )
    return Parameter(rule.declarations, problems: [.badParameter, .unknownGuard, .notGuardable]) {
      (request, arguments, api) throws(Problem) in
      guard let text = try rule.read(request, arguments, api) else { return false }
      _ = try api.rule(text)
      guard api.serving.place == .server else {
        throw Problem(
          .notGuardable, "sessions and change sets have no units: publish with a guard on the server")
      }
      return true
    }
  }
}

extension ScreenAPI {
  /// A guard by its steps or its name.
  fileprivate func rule(_ text: String) throws(Problem) -> Guard {
    if text.utf8.first.map({ (0x30...0x39).contains($0) }) ?? true {
      guard let rule = Guard(steps: text) else {
        throw .badParameter(
          "guard", "\(quoted(text)) is not a guard: write \(Guard.rule), or the name of a guard")
      }
      return rule
    }
    do throws(ScreensError) {
      return try publisher.rollouts.rule(named: text)
    } catch {
      throw Problem(error)
    }
  }
}
