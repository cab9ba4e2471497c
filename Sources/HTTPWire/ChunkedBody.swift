/// Reads a chunked body (RFC 9112 §7.1) and puts its content together in place, right behind the head. Extensions
/// and trailers are checked, bounded and dropped: a trailer never becomes a field (§7.1.2).
struct ChunkedBody {
  private enum Stage {
    case size, sizeBlank, chunkExtension, sizeEnd, data, dataEnd, dataLastEnd
    case trailerStart, trailerName, trailerValue, trailerLineEnd, end
  }

  private var stage = Stage.size
  private var scan: Int
  /// The size of the chunk being read, then what is left of it.
  private var left = 0
  private var hasDigits = false
  private var chunkExtension = ChunkExtension()
  private var lineStart: Int
  private var overhead = 0
  private var trailers = 0
  private var nameCount = 0
  /// The end of the content put together so far.
  private(set) var contentEnd: Int
  private let contentStart: Int

  init(from start: Int) {
    (scan, lineStart, contentStart, contentEnd) = (start, start, start, start)
  }

  /// Bytes of the whole message, once it is done.
  var messageCount: Int { scan }

  mutating func advance(_ input: InputBuffer, limits: WireLimits) -> HeadParser.Progress {
    while scan < input.count {
      if stage == .data {
        let amount = min(left, input.count - scan)
        input.move(from: scan, to: contentEnd, count: amount)
        contentEnd += amount
        scan += amount
        left -= amount
        if left == 0 { stage = .dataEnd }
        continue
      }
      if let error = step(input.bytes[scan], limits: limits) { return .failed(error) }
      scan += 1
      if stage == .end { return .done }
    }
    // What was read and is no content goes, so that a slow body needs no more memory than it holds.
    input.close(gap: contentEnd..<scan)
    lineStart -= scan - contentEnd
    scan = contentEnd
    return .needMore
  }

  /// One byte that is not content.
  private mutating func step(_ byte: UInt8, limits: WireLimits) -> WireError? {
    overhead += 1
    guard overhead - (contentEnd - contentStart) <= limits.chunkOverhead else { return .malformedChunk }
    switch stage {
    case .size, .sizeBlank, .chunkExtension, .sizeEnd: return stepSize(byte, limits: limits)
    case .dataEnd:
      guard byte == 0x0D else { return .malformedChunk }
      stage = .dataLastEnd
    case .dataLastEnd:
      guard byte == 0x0A else { return .malformedChunk }
      (stage, hasDigits, left, lineStart) = (.size, false, 0, scan + 1)
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
        // Zeros in front are digits like others; a number that does not fit is refused, whatever follows.
        guard left <= Int.max >> 4 else { return .malformedChunk }
        left = left << 4 | Int(digit)
      } else {
        guard hasDigits else { return .malformedChunk }
        return stepAfterSize(byte)
      }
    case .sizeBlank: return ByteClass.isBlank(byte) || byte == 0x3B ? stepAfterSize(byte) : .malformedChunk
    case .chunkExtension:
      switch chunkExtension.step(byte) {
      case .needMore: break
      case .done: stage = .sizeEnd
      case .malformed: return .malformedChunk
      }
    default:
      guard byte == 0x0A else { return .malformedChunk }
      if left == 0 {
        stage = .trailerStart
      } else {
        guard left <= limits.body - (contentEnd - contentStart) else { return .bodyTooLarge }
        stage = .data
      }
    }
    return nil
  }

  private mutating func stepAfterSize(_ byte: UInt8) -> WireError? {
    switch byte {
    case 0x0D: stage = .sizeEnd
    case 0x3B: (stage, chunkExtension) = (.chunkExtension, ChunkExtension())
    // Blanks are allowed before an extension only (BWS, RFC 9112 §7.1.1).
    case 0x20, 0x09: stage = .sizeBlank
    default: return .malformedChunk
    }
    return nil
  }

  /// `*( field-line CRLF ) CRLF`
  private mutating func stepTrailer(_ byte: UInt8, limits: WireLimits) -> WireError? {
    trailers += 1
    guard trailers <= limits.trailerBytes else { return .fieldsTooLarge }
    switch stage {
    case .trailerStart:
      if byte == 0x0D {
        (stage, nameCount) = (.trailerLineEnd, 0)
      } else {
        guard ByteClass.token.contains(byte) else { return .malformedField }
        (stage, nameCount) = (.trailerName, 1)
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
      stage = nameCount == 0 ? .end : .trailerStart
    }
    return nil
  }
}
