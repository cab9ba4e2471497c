/// Decodes a chunked body (RFC 9112 §7.1) in place, directly after the head. Extensions and trailers are validated,
/// bounded and discarded; a trailer never becomes a field (§7.1.2).
struct ChunkedBody {
  private enum Stage {
    case size, sizeWhitespace, chunkExtension, sizeEnd, data, dataEnd, dataLastEnd
    case trailerStart, trailerName, trailerValue, trailerLineEnd, end
  }

  private var stage = Stage.size
  private var scan: Int
  /// The size of the current chunk, then its bytes still to come.
  private var remaining = 0
  private var hasDigits = false
  private var chunkExtension = ChunkExtension()
  private var lineStart: Int
  /// Bytes read that are not content.
  private var overhead = 0
  private var trailerBytes = 0
  private var isTrailerLineEmpty = false
  /// The end of the content decoded so far.
  private(set) var contentEnd: Int
  private let contentStart: Int
  /// The bytes of content that the body may have.
  private let limit: Int

  init(from start: Int, limit: Int) {
    self.limit = limit
    (scan, lineStart, contentStart, contentEnd) = (start, start, start, start)
  }

  /// The length of the whole message in bytes, once it is complete.
  var messageCount: Int { scan }

  mutating func advance(_ input: InputBuffer, limits: WireLimits) -> HeadParser.Progress {
    while scan < input.count {
      if stage == .data {
        let amount = min(remaining, input.count - scan)
        input.move(from: scan, to: contentEnd, count: amount)
        contentEnd += amount
        scan += amount
        remaining -= amount
        if remaining == 0 { stage = .dataEnd }
        continue
      }
      if let error = step(input.bytes[scan], limits: limits) { return .failed(error) }
      scan += 1
      if stage == .end { return .done }
    }
    // Remove framing that was read, so that a slow body needs no more memory than its content.
    input.removeSubrange(contentEnd..<scan)
    lineStart -= scan - contentEnd
    scan = contentEnd
    return .needMore
  }

  /// Processes one byte of framing.
  private mutating func step(_ byte: UInt8, limits: WireLimits) -> WireError? {
    overhead += 1
    guard overhead - (contentEnd - contentStart) <= limits.chunkOverhead else { return .malformedChunk }
    switch stage {
    case .size, .sizeWhitespace, .chunkExtension, .sizeEnd: return stepSize(byte, limits: limits)
    case .dataEnd:
      guard byte == 0x0D else { return .malformedChunk }
      stage = .dataLastEnd
    case .dataLastEnd:
      guard byte == 0x0A else { return .malformedChunk }
      (stage, hasDigits, remaining, lineStart) = (.size, false, 0, scan + 1)
    default: return stepTrailer(byte, limits: limits)
    }
    return nil
  }

  /// `chunk-size [ chunk-ext ] CRLF`
  private mutating func stepSize(_ byte: UInt8, limits: WireLimits) -> WireError? {
    guard scan - lineStart < limits.chunkLine else { return .malformedChunk }
    switch stage {
    case .size:
      if let digit = ByteClass.hexValue(byte) {
        hasDigits = true
        // Leading zeros count as digits. A size that would overflow is refused.
        guard remaining <= Int.max >> 4 else { return .malformedChunk }
        remaining = remaining << 4 | Int(digit)
      } else {
        guard hasDigits else { return .malformedChunk }
        return stepAfterSize(byte)
      }
    case .sizeWhitespace:
      return ByteClass.isWhitespace(byte) || byte == 0x3B ? stepAfterSize(byte) : .malformedChunk
    case .chunkExtension:
      switch chunkExtension.step(byte) {
      case .needMore: break
      case .done: stage = .sizeEnd
      case .malformed: return .malformedChunk
      }
    default:
      guard byte == 0x0A else { return .malformedChunk }
      if remaining == 0 {
        stage = .trailerStart
      } else {
        guard remaining <= limit - (contentEnd - contentStart) else { return .bodyTooLarge }
        stage = .data
      }
    }
    return nil
  }

  private mutating func stepAfterSize(_ byte: UInt8) -> WireError? {
    switch byte {
    case 0x0D: stage = .sizeEnd
    case 0x3B: (stage, chunkExtension) = (.chunkExtension, ChunkExtension())
    // Whitespace is allowed only before an extension (BWS, RFC 9112 §7.1.1).
    case 0x20, 0x09: stage = .sizeWhitespace
    default: return .malformedChunk
    }
    return nil
  }

  /// `*( field-line CRLF ) CRLF`
  private mutating func stepTrailer(_ byte: UInt8, limits: WireLimits) -> WireError? {
    trailerBytes += 1
    guard trailerBytes <= limits.trailerBytes else { return .fieldsTooLarge }
    switch stage {
    case .trailerStart:
      if byte == 0x0D {
        (stage, isTrailerLineEmpty) = (.trailerLineEnd, true)
      } else {
        guard ByteClass.token.contains(byte) else { return .malformedField }
        (stage, isTrailerLineEmpty) = (.trailerName, false)
      }
    case .trailerName:
      if byte == 0x3A {
        stage = .trailerValue
      } else if !ByteClass.token.contains(byte) {
        return .malformedField
      }
    case .trailerValue:
      if byte == 0x0D {
        stage = .trailerLineEnd
      } else if !ByteClass.isFieldContent(byte) {
        return .malformedField
      }
    default:
      guard byte == 0x0A else { return .malformedField }
      stage = isTrailerLineEmpty ? .end : .trailerStart
    }
    return nil
  }
}
