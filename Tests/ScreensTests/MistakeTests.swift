import JSONText
import Screens
import Testing

/// The findings about each mistake in `Mistakes/`.
@Suite struct MistakeTests {
  @Test(arguments: try MistakeFolder.subjects)
  func `each mistake has the findings beside it`(subject: MistakeFolder) throws {
    let check = try subject.check()
    let mistakes = try subject.mistakes
    var validFiles = 0
    for mistake in mistakes {
      let found = check.findings[mistake, default: ""]
      let expected = try subject.findings(of: mistake, found: found)
      #expect(found == expected, "\(mistake)")
      if expected.isEmpty { validFiles += 1 }
    }
    #expect(Set(check.findings.keys).isSubset(of: mistakes))
    #expect(check.validFiles == validFiles)
  }

  @Test(arguments: try MistakeFolder.releases.mistakes)
  func `each mistake in a file of releases has the findings beside it`(mistake: String) throws {
    let diagnostics: Diagnostics
    do {
      _ = try ReleaseReader.readAll(try JSONDocument(try MistakeFolder.releases.bytes(of: mistake)))
      diagnostics = Diagnostics()
    } catch let error as JSONSyntaxError {
      diagnostics = Diagnostics(error)
    } catch let error as InvalidDocument {
      diagnostics = error.diagnostics
    }
    let found = MistakeFolder.text(of: diagnostics)
    let expected = try MistakeFolder.releases.findings(of: mistake, found: found)
    #expect(!expected.isEmpty)
    #expect(found == expected)
  }

  @Test func `every mistake stands beside its findings, and none is lost`() throws {
    var count = 0
    for folder in try MistakeFolder.folders {
      let (paths, mistakes) = (try folder.paths, try folder.mistakes)
      #expect(mistakes.count > 2, "\(folder)")
      // Two mistakes with one partner, such as a.json and a.JSON, are one too few.
      #expect(Set(mistakes.compactMap(MistakeFolder.partner)).union(mistakes) == Set(paths), "\(folder)")
      #expect(paths.count == 2 * mistakes.count, "\(folder)")
      count += mistakes.count
    }
    #expect(count >= 244)
  }
}
