import AdminModel
import HTTPWire
import JSONText
import Screens

/// Client keys of SDKs: `/admin/client-keys`.
enum ClientKeyEndpoints {
  static let all: [Endpoint] = [list, get, set, delete]

  static let list = Endpoint(
    .get, "/admin/client-keys", "listClientKeys", .features,
    "The client keys. While there is none, any key gets all experiments.", access: .token(.read),
    responses: [.json("The client keys", ClientKeyPage.self)],
    validation: .entityTag
  ) { api in
    .json(
      ClientKeyPage(
        clientKeys: api.publisher.clientKeys.all.map { key in
          .init(
            key: key.name,
            experiments: key.json["experiments"]?.arrayValue?.compactMap(\.stringValue))
        }))
  }

  static let get = Endpoint(
    .get, "/admin/client-keys/{key}", "getClientKey", .features, "The experiments that a client key may read",
    access: .token(.read), reading: .clientKey, responses: [.json("The client key", .clientKey)],
    problems: [.unknownClientKey], validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    guard let key = api.publisher.clientKeys.named(name) else {
      throw .unknown(.clientKey, name, among: api.publisher.clientKeys.all.map(\.name))
    }
    return .json(key.json)
  }

  static let set = Endpoint(
    .put, "/admin/client-keys/{key}", "setClientKey", .features,
    "Creates or changes a client key", access: .token(.publish), effect: .stores,
    reading: .clientKey, .author, .precondition,
    .body(.clientKey, "The experiments that the key may read; null for all."),
    responses: [
      .json("The key was changed", ClientKeyReference.self),
      .json(201, "The key was created", ClientKeyReference.self),
    ]
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    let isNew = try api.publisher.documents.set(
      .clientKey, name, body, by: author, precondition: { precondition.allows($0) })
    return .json(ClientKeyReference(key: name), isNew ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/client-keys/{key}", "deleteClientKey", .features,
    "Deletes a client key. After the last one, any key gets all experiments again.",
    access: .token(.publish), effect: .stores, reading: .clientKey, .author, .precondition,
    responses: [.json("The key was deleted", ClientKeyReference.self)], problems: [.unknownClientKey]
  ) { (api, name, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .clientKey, name, by: author, precondition: { precondition.allows($0) })
    return .json(ClientKeyReference(key: name))
  }
}

extension Parameter where Value == String {
  /// The name of a client key: it is part of addresses and of code, so it has no characters that need escaping.
  fileprivate static var clientKey: Self {
    let maximumLength = 100
    return path(
      "key", "The client key.",
      .string(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: maximumLength)
    ) { text in
      let isValid =
        text.utf8.count <= maximumLength && text.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._-]*/#) != nil
      return isValid ? text : nil
    }
  }
}

extension Schema {
  fileprivate static let clientKey = Schema.named(
    "ClientKey",
    .closedObject(
      .required("experiments", .anyOf([.array(.string), .null]), "Keys of experiments; null for all.")))
}
