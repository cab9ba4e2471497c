// swift-tools-version: 6.2

import PackageDescription

/// Every target of ours: Swift 6, warnings are errors, each use of unsafe code is marked `unsafe`.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "marquee",
  platforms: [.macOS(.v15), .iOS(.v15)],
  targets: [
    .target(name: "JSONText", swiftSettings: house),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: house),
  ]
)
