import JSONText
import ScreenChaos
import Testing

/// The output of a seed never changes between platforms and versions, because stored files depend on it.
struct SnapshotTests {
  @Test(arguments: [
    (ChaosKind.unknownViewType, 1 as UInt64, "FUTURE_VIEW_TYPE_74 itself"),
    (.missingRequired, 1, "PLUS_TITLE /firstRowImage/imageUrl gone"),
    (.missingRequired, 2, "AViewType /title gone"),
    (.wrongType, 1, "TWO_LINE_TEXT /text2 7"), (.wrongType, 2, "PLUS_TITLE /description 7"),
    (.nullValue, 1, "TITLE /badges/0 null"), (.extraMember, 1, "AViewType /futureMember60 [1,\"two\",null]"),
    (.rightToLeft, 1, "AViewType /title \"سلام، ۱۲۳ پیام خوانده‌نشده دارید\""),
    (.emoji, 1, "AViewType /title \"\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}\""),
  ])
  func `a seed always makes the same changes`(kind: ChaosKind, seed: UInt64, expected: String) throws {
    let outcome = Chaos(kind: kind, seed: seed).apply(
      to: ShippedScreen.sections, schemas: try ShippedScreen.schemas())
    let change = try #require(outcome.changes.first)
    let item = outcome.sections[change.section].items[change.item]
    let what = change.pointer.map { "\($0) \($0.value(in: item.content)?.text ?? "gone")" }
    #expect("\(item.viewType) \(what ?? "itself")" == expected)
  }

  @Test(arguments: [
    (ChaosKind.truncatedBody, 1 as UInt64, #"{"title":"%ea%b5%ad%ec"#),
    (.truncatedBody, 4, #"{"title":"%ea%b5%ad%ec%88"#),
    (.invalidUTF8, 1, #"{"title":"%ea%b5%ad%ec%88%98","n":[1,2],"more":"a\"b%f4%90%80%80"}"#),
    (.invalidUTF8, 2, #"{"title":"%ea%b5%ad%ec%88%98","n":[1,2],"more":"a\"%f4%90%80%80b"}"#),
  ])
  func `a seed always damages the same bytes`(kind: ChaosKind, seed: UInt64, expected: String) {
    let body = Array(#"{"title":"국수","n":[1,2],"more":"a\"b"}"#.utf8)
    let damaged = Chaos(kind: kind, seed: seed).apply(to: body).body
    #expect(
      damaged.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "%" + String($0, radix: 16) }.joined()
        == expected)
  }
}
