import AdminModel
import Screens
import Testing

@testable import ScreenAPI

/// `AdminModel` does not know the domain, so it lists the values of the domain's enumerations again.
@Suite struct ResponseChoiceTests {
  /// The values that a member of a type may have, also those of the elements of a list.
  private static func choices(_ member: String, of type: (some APIObject).Type) throws -> [String] {
    guard case .object(_, let members) = type.apiType,
      let found = members.first(where: { $0.name == member })
    else { throw Missing(name: member) }
    switch found.type {
    case .choice(let values), .array(.choice(let values)), .orNull(.choice(let values)): return values
    default: throw Missing(name: member)
    }
  }

  private struct Missing: Error { let name: String }

  @Test func `the choices of responses are those of the domain`() throws {
    #expect(
      try Self.choices("events", of: WebhookSummary.self) == WebhookEvent.listed.map(\.rawValue))
    #expect(try Self.choices("scope", of: SignedInSession.self) == AccessScope.allCases.map(\.rawValue))
    #expect(
      try Self.choices("reason", of: ExposureReceipt.Ignored.self)
        == ExposureReports.Refusal.allCases.map(\.rawValue))
    #expect(
      try Self.choices("effect", of: MergedDefinition.Change.self)
        == DefinitionMerge.Effect.allCases.map(\.rawValue))
    #expect(
      try Self.choices("effect", of: Comparison.Section.self)
        == DefinitionComparison.SectionChange.Effect.allCases.map(\.rawValue))
  }
}
