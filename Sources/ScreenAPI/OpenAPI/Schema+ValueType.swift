import AdminModel
import HTTPWire

extension Schema {
  /// The schema of a value of the admin API.
  init(_ type: ValueType) {
    switch type {
    case .any: self = .any
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .number: self = .number
    case .string: self = .string
    case .anyObject: self = .anyObject
    case .time: self = .time
    case .date: self = .string(format: "date")
    case .null: self = .null
    case .choice(let values): self = .choice(values)
    case .array(let elements): self = .array(Schema(elements))
    case .map(let values): self = .map(Schema(values))
    case .orNull(let value): self = Schema(value).orNull
    case .anyOf(let types): self = .anyOf(types.map { Schema($0) })
    case .object(let name, let members):
      let object = Schema.object(
        members.map { member in
          member.isRequired
            ? .required(member.name, Schema(member.type), member.description)
            : .optional(member.name, Schema(member.type), member.description)
        })
      self = name.map { .named($0, object) } ?? object
    }
  }
}

extension ResponseDeclaration {
  /// A response of status 200 in JSON.
  static func json(
    _ description: String, _ type: (some APIValue).Type, headers: [HeaderDeclaration] = []
  ) -> ResponseDeclaration {
    json(200, description, type, headers: headers)
  }

  /// A response in JSON.
  static func json(
    _ status: HTTPStatus, _ description: String, _ type: (some APIValue).Type,
    headers: [HeaderDeclaration] = []
  ) -> ResponseDeclaration {
    json(status, description, Schema(type.apiType), headers: headers)
  }
}
