import Testing

@testable import Screens

@Suite struct DraftRevisionsTests {
  private func entry(_ id: Int, at: Double) -> AuditEntry {
    AuditEntry(id: id, at: at, by: "ci", action: .saveDraft, subject: "home")
  }

  @Test func `revisions rise while the clock stands, advances or is set back`() {
    let revisions = DraftRevisions(after: nil)
    let times = Array(repeating: 1.0, count: 3000) + [2, 1, 1.001, 3, -5, .infinity, 0]
    let all = times.map { revisions.next(at: $0, after: 0) }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    #expect(revisions.next(at: 0, after: (all.last ?? 0) + 10) > (all.last ?? 0) + 10)
  }

  @Test func `revisions after a restart are higher than those in the store`() {
    let before = DraftRevisions(after: nil)
    let last = (1...5000).map { _ in before.next(at: 7, after: 0) }.last ?? .max
    #expect(DraftRevisions(after: entry(5000, at: 7)).next(at: 7, after: 0) > last)
  }

  @Test func `revisions are higher than those of earlier programs, which were milliseconds`() {
    let now = 1_700_000_000.0
    #expect(DraftRevisions(after: nil).next(at: now, after: 0) > Int(now * 1000) * 1000)
  }

  @Test func `a revision of Int.max does not trap`() {
    let revisions = DraftRevisions(after: nil)
    _ = revisions.next(at: 1, after: .max)
    #expect(revisions.next(at: 1, after: 0) < revisions.next(at: 1, after: 0))
  }
}
