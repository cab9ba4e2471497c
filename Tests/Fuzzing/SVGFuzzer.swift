/// Invariant: bytes are refused with a reason, or they are a picture that stays one, whatever a comment at its end says.
/// A picture that is taken has no tag with a script.
enum Harness {
  static func run(_ data: [UInt8]) {
    do throws(Picture.Refusal) {
      let picture = try Picture(data)
      guard picture.format == .svg else { return }
      require(isPicture(data + Array("<!-- <script> -->\n".utf8)), "a comment at the end makes it another")
      require(!isPicture(data + Array("<script/>".utf8)), "a script after the root is taken")
      let text = String(decoding: data, as: UTF8.self)
      let isPlain = !text.utf8.contains(UInt8(ascii: "!"))
      require(!isPlain || !text.lowercased().utf8.has("<script"), "a script is taken")
    } catch {
      require(!error.reason.isEmpty, "a refusal says nothing")
    }
  }

  private static func isPicture(_ bytes: [UInt8]) -> Bool { (try? Picture(bytes)) != nil }
}

extension String.UTF8View {
  fileprivate func has(_ part: String) -> Bool {
    indices.contains { self[$0...].starts(with: part.utf8) }
  }
}
