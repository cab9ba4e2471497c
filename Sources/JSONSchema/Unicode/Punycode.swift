/// Punycode (RFC 3492), with the parameters of §5.
enum Punycode {
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let initialN = 128

  /// §6.2; nil when the text is not valid Punycode.
  static func decode(_ code: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var rest = code[...]
    if let delimiter = code.lastIndex(of: "-") {
      output = Array(code[..<delimiter])
      rest = code[(delimiter + 1)...]
      guard output.allSatisfy(\.isASCII) else { return nil }
    }
    var n = initialN
    var i = 0
    var bias = initialBias
    while !rest.isEmpty {
      let before = i
      var weight = 1
      var k = base
      while true {
        guard let digit = rest.popFirst().flatMap(digitValue) else { return nil }
        // Labels are short, so no valid label has a sum beyond this.
        guard digit <= (Int(Int32.max) - i) / weight else { return nil }
        i += digit * weight
        let t = threshold(k, bias)
        if digit < t { break }
        guard weight <= Int(Int32.max) / (base - t) else { return nil }
        weight *= base - t
        k += base
      }
      let count = output.count + 1
      bias = adapt(i - before, count: count, isFirst: before == 0)
      n += i / count
      i %= count
      guard let value = UInt32(exactly: n), let scalar = Unicode.Scalar(value) else { return nil }
      output.insert(scalar, at: i)
      i += 1
    }
    return output
  }

  /// §6.3; nil when the numbers become too large.
  static func encode(_ label: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var output = label.filter(\.isASCII)
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append("-") }
    var n = initialN
    var delta = 0
    var bias = initialBias
    while handled < label.count {
      guard let next = label.map({ Int($0.value) }).filter({ $0 >= n }).min(),
        next - n <= (Int(Int32.max) - delta) / (handled + 1)
      else { return nil }
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in label {
        if Int(scalar.value) < n { delta += 1 }
        guard Int(scalar.value) == n else { continue }
        var q = delta
        var k = base
        while true {
          let t = threshold(k, bias)
          if q < t { break }
          output.append(digit(t + (q - t) % (base - t)))
          q = (q - t) / (base - t)
          k += base
        }
        output.append(digit(q))
        bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return output
  }

  private static func threshold(_ k: Int, _ bias: Int) -> Int {
    k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
  }

  /// §6.1
  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }

  private static func digitValue(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "a"..."z": Int(scalar.value) - 0x61
    case "A"..."Z": Int(scalar.value) - 0x41
    case "0"..."9": Int(scalar.value) - 0x30 + 26
    default: nil
    }
  }

  private static func digit(_ value: Int) -> Unicode.Scalar {
    let code = value < 26 ? value + 0x61 : value - 26 + 0x30
    return Unicode.Scalar(UInt8(truncatingIfNeeded: code))
  }
}
