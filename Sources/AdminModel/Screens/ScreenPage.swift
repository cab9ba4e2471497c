/// The screens that are served, or a page of them.
package struct ScreenPage: APIObject {
  package let screens: [Entry]

  package init(screens: [Entry]) { self.screens = screens }

  package static let members = MemberList(
    Self.init, Member("screens", \Self.screens))

  package struct Entry: APIObject {
    package let route: String
    package let version: Int
    package let screenName: String
    package let experiment: String?
    package let experiments: [String]?
    package let format: String

    package init(
      route: String, version: Int, screenName: String, experiment: String?, experiments: [String]?,
      format: String
    ) {
      self.route = route
      self.version = version
      self.screenName = screenName
      self.experiment = experiment
      self.experiments = experiments
      self.format = format
    }

    package static let members = MemberList(
      named: "ScreenSummary", Self.init, Member("route", \Self.route), Member("version", \Self.version),
      Member("screenName", \Self.screenName),
      Member(optional: "experiment", \Self.experiment, "The key of the only experiment."),
      Member(optional: "experiments", \Self.experiments), Member("format", \Self.format))
  }
}
