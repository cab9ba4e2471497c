import AdminModel
import JSONText
import SchemaCompatibility

// Reports of compatibility as the API describes them.

extension Compatibility {
  init(_ report: CompatibilityReport) {
    self.init(
      direction: report.direction.rawValue, verdict: report.verdict.rawValue,
      reasons: report.reasons.map { Reason($0) }, mayHaveMore: report.mayHaveMore ? true : nil)
  }
}

extension Compatibility.Reason {
  fileprivate init(_ reason: CompatibilityReason) {
    self.init(
      verdict: reason.verdict.rawValue, code: reason.code.rawValue, message: reason.message,
      hint: reason.hint, path: reason.path, oldPointer: reason.old.pointer.description,
      oldDocument: reason.old.document, oldLine: reason.old.position?.line,
      oldColumn: reason.old.position?.column, newPointer: reason.new.pointer.description,
      newDocument: reason.new.document, newLine: reason.new.position?.line,
      newColumn: reason.new.position?.column, example: reason.example)
  }
}
