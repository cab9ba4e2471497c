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

  @Test func `an experiment that is left out after a change of groups belongs to no screen`() throws {
    var state = try state()
    #expect(state.owner(ofExperiment: "price") == home)
    state.setGroups(["staff": ["a"]])
    state.put(.published(try screen(&state, version: 2, experiment: nil)), at: home)
    #expect(state.owner(ofExperiment: "price") == nil)
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
}
