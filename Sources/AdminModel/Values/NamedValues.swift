package import JSONText

/// An object whose members have any names, and values of one type. Keeps their order.
package struct NamedValues<Value: APIValue>: APIValue {
  package let entries: [(name: String, value: Value)]

  package init(_ entries: [(name: String, value: Value)]) { self.entries = entries }

  package static var apiType: ValueType { .map(Value.apiType) }

  package func appendJSON(to bytes: inout [UInt8]) { JSONWriter.append(jsonValue, to: &bytes) }

  package var jsonValue: JSONValue {
    .object(entries.reduce(into: JSONObject()) { $0[$1.name] = $1.value.jsonValue })
  }

  package init(decoding json: JSONValue) throws(APIDecodingError) {
    var entries: [(name: String, value: Value)] = []
    for member in try JSONObject(decoding: json) {
      do throws(APIDecodingError) {
        entries.append((member.name, try Value(decoding: member.value)))
      } catch {
        throw error.inside(member.name)
      }
    }
    self.entries = entries
  }
}
