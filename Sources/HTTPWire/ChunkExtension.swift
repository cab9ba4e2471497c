/// Checks the extensions of a chunk (RFC 9112 §7.1.1) byte by byte, from the first `;` on, and keeps nothing of them:
/// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS ( token / quoted-string ) ] )`. What is no extension is refused and
/// not skipped: where a quoted string ends, or a line, is what two servers read in two ways.
struct ChunkExtension {
  enum Progress: Equatable {
    case needMore
    /// The carriage return that ends the line was read.
    case done
    case malformed
  }

  private enum Stage {
    case nameStart, name, nameBlank, valueStart, value, quoted, escaped, quotedEnd, valueBlank
  }

  private var stage = Stage.nameStart

  mutating func step(_ byte: UInt8) -> Progress {
    switch stage {
    case .nameStart:
      if ByteClass.isBlank(byte) { return .needMore }
      return go(to: .name, if: ByteClass.token.contains(byte))
    case .name:
      return ByteClass.token.contains(byte) ? .needMore : afterName(byte, endsLine: true)
    case .nameBlank: return afterName(byte, endsLine: false)
    case .valueStart:
      if ByteClass.isBlank(byte) { return .needMore }
      if byte == 0x22 { return go(to: .quoted, if: true) }
      return go(to: .value, if: ByteClass.token.contains(byte))
    case .value:
      return ByteClass.token.contains(byte) ? .needMore : afterValue(byte, endsLine: true)
    case .quoted:
      if byte == 0x22 { return go(to: .quotedEnd, if: true) }
      return go(to: byte == 0x5C ? .escaped : .quoted, if: ByteClass.isFieldContent(byte))
    case .escaped: return go(to: .quoted, if: ByteClass.isFieldContent(byte))
    case .quotedEnd: return afterValue(byte, endsLine: true)
    case .valueBlank: return afterValue(byte, endsLine: false)
    }
  }

  private mutating func afterName(_ byte: UInt8, endsLine: Bool) -> Progress {
    if byte == 0x3D { return go(to: .valueStart, if: true) }
    return next(byte, blank: .nameBlank, endsLine: endsLine)
  }

  private mutating func afterValue(_ byte: UInt8, endsLine: Bool) -> Progress {
    next(byte, blank: .valueBlank, endsLine: endsLine)
  }

  /// Blanks belong to the extension that follows them: a line does not end with them.
  private mutating func next(_ byte: UInt8, blank: Stage, endsLine: Bool) -> Progress {
    if byte == 0x0D { return endsLine ? .done : .malformed }
    if byte == 0x3B { return go(to: .nameStart, if: true) }
    return go(to: blank, if: ByteClass.isBlank(byte))
  }

  private mutating func go(to next: Stage, if isAllowed: Bool) -> Progress {
    stage = next
    return isAllowed ? .needMore : .malformed
  }
}
