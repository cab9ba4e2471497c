/// A regular expression of ECMA-262 in Unicode mode, parsed but not compiled.
package struct ParsedPattern: Sendable {
  package let source: String
  package let root: PatternSyntax
  /// The sets of characters that ``root`` refers to, all normalized.
  package let sets: [ScalarSet]
  /// The nesting depth of groups and lookarounds; 0 for a pattern without them.
  package let groupDepth: Int
  let captureCount: Int
  let hasBackreferences: Bool
  let ignoresCase: Bool

  /// - Parameter ignoringCase: the `i` flag, with the case mapping of ``CaseVariants``.
  /// - Throws: ``PatternSyntaxError``.
  package init(_ source: String, ignoringCase: Bool = false) throws(PatternSyntaxError) {
    var parser = PatternParser(source, ignoringCase: ignoringCase)
    self = try parser.parse()
  }

  init(
    source: String, root: PatternSyntax, sets: [ScalarSet], groupDepth: Int, captureCount: Int,
    hasBackreferences: Bool, ignoresCase: Bool
  ) {
    self.source = source
    self.root = root
    self.sets = sets
    self.groupDepth = groupDepth
    self.captureCount = captureCount
    self.hasBackreferences = hasBackreferences
    self.ignoresCase = ignoresCase
  }
}
