import HTTPWire
import JSONText
import Screens

/// Files that content refers to: `/assets` and `/admin/assets`.
enum AssetEndpoints {
  static let all: [Endpoint] = [list, get]

  static let list = Endpoint(
    .get, "/admin/assets", "listAssets", .assets,
    "The files that content can refer to, the first \(AssetFolder.maximumListed)", access: .token(.read),
    responses: [
      .json(
        "The assets",
        .object(.required("assets", .array(.object(.required("name", .string))))))
    ], validation: .entityTag
  ) { api in
    .json(["assets": .array(api.publisher.catalogue.assets.names.map { ["name": .string($0)] })])
  }

  static let get = Endpoint(
    .get, "/assets/{path}", "getAsset", .assets, "A file that content refers to",
    reading: .assetPath,
    responses: [
      ResponseDeclaration(
        200, "The file", content: AssetType.all.map { ($0, .any) },
        headers: [
          HeaderDeclaration("Accept-Ranges", "bytes."),
          HeaderDeclaration("Content-Security-Policy", "A sandbox for a file that a browser could run."),
        ])
    ], problems: [.notFound, .unreadableAsset], validation: .ranges
  ) { api, name in
    guard let path = api.publisher.catalogue.assets.path(of: name) else {
      return Problem.notFound("/assets/" + name).response
    }
    guard case .success(let bytes) = FileAccess.bytes(of: path, limit: AssetFolder.maximumBytes) else {
      return Problem(
        .unreadableAsset,
        "\(quoted(name)) is not readable, or has more than \(AssetFolder.maximumBytes) bytes"
      ).response
    }
    return HTTPResponse(
      200,
      fields: AssetType.of(bytes, name: name).fields + [
        HTTPField("Cache-Control", "no-cache"), HTTPField("Accept-Ranges", "bytes"),
      ] + CORS.fields, body: bytes)
  }
}

extension Parameter where Value == String {
  fileprivate static var assetPath: Self {
    path(
      "path",
      """
      The path of the file below the folder of assets. It may have several segments; do not percent-encode \
      its slashes, although OpenAPI cannot describe a path parameter with slashes.
      """, .string
    ) { $0 }
  }
}
