import FaultInjection
import Testing

@Suite struct WriteHistoryTests {
  private let history = WriteHistory()

  private func start(_ marker: String, node: String = "a", route: String = "home") -> WriteHistory.OperationID
  {
    history.startWrite(writer: "w1", node: node, route: route, marker: marker)
  }

  private func write(
    _ marker: String, node: String = "a", route: String = "home", _ outcome: WriteOperation.Outcome
  ) {
    history.endWrite(start(marker, node: node, route: route), outcome)
  }

  private func observe(_ revisions: Int..., node: String = "a", life: Int = 1) {
    for revision in revisions {
      history.recordRevision(revision, of: node, life: life, since: history.now())
    }
  }

  @Test func `a history in which all promises are kept has no findings`() {
    write("m1", .acknowledged(version: 1, revision: 1))
    // Two at the same time on one node, whose revisions are not in the order of their starts.
    let (second, third) = (start("m2"), start("m3", route: "list/x"))
    history.endWrite(second, .acknowledged(version: 2, revision: 3))
    history.endWrite(third, .acknowledged(version: 1, revision: 2))
    write("m4", .refused(status: 503, code: "store-unavailable"))
    write("m5", .unknown)
    write("m6", .unknown)
    _ = start("m7")
    observe(0, 2, 2, 3)
    observe(1, life: 2)
    observe(0, node: "b")
    #expect(
      history.findings(finalVersions: ["home": [1: "m1", 2: "m2", 3: "m6"], "list/x": [1: "m3"]]) == [])
    #expect(history.operations.map(\.marker) == ["m1", "m2", "m3", "m4", "m5", "m6", "m7"])
    #expect(history.operations.last?.outcome == .unknown)
    #expect(history.operations.last?.ended == nil)
  }

  @Test func `an acknowledged write must be there`() {
    write("m1", .acknowledged(version: 1, revision: 1))
    #expect(
      history.findings(finalVersions: [:]) == [
        "The write “m1” of w1 to home on a was acknowledged as version 1, but this version does not exist."
      ])
  }

  @Test func `an acknowledged write must have its version`() {
    write("m1", .acknowledged(version: 1, revision: 1))
    #expect(
      history.findings(finalVersions: ["home": [1: "x", 2: "m1"]]) == [
        "The write “m1” of w1 to home on a was acknowledged as version 1, but this version has “x”.",
        "The write “m1” of w1 to home on a was acknowledged as version 1, but is also version 2 of home.",
      ])
  }

  @Test func `an acknowledged write must be there once`() {
    write("m1", .acknowledged(version: 1, revision: 1))
    #expect(
      history.findings(finalVersions: ["home": [1: "m1", 2: "m1"], "list": [1: "m1"]]) == [
        """
        The write “m1” of w1 to home on a was acknowledged as version 1, but is also version 2 of home and \
        version 1 of list.
        """
      ])
  }

  @Test func `two writes cannot have one version`() {
    write("m1", .acknowledged(version: 1, revision: 1))
    write("m2", .acknowledged(version: 1, revision: 2))
    #expect(
      history.findings(finalVersions: ["home": [1: "m2"]]) == [
        "The write “m1” of w1 to home on a was acknowledged as version 1, but this version has “m2”."
      ])
  }

  @Test func `a refused write must not be there`() {
    write("m1", .refused(status: 503, code: "store-unavailable"))
    #expect(
      history.findings(finalVersions: ["home": [1: "m1"]]) == [
        "The write “m1” of w1 to home on a was refused with 503 store-unavailable, but is version 1 of home."
      ])
  }

  @Test func `an unknown write must not be there twice`() {
    write("m1", .unknown)
    #expect(
      history.findings(finalVersions: ["home": [1: "m1", 2: "m1"]]) == [
        """
        The write “m1” of w1 to home on a has an unknown outcome and happened twice: it is version 1 of home and \
        version 2 of home.
        """
      ])
  }

  @Test func `a write that never ended must not be there twice`() {
    _ = start("m1")
    #expect(history.findings(finalVersions: ["home": [1: "m1", 2: "m1"]]).count == 1)
  }

  @Test func `version numbers must have no gaps`() {
    #expect(
      history.findings(finalVersions: ["home": [2: "x", 4: "y"], "list": [0: "z"], "none": [:]]) == [
        "home has no version 1, but version 4.", "home has no version 3, but version 4.",
        "list has a version 0.",
      ])
  }

  @Test func `an acknowledged revision must belong to one write`() {
    write("m1", .acknowledged(version: 1, revision: 7))
    write("m2", node: "b", route: "list", .acknowledged(version: 1, revision: 7))
    #expect(
      history.findings(finalVersions: ["home": [1: "m1"], "list": [1: "m2"]]) == [
        """
        The write “m1” of w1 to home on a and the write “m2” of w1 to list on b were both acknowledged with \
        revision 7.
        """
      ])
  }

  @Test func `acknowledged revisions must rise with time on a node`() {
    write("m1", .acknowledged(version: 1, revision: 7))
    write("m2", .acknowledged(version: 2, revision: 6))
    #expect(
      history.findings(finalVersions: ["home": [1: "m1", 2: "m2"]]) == [
        """
        The write “m2” of w1 to home on a got revision 6, but started after the write “m1” of w1 to home on a had \
        ended with revision 7.
        """
      ])
  }

  @Test func `the revision of a node must not fall`() {
    observe(3, 5, 4)
    observe(1, node: "b")
    #expect(history.findings(finalVersions: [:]) == ["The revision of a (process 1) fell from 5 to 4."])
  }

  @Test func `observations at the same time have no order`() {
    let (first, second) = (history.now(), history.now())
    history.recordRevision(5, of: "a", life: 1, since: first)
    history.recordRevision(4, of: "a", life: 1, since: second)
    #expect(history.findings(finalVersions: [:]) == [])
    observe(4)
    #expect(history.findings(finalVersions: [:]) == ["The revision of a (process 1) fell from 5 to 4."])
  }

  @Test func `no read may fail`() {
    history.recordReadFailure(of: "/screens/home", on: "a", reason: "503 not-ready")
    #expect(
      history.findings(finalVersions: [:]) == ["The read of /screens/home on a failed: 503 not-ready."])
  }

  @Test func `a retry replaces the outcome`() {
    let operation = start("m1")
    history.endWrite(operation, .unknown)
    history.endWrite(operation, .acknowledged(version: 1, revision: 1))
    #expect(history.findings(finalVersions: [:]).count == 1)
    #expect(history.findings(finalVersions: ["home": [1: "m1"]]) == [])
  }

  @Test func `many threads can record`() async {
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let id = history.startWrite(
              writer: "w\(writer)", node: "a", route: "r\(writer)", marker: "\(writer)-\(number)")
            history.endWrite(id, .unknown)
            history.recordRevision(0, of: "a", life: 1, since: history.now())
          }
        }
      }
    }
    #expect(history.operations.count == 4000)
    #expect(history.findings(finalVersions: [:]) == [])
  }
}
