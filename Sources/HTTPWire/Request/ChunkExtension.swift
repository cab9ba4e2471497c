/// Validates the extensions of a chunk (RFC 9112 §7.1.1) byte by byte, after the first `;`, and discards them:
/// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS ( token / quoted-string ) ] )`. Malformed extensions are refused, not
/// skipped: two servers can disagree about where a quoted string or a line ends, which allows request smuggling.
struct ChunkExtension {
  enum Progress: Equatable {
    case needMore
    /// The carriage return at the end of the line was read.
    case done
    case malformed
  }

  private enum Stage {
    case nameStart, name, nameWhitespace, valueStart, value, quoted, escaped, quotedEnd, valueWhitespace
  }

  private var stage = Stage.nameStart

  mutating func step(_ byte: UInt8) -> Progress {
    switch stage {
    case .nameStart:
      if ByteClass.isWhitespace(byte) { return .needMore }
      return go(to: .name, if: ByteClass.token.contains(byte))
    case .name:
      return ByteClass.token.contains(byte) ? .needMore : afterName(byte, endsLine: true)
    case .nameWhitespace: return afterName(byte, endsLine: false)
    case .valueStart:
      if ByteClass.isWhitespace(byte) { return .needMore }
      if byte == 0x22 { return go(to: .quoted, if: true) }
      return go(to: .value, if: ByteClass.token.contains(byte))
    case .value:
      return ByteClass.token.contains(byte) ? .needMore : afterValue(byte, endsLine: true)
    case .quoted:
      if byte == 0x22 { return go(to: .quotedEnd, if: true) }
      return go(to: byte == 0x5C ? .escaped : .quoted, if: ByteClass.isFieldContent(byte))
    case .escaped: return go(to: .quoted, if: ByteClass.isFieldContent(byte))
    case .quotedEnd: return afterValue(byte, endsLine: true)
    case .valueWhitespace: return afterValue(byte, endsLine: false)
    }
  }

  private mutating func afterName(_ byte: UInt8, endsLine: Bool) -> Progress {
    if byte == 0x3D { return go(to: .valueStart, if: true) }
    return next(byte, whitespace: .nameWhitespace, endsLine: endsLine)
  }

  private mutating func afterValue(_ byte: UInt8, endsLine: Bool) -> Progress {
    next(byte, whitespace: .valueWhitespace, endsLine: endsLine)
  }

  /// Whitespace belongs to the extension after it, so a line can't end with whitespace.
  private mutating func next(_ byte: UInt8, whitespace: Stage, endsLine: Bool) -> Progress {
    if byte == 0x0D { return endsLine ? .done : .malformed }
    if byte == 0x3B { return go(to: .nameStart, if: true) }
    return go(to: whitespace, if: ByteClass.isWhitespace(byte))
  }

  private mutating func go(to next: Stage, if isAllowed: Bool) -> Progress {
    stage = next
    return isAllowed ? .needMore : .malformed
  }
}
