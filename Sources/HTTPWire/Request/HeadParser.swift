/// Parses the head of a request (RFC 9112 §2–§5) incrementally: it continues where it stopped, and the result doesn't
/// depend on how the bytes are split. Offsets count from the first byte of the message.
struct HeadParser {
  enum Progress: Equatable {
    case needMore
    case done
    case failed(WireError)
  }

  private enum Stage {
    case emptyLine, method, target, version, fieldStart, fieldName, valueStart, fieldValue, lineEnd,
      lastLineEnd
  }

  private var stage = Stage.emptyLine
  /// The offset of the next byte to read.
  private var scan = 0
  /// The offset of the first byte of the current token or value.
  private var mark = 0
  private var emptyLines = 0
  private var lineStart = 0
  private var fieldsStart = 0
  private var line = FieldLine(name: 0, nameCount: 0, value: 0, valueCount: 0, known: FieldTable.none)
  private(set) var head = RequestHead()

  /// Whether the request line has begun; empty lines before it don't count.
  var hasBegun: Bool { stage != .emptyLine }

  mutating func advance(_ message: Bytes, limits: WireLimits, fields: FieldTable) -> Progress {
    while true {
      switch stage {
      case .emptyLine:
        guard scan < message.count else { return .needMore }
        guard message[scan] == 0x0D else {
          (lineStart, mark, stage) = (scan, scan, .method)
          continue
        }
        guard scan + 1 < message.count else { return .needMore }
        emptyLines += 1
        guard message[scan + 1] == 0x0A, emptyLines <= limits.emptyLines else {
          return .failed(.malformedRequestLine)
        }
        scan += 2

      case .method, .target, .version:
        switch advanceRequestLine(message, limit: lineStart + limits.requestLine) {
        case .done: continue
        case .needMore:
          guard scan - lineStart >= limits.requestLine else { return .needMore }
          // A method longer than the whole line limit can't be a known one: 501 (RFC 9112 §3).
          return .failed(stage == .method ? .unknownMethod : .targetTooLong)
        case .failed(let error): return .failed(error)
        }

      default:
        switch advanceFields(message, limit: fieldsStart + limits.fieldBytes, fields: fields) {
        case .done: return finish(message, limits: limits, fields: fields)
        case .needMore:
          return scan - fieldsStart >= limits.fieldBytes ? .failed(.fieldsTooLarge) : .needMore
        case .failed(let error): return .failed(error)
        }
      }
    }
  }

  /// `method SP request-target SP HTTP-version CRLF` (RFC 9112 §3). Returns `.done` after each of the three parts.
  private mutating func advanceRequestLine(_ message: Bytes, limit: Int) -> Progress {
    let end = min(message.count, limit)
    switch stage {
    case .method:
      scan = message.endOfClass(.token, from: scan, to: end)
      guard scan < end else { return .needMore }
      guard message[scan] == 0x20, scan > mark else { return .failed(.malformedRequestLine) }
      head.methodStart = mark
      head.methodCount = scan - mark
      head.method = HTTPMethod(message[mark..<scan])
      scan += 1
      (mark, stage) = (scan, .target)

    case .target:
      scan = message.endOfClass(.target, from: scan, to: end)
      guard scan < end else { return .needMore }
      guard message[scan] == 0x20 else {
        // A line that ends after the target has no version.
        return .failed(
          message[scan] == 0x0D || message[scan] == 0x0A ? .malformedRequestLine : .malformedTarget)
      }
      guard scan > mark else { return .failed(.malformedRequestLine) }
      if let error = RequestTarget.read(message, mark..<scan, into: &head) { return .failed(error) }
      scan += 1
      (mark, stage) = (scan, .version)

    default:
      return advanceVersion(message, end: end)
    }
    return .done
  }

  /// `"HTTP/" DIGIT "." DIGIT CRLF` (RFC 9112 §2.3).
  private mutating func advanceVersion(_ message: Bytes, end: Int) -> Progress {
    if scan == mark, message[scan..<end].hasPrefix("HTTP/1.1\r\n") {
      scan += 10
      head.version = .http11
      (fieldsStart, stage) = (scan, .fieldStart)
      return .done
    }
    let pattern: StaticString = "HTTP/d.d\r\n"
    while scan < end, scan - mark < pattern.utf8CodeUnitCount {
      // SAFETY: the index is below the literal's length.
      let expected = unsafe pattern.utf8Start[scan - mark]
      let byte = message[scan]
      guard expected == 0x64 ? ByteClass.isDigit(byte) : byte == expected else {
        return .failed(.malformedRequestLine)
      }
      scan += 1
    }
    guard scan - mark == pattern.utf8CodeUnitCount else { return .needMore }
    guard message[mark + 5] == 0x31 else { return .failed(.unsupportedVersion) }
    head.version = message[mark + 7] == 0x30 ? .http10 : .http11
    (fieldsStart, stage) = (scan, .fieldStart)
    return .done
  }

  /// `*( field-name ":" OWS field-value OWS CRLF ) CRLF` (RFC 9112 §5). Returns `.done` after the empty line.
  private mutating func advanceFields(_ message: Bytes, limit: Int, fields: FieldTable) -> Progress {
    let end = min(message.count, limit)
    while scan < end {
      let byte = message[scan]
      switch stage {
      case .fieldStart:
        if byte == 0x0D {
          stage = .lastLineEnd
          scan += 1
        } else if ByteClass.isWhitespace(byte) {
          // obs-fold (RFC 9112 §5.2), or a space before the first field (§2.2).
          return .failed(.foldedField)
        } else {
          (mark, stage) = (scan, .fieldName)
        }

      case .fieldName:
        scan = message.endOfClass(.token, from: scan, to: end)
        guard scan < end else { return .needMore }
        guard message[scan] == 0x3A, scan > mark else { return .failed(.malformedField) }
        line.name = UInt32(truncatingIfNeeded: mark)
        line.nameCount = UInt32(truncatingIfNeeded: scan - mark)
        line.known = KnownField.recognize(message[mark..<scan])?.rawValue ?? FieldTable.none
        scan += 1
        stage = .valueStart

      case .valueStart:
        while scan < end, ByteClass.isWhitespace(message[scan]) { scan += 1 }
        guard scan < end else { return .needMore }
        (mark, stage) = (scan, .fieldValue)

      case .fieldValue:
        scan = message.endOfFieldContent(from: scan, to: end)
        guard scan < end else { return .needMore }
        guard message[scan] == 0x0D else { return .failed(.malformedField) }
        var last = scan
        while last > mark, ByteClass.isWhitespace(message[last - 1]) { last -= 1 }
        line.value = UInt32(truncatingIfNeeded: mark)
        line.valueCount = UInt32(truncatingIfNeeded: last - mark)
        scan += 1
        stage = .lineEnd

      case .lineEnd:
        guard byte == 0x0A else { return .failed(.malformedField) }
        guard fields.append(line) else { return .failed(.tooManyFields) }
        scan += 1
        stage = .fieldStart

      default:
        guard byte == 0x0A else { return .failed(.malformedField) }
        scan += 1
        head.count = scan
        return .done
      }
    }
    return .needMore
  }

  private mutating func finish(_ message: Bytes, limits: WireLimits, fields: FieldTable) -> Progress {
    if let error = FieldRules.apply(message, fields: fields, limits: limits, to: &head) {
      return .failed(error)
    }
    return .done
  }
}
