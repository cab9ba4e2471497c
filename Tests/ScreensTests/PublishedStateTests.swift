import JSONText
import Testing

@testable import Screens

@Suite struct PublishedStateTests {
  private let home: Route

  init() throws { home = try Route("home") }

  private func screen(_ state: inout PublishedState, version: Int, experiment: String?) throws
    -> LazyPublishedScreen
  {
    let variants = #"[{"key":"a"},{"key":"b"}]"#
    let member = experiment.map { #","experiment":{"key":"\#($0)","variants":\#(variants)}"# } ?? ""
    let document = try JSONDocument(Array(#"{"items":[]\#(member)}"#.utf8))
    return LazyPublishedScreen(try state.read(document, route: home, version: version))
  }

  private func state() throws -> PublishedState {
    var state = PublishedState()
    state.catalogue = try Fixture.catalogue()
    state.put(.published(try screen(&state, version: 1, experiment: "price")), at: home)
    return state
  }

  @Test func `an experiment belongs to its screen until a version leaves it out`() throws {
    var state = try state()
    #expect(state.owner(ofExperiment: "price") == home)
    state.put(.published(try screen(&state, version: 2, experiment: "tone")), at: home)
    #expect(state.owner(ofExperiment: "price") == nil)
    #expect(state.owner(ofExperiment: "tone") == home)
  }

  @Test func `an experiment of a version that is not parsed yet is found, as of another node`() throws {
    var state = try state()
    state.indexExperiments()
    let definition = try screen(&state, version: 2, experiment: "tone").screen().definition.json
    let stored = UnparsedVersion(route: home, number: 2, definition: definition.serialized())
    func unparsed() throws -> LazyPublishedScreen {
      LazyPublishedScreen(
        stored, text: try #require(stored.definition), catalogue: state.catalogue, reporter: nil)
    }
    state.put(.published(try unparsed()), at: home)
    #expect(state.owner(ofExperiment: "tone") == home)
    #expect(state.owner(ofExperiment: "price") == nil)
    // A version that replaces an unparsed one frees its keys.
    var other = try self.state()
    other.put(.published(try unparsed()), at: home)
    other.put(.published(try screen(&other, version: 3, experiment: nil)), at: home)
    #expect(other.owner(ofExperiment: "tone") == nil)
  }

  @Test func `an experiment that is left out after a change of groups belongs to no screen`() throws {
    var state = try state()
    #expect(state.owner(ofExperiment: "price") == home)
    state.setGroups(["staff": ["a"]])
    state.put(.published(try screen(&state, version: 2, experiment: nil)), at: home)
    #expect(state.owner(ofExperiment: "price") == nil)
  }

  @Test func `an experiment of the old version of an open rollout belongs to its screen`() throws {
    var state = try state()
    let other = try Route("other")
    func refusal(at route: Route) throws -> String? {
      let definition = #"{"items":[],"experiment":{"key":"price","variants":[{"key":"a"},{"key":"b"}]}}"#
      let document = try JSONDocument(Array(definition.utf8))
      do throws(InvalidDocument) {
        _ = try state.read(document, route: route, version: 9)
        return nil
      } catch {
        return error.diagnostics.kept.first?.message
      }
    }
    guard case .published(let old)? = state[home] else { throw StoreError.damaged("no version") }
    state.put(.published(try screen(&state, version: 2, experiment: nil)), at: home)
    #expect(try refusal(at: other) == nil)
    var rollout = Rollout(
      screens: [Rollout.Screen(route: home, old: 1, new: 2, oldDefinition: "{}")],
      rule: Guard(steps: [2.5, 100]), by: "ann", reason: nil, at: 0)
    state.rollouts.set(rollout) { _ in old }
    #expect(
      try refusal(at: other)
        == "the experiment \"price\" belongs to the screen \"home\": units get its version 1 while the "
        + "rollout \(rollout.id) is running at 2.5 %")
    #expect(try refusal(at: home) == nil)
    // A third version is in force in a change set, or ends the rollout in the same step.
    var changed = state
    changed.put(.published(try screen(&changed, version: 3, experiment: nil)), at: home)
    swap(&state, &changed)
    #expect(try refusal(at: other) == nil)
    swap(&state, &changed)
    rollout.end(.finished, RolloutDecision(.finish, at: 1, by: "ann", step: 2.5, reason: "by hand"))
    state.rollouts.set(rollout) { _ in old }
    #expect(try refusal(at: other) == nil)
  }

  @Test func `a state takes the index of a copy only if the copy has the same entries`() throws {
    let state = try state()
    var (same, other) = (state, state)
    var indexed = state
    indexed.indexExperiments()
    same.takeIndex(from: indexed)
    #expect(same.experimentKeys == ["price"])
    other.put(.deleted(version: 2), at: home)
    other.takeIndex(from: indexed)
    #expect(other.owner(ofExperiment: "price") == nil)
  }

  @Test func `a stored document that is not valid is reported with its kind and name`() throws {
    var contents = StoreContents()
    contents.documents[.changeSet]["winter"] = ["by": "ann", "createdAt": 1]
    let names: [DocumentKind: String] = [
      .viewType: "CARD", .format: "wire", .preview: "CARD", .group: "staff", .release: "ios/1.0",
      .asset: "a.png", .clientKey: "sdk",
      .webhook: "chat", .changeSet: "spring", .proposedChange: "winter/screens/home",
      .comment: "screens/home/1", .guard: "careful", .rollout: "0011223344556677", .setting: "links",
    ]
    for kind in DocumentKind.allCases { contents.documents[kind][try #require(names[kind])] = "not JSON" }
    var problems: [FileProblem] = []
    let reporter = DamageReporter([])
    let state = PublishedState(contents, reporter: reporter, problems: &problems)
    #expect(
      problems.map(\.path).sorted() == [
        "stored asset a.png", "stored change set spring", "stored change winter/screens/home",
        "stored client key sdk", "stored comment screens/home/1",
        "stored format wire",
        "stored group staff", "stored guard careful", "stored preview CARD", "stored release ios/1.0",
        "stored rollout 0011223344556677", "stored setting links", "stored view type CARD",
        "stored webhook chat",
      ])
    // A set without one of its changes would be published in part.
    #expect(state.changeSets.isEmpty)
  }
}
