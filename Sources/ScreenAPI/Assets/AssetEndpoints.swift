import AdminModel
import HTTPWire
import Screens

/// Files that content refers to: `/assets` and `/admin/assets`.
enum AssetEndpoints {
  static let all: [Endpoint] = [list, get]

  static let list = Endpoint(
    .get, "/admin/assets", "listAssets", .assets,
    "The files that content can refer to: the first \(AssetFolder.maximumListed) of the folder, and uploads",
    access: .token(.read),
    reading: .flag("unused", "Lists uploads to which no current version, draft or open set refers."),
    responses: [.json("The assets", AssetPage.self)], validation: .entityTag
  ) { (api, unused) throws(ScreensError) in
    let service = api.publisher.assets
    let (files, uploads) = unused ? ([], try service.unused()) : service.all
    return .json(
      AssetPage(
        assets: files.map { AssetPage.Asset(name: $0) }
          + uploads.map { AssetPage.Asset(name: $0.name, bytes: $0.byteCount) }))
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
    if let upload = api.publisher.assets.upload(named: name) { return response(for: upload) }
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

  /// The name contains the digest of the bytes, so caches may keep them.
  private static func response(for upload: UploadedAsset) -> HTTPResponse {
    guard let bytes = upload.bytes else {
      return Problem(.unreadableAsset, "the stored picture \(quoted(upload.name)) is damaged").response
    }
    return HTTPResponse(
      200,
      fields: AssetType.of(bytes, name: upload.name).fields + [
        HTTPField("Cache-Control", "public, max-age=31536000, immutable"),
        HTTPField("Accept-Ranges", "bytes"),
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
