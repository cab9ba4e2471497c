import ScreenChaos
import Testing

@testable import Screens

/// Screens damaged by chaos.
@Suite struct ChaosTests {
  @Test func `a change that the format leaves out is no damage`() throws {
    let item = { (id: String) in #"{"id":"\#(id)","viewType":"TEXT","content":{"text":"\#(id)"}}"# }
    let (definition, combinations) = try Fixture.read(#"{"items":[\#(item("a")),\#(item("b"))]}"#)
    let screen = PublishedScreen(
      route: try Route("home"), version: 1, definition: definition, combinations: combinations)
    let catalogue = try Fixture.catalogue()
    let schemas = catalogue.viewTypes.mapValues(\.schema)
    // The format has no ids.
    let format = try #require(catalogue.formats["viewItems"])
    let combination = try #require(screen.combinations.first)
    func damages(_ kind: ChaosKind) -> Bool {
      screen.damaged(by: Chaos(kind: kind, seed: 1), combination, as: format, schemas: schemas) != nil
    }
    #expect(!damages(.duplicateIDs))
    #expect(damages(.emptyScreen) && damages(.truncatedBody))
  }
}
