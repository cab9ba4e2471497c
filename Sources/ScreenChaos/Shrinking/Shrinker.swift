import JSONText

/// Shrinks a body while it keeps an effect (delta debugging: Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input", 2002).
package struct Shrinker {
  /// The largest body that is shrunk as a JSON value, in bytes. A larger one is shrunk as bytes.
  private static let maximumValueBytes = 4 << 20

  private var left: Int
  private let hasEffect: ([UInt8]) -> Bool

  private init(trials: Int, hasEffect: @escaping ([UInt8]) -> Bool) {
    left = trials
    self.hasEffect = hasEffect
  }

  /// Shrinks a body.
  /// - Parameters:
  ///   - trials: the maximum number of bodies to try.
  ///   - hasEffect: whether a body has the effect. The given body has it.
  /// - Returns: the smallest body that was found.
  package static func shrink(
    _ body: [UInt8], trials: Int, while hasEffect: @escaping ([UInt8]) -> Bool
  ) -> [UInt8] {
    var shrinker = Shrinker(trials: trials, hasEffect: hasEffect)
    guard body.count <= maximumValueBytes, let value = try? JSONParser.parse(body) else {
      return shrinker.shrunk(body) { $0 }
    }
    return shrinker.shrunk(value) { $0 }.serialized()
  }

  private mutating func holds(_ body: [UInt8]) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return hasEffect(body)
  }

  /// Shrinks a list by removing runs of elements, long ones first.
  private mutating func shrunk<Element>(_ list: [Element], _ body: ([Element]) -> [UInt8]) -> [Element] {
    var list = list
    var length = list.count
    while length > 0, left > 0 {
      var start = 0
      while start < list.count {
        var shorter = list
        shorter.removeSubrange(start..<min(start + length, list.count))
        if holds(body(shorter)) { list = shorter } else { start += length }
      }
      length /= 2
    }
    return list
  }

  /// Shrinks a value from the outside to the inside.
  /// - Parameter body: makes the body of the value that is shrunk, such as the document around it.
  private mutating func shrunk(_ value: JSONValue, in body: (JSONValue) -> JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      var kept = shrunk(elements) { body(.array($0)).serialized() }
      for index in kept.indices where left > 0 {
        let others = kept
        kept[index] = shrunk(kept[index]) { part in
          var all = others
          all[index] = part
          return body(.array(all))
        }
      }
      return .array(kept)
    case .object(let object):
      let names = shrunk(object.names) { body(.object(object.with($0))).serialized() }
      var kept = object.with(names)
      for name in names where left > 0 {
        guard let member = kept[name] else { continue }
        let others = kept
        kept[name] = shrunk(member) { part in
          var all = others
          all[name] = part
          return body(.object(all))
        }
      }
      return .object(kept)
    case .string(let text):
      let scalars = shrunk(Array(text.unicodeScalars)) { body(.string(Self.text($0))).serialized() }
      return .string(Self.text(scalars))
    case .number, .bool, .null: return value
    }
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension JSONObject {
  /// The object with some of its members, in their order.
  fileprivate func with(_ names: [String]) -> JSONObject {
    var object: JSONObject = [:]
    for name in names { object[name] = self[name] }
    return object
  }
}
