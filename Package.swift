// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target: Swift 6, warnings are errors, each use of unsafe code is marked `unsafe`.
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
  products: [
    .executable(name: "marquee", targets: ["marquee"]),
    .executable(name: "marquee-selftest", targets: ["marquee-selftest"]),
    .executable(name: "marquee-conformance", targets: ["marquee-conformance"]),
    .executable(name: "marquee-demo-app", targets: ["marquee-demo-app"]),
    .library(name: "MarqueeServer", targets: ["MarqueeServer"]),
    .library(name: "ScreenKit", targets: ["ScreenKit"]),
    .library(name: "ScreenKitUI", targets: ["ScreenKitUI"]),
    .library(name: "ScreenKitExperiments", targets: ["ScreenKitExperiments"]),
    .library(name: "ScreenKitTesting", targets: ["ScreenKitTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    // Leaves: they know nothing of Marquee.
    .target(name: "JSONText", swiftSettings: house),
    .target(name: "HTTPWire", swiftSettings: house),
    .target(name: "FileSystem", swiftSettings: house),
    .target(name: "ProgramOutput", dependencies: ["FileSystem"], swiftSettings: house),
    .target(name: "Prometheus", swiftSettings: house),
    .target(name: "CEpoll"),
    .systemLibrary(name: "CMalloc"),
    // The files of the console. They are embedded by #embed, which needs no build step.
    .target(name: "CConsole", exclude: ["app"]),
    // The page of the demo app, embedded in the same way.
    .target(name: "CDemoPage", exclude: ["page", "source"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CCurlCalls"),
    .target(
      name: "MessageDigest",
      dependencies: [.target(name: "CNettle", condition: .when(platforms: [.linux]))], swiftSettings: house),
    .target(name: "Patterns", dependencies: ["JSONText"], swiftSettings: house),
    .target(name: "JSONSchema", dependencies: ["JSONText", "Patterns"], swiftSettings: house),
    .target(
      name: "SchemaCompatibility", dependencies: ["JSONSchema", "JSONText", "Patterns"], swiftSettings: house),
    .target(name: "Assignment", dependencies: ["JSONText"], swiftSettings: house),
    .target(
      name: "TargetingPatterns", dependencies: ["Assignment", "Patterns"], swiftSettings: house),
    .target(name: "SeededRandom", swiftSettings: house),
    .target(
      name: "ScreenChaos", dependencies: ["JSONSchema", "JSONText", "SeededRandom"], swiftSettings: house),
    .target(name: "TextTemplate", dependencies: ["JSONText", "SeededRandom"], swiftSettings: house),
    .target(name: "XMLText", dependencies: ["JSONText"], swiftSettings: house),
    // Files that translators and their tools read and write.
    .target(name: "TranslationFiles", dependencies: ["JSONText", "XMLText"], swiftSettings: house),

    .target(
      name: "LineLog", dependencies: ["JSONText", .product(name: "Logging", package: "swift-log")],
      swiftSettings: house),

    // An app's side.
    .target(name: "ScreenKit", swiftSettings: house),
    // Views for SwiftUI and UIKit. Empty where neither exists.
    .target(name: "ScreenKitUI", dependencies: ["ScreenKit"], swiftSettings: house),
    // Assigning users in the app, with the server's own code.
    .target(
      name: "ScreenKitExperiments",
      dependencies: ["Assignment", "JSONText", "ScreenKit", "TargetingPatterns"],
      swiftSettings: house),
    .target(name: "ScreenCodegen", dependencies: ["JSONSchema", "JSONText"], swiftSettings: house),

    // The responses of the admin API, which the server writes and the command line reads.
    .target(name: "AdminModel", dependencies: ["JSONText"], swiftSettings: house),

    // Domain.
    .target(
      name: "Screens",
      dependencies: [
        "Assignment", "JSONSchema", "JSONText", "MessageDigest", "SchemaCompatibility", "ScreenChaos",
        "TargetingPatterns", "TextTemplate", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: house),

    // Damaged screens for the unit tests of an app.
    .target(name: "ScreenKitTesting", dependencies: ["ScreenChaos", "Screens"], swiftSettings: house),

    .target(
      name: "ScreenMock",
      dependencies: ["Assignment", "JSONText", "ScreenChaos", "Screens", "SeededRandom", "TextTemplate"],
      swiftSettings: house),

    .target(name: "ScreenPreview", dependencies: ["JSONText", "Screens"], swiftSettings: house),
    .target(
      name: "ScreenReport",
      dependencies: [
        "JSONText", "MessageDigest", "SchemaCompatibility", "ScreenPreview", "Screens",
      ],
      swiftSettings: house),

    .target(
      name: "ScreenCapture",
      dependencies: ["Assignment", "HTTPWire", "JSONSchema", "JSONText", "ScreenMock", "Screens"],
      swiftSettings: house),

    .target(
      name: "ScreenSchemas",
      dependencies: [
        "Assignment", "FileSystem", "JSONSchema", "JSONText", "ScreenChaos", "ScreenMock", "Screens",
      ],
      swiftSettings: house),

    .target(
      name: "ScreenLanguageServer",
      dependencies: ["Assignment", "JSONSchema", "JSONText", "ScreenMock", "ScreenSchemas", "Screens"],
      swiftSettings: house),

    // Edges.
    .target(
      name: "SocketServer",
      dependencies: [
        "HTTPWire", "Prometheus", .target(name: "CEpoll", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: house),
    .target(name: "FolderWatch", dependencies: ["JSONText", "Screens"], swiftSettings: house),
    .target(
      name: "SQLiteStore",
      dependencies: ["FileSystem", "Screens", "JSONText", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: house),
    // The store that several nodes share. libpq is loaded when it is needed, and not linked.
    .target(
      name: "PostgresStore", dependencies: ["JSONText", "MessageDigest", "Screens"], swiftSettings: house),
    .target(name: "NodeStore", dependencies: ["Prometheus", "Screens"], swiftSettings: house),
    // Requests to other servers. libcurl is loaded when it is needed, and not linked.
    .target(name: "OutgoingHTTP", dependencies: ["CCurlCalls", "HTTPWire"], swiftSettings: house),
    .target(
      name: "Telemetry", dependencies: ["HTTPWire", "JSONText", "OutgoingHTTP", "Prometheus"],
      swiftSettings: house),
    .target(
      name: "Webhooks", dependencies: ["MessageDigest", "OutgoingHTTP", "Prometheus", "Screens"],
      swiftSettings: house),
    .target(
      name: "ScreenAPI",
      dependencies: [
        "AdminModel", "Assignment", "CConsole", "CZlib", "HTTPWire", "JSONText", "MessageDigest",
        "Prometheus", "SchemaCompatibility", "ScreenChaos", "ScreenCodegen", "ScreenMock", "ScreenPreview",
        "ScreenSchemas", "Screens", "TextTemplate",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: house),

    // The server's own token, in a file of the data folder.
    .target(
      name: "AdminTokenFile", dependencies: ["FileSystem", "HTTPWire", "Screens"], swiftSettings: house),

    // Composition.
    .target(
      name: "MarqueeServer",
      dependencies: [
        "AdminTokenFile", "FileSystem", "FolderWatch", "HTTPWire", "JSONText", "NodeStore", "OutgoingHTTP",
        "PostgresStore",
        "Prometheus", "SQLiteStore", "ScreenAPI", "ScreenMock", "ScreenSchemas", "Screens", "SocketServer",
        "Telemetry", "Webhooks",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: house),

    // The self-test client.
    .target(name: "CurlClient", dependencies: ["CCurl"], swiftSettings: house),
    .target(name: "SelfTest", dependencies: ["CurlClient", "JSONText"], swiftSettings: house),

    // Executables.
    .executableTarget(
      name: "marquee",
      dependencies: [
        "AdminModel", "AdminTokenFile", "Assignment", "FileSystem", "JSONSchema", "JSONText", "LineLog",
        "MarqueeServer", "OutgoingHTTP", "ProgramOutput", "SchemaCompatibility", "ScreenCapture",
        "ScreenChaos", "ScreenCodegen", "ScreenLanguageServer", "ScreenMock", "ScreenPreview", "ScreenReport",
        "ScreenSchemas", "Screens", "TranslationFiles",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "marquee-selftest",
      dependencies: [
        "CurlClient", "ProgramOutput", "SelfTest",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "marquee-conformance",
      dependencies: [
        "Assignment", "HTTPWire", "JSONSchema", "JSONText", "ProgramOutput", "Screens", "SocketServer",
        "TargetingPatterns",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),

    .executableTarget(
      name: "marquee-demo-app",
      dependencies: ["CDemoPage", "HTTPWire", "ProgramOutput", "ScreenKit", "SocketServer"],
      swiftSettings: house),

    // Benchmarks.
    .executableTarget(
      name: "screenkit-benchmarks", dependencies: ["ScreenKit"], path: "Tests/Benchmarks/ScreenKit",
      swiftSettings: house),
    .executableTarget(
      name: "marquee-benchmarks",
      dependencies: [
        "Assignment", "HTTPWire", "JSONSchema", "JSONText", "ScreenPreview", "Screens", "TargetingPatterns",
      ],
      path: "Tests/Benchmarks/Micro", swiftSettings: house),

    // Tests.
    .target(name: "Eventually", path: "Tests/Eventually", swiftSettings: house),
    .target(name: "RawClient", dependencies: ["HTTPWire"], path: "Tests/RawClient", swiftSettings: house),
    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(name: "TestFolders", path: "Tests/TestFolders", swiftSettings: house),
    .target(
      name: "BuiltPrograms", dependencies: ["CSpawn", "TestFolders"], path: "Tests/BuiltPrograms",
      swiftSettings: house),
    .target(name: "LoopbackHTTP", path: "Tests/LoopbackHTTP", swiftSettings: house),
    .target(
      name: "PostgresCluster", dependencies: ["BuiltPrograms", "Eventually", "TestFolders"],
      path: "Tests/PostgresCluster",
      swiftSettings: house),
    .target(
      name: "FaultInjection", path: "Tests/FaultInjection", swiftSettings: house),
    .testTarget(
      name: "FaultInjectionTests", dependencies: ["Eventually", "FaultInjection", "RawClient"],
      swiftSettings: house),
    .testTarget(
      name: "SpanExporterTests", dependencies: ["OutgoingHTTP", "Telemetry"], swiftSettings: house),
    .testTarget(
      name: "WebhooksTests", dependencies: ["LoopbackHTTP", "OutgoingHTTP", "Webhooks"], swiftSettings: house),
    .testTarget(name: "MessageDigestTests", dependencies: ["MessageDigest"], swiftSettings: house),
    .testTarget(name: "AdminModelTests", dependencies: ["AdminModel", "JSONText"], swiftSettings: house),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: house),
    .testTarget(
      name: "LineLogTests", dependencies: ["LineLog", .product(name: "Logging", package: "swift-log")],
      swiftSettings: house),
    .testTarget(
      name: "PatternsTests", dependencies: ["Patterns", "SeededRandom"], swiftSettings: house),
    .testTarget(
      name: "JSONSchemaTests",
      dependencies: ["JSONSchema", "JSONText", "Patterns", "SeededRandom", "TestFolders"],
      swiftSettings: house),
    .testTarget(
      name: "SchemaCompatibilityTests",
      dependencies: ["JSONSchema", "JSONText", "Patterns", "SchemaCompatibility", "SeededRandom"],
      swiftSettings: house),
    .testTarget(
      name: "AssignmentTests", dependencies: ["Assignment", "JSONText", "SeededRandom"], swiftSettings: house),
    .testTarget(name: "HTTPWireTests", dependencies: ["HTTPWire", "SeededRandom"], swiftSettings: house),
    .testTarget(
      name: "SocketServerTests",
      dependencies: ["Eventually", "HTTPWire", "RawClient", "SeededRandom", "SocketServer"],
      swiftSettings: house
    ),
    .target(
      name: "ScreenStoreSuite", dependencies: ["JSONText", "Screens"], path: "Tests/ScreenStoreSuite",
      swiftSettings: house),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Assignment", "JSONSchema", "JSONText", "MessageDigest", "ScreenChaos", "ScreenStoreSuite", "Screens",
        "SeededRandom", "TargetingPatterns", "TestFolders",
      ],
      exclude: ["Mistakes"], swiftSettings: house),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "JSONText", "SQLiteStore", "ScreenStoreSuite", "Screens", "SeededRandom", "TestFolders",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: house),
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "Eventually", "JSONText", "NodeStore", "PostgresCluster", "PostgresStore", "SQLiteStore",
        "ScreenStoreSuite", "Screens", "TestFolders",
      ],
      swiftSettings: house),
    .target(
      name: "NodeSimulation", dependencies: ["FaultInjection", "NodeStore", "Screens", "SeededRandom"],
      path: "Tests/NodeSimulation", swiftSettings: house),
    .testTarget(
      name: "NodeSimulationTests", dependencies: ["NodeSimulation", "NodeStore", "Screens"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenAPITests",
      dependencies: [
        "AdminModel", "HTTPWire", "JSONSchema", "JSONText", "MessageDigest", "SQLiteStore", "ScreenAPI",
        "ScreenMock", "Screens", "TestFolders",
      ],
      exclude: ["Problems/Snapshots"], swiftSettings: house),
    .testTarget(
      name: "ScreenKitTests",
      dependencies: [
        "BuiltPrograms", "Eventually", "LoopbackHTTP", "ScreenKit", "SeededRandom", "TestFolders",
        "marquee-demo-app",
      ],
      exclude: ["Fixtures", "AppleDeclarations"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenKitExperimentsTests",
      dependencies: ["BuiltPrograms", "JSONText", "ScreenKit", "ScreenKitExperiments"], swiftSettings: house),
    .testTarget(
      name: "ScreenChaosTests", dependencies: ["JSONSchema", "JSONText", "ScreenChaos", "TestFolders"],
      swiftSettings: house),
    .testTarget(name: "TextTemplateTests", dependencies: ["JSONText", "TextTemplate"], swiftSettings: house),
    .testTarget(
      name: "XMLTextTests", dependencies: ["JSONText", "XMLText"], swiftSettings: house),
    .testTarget(
      name: "TranslationFilesTests",
      dependencies: [
        "BuiltPrograms", "JSONText", "SeededRandom", "TestFolders", "TranslationFiles",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ScreenPreviewTests", dependencies: ["JSONText", "ScreenPreview", "Screens", "SeededRandom"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenKitTestingTests", dependencies: ["ScreenKit", "ScreenKitTesting", "TestFolders"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenReportTests",
      dependencies: ["JSONText", "ScreenPreview", "ScreenReport", "Screens", "SeededRandom"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenCaptureTests",
      dependencies: ["JSONText", "ScreenCapture", "ScreenMock", "Screens", "SeededRandom", "TestFolders"],
      exclude: ["Recordings"], swiftSettings: house),
    .testTarget(
      name: "ScreenSchemasTests",
      dependencies: ["JSONSchema", "JSONText", "ScreenSchemas", "Screens", "TestFolders"],
      exclude: ["NotExpressible.json"], swiftSettings: house),
    .testTarget(
      name: "ScreenLanguageServerTests",
      dependencies: ["JSONText", "ScreenLanguageServer", "Screens", "TestFolders"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenMockTests",
      dependencies: ["Assignment", "JSONText", "ScreenMock", "Screens", "TestFolders"],
      swiftSettings: house),
    .testTarget(
      name: "ScreenCodegenTests",
      dependencies: [
        "BuiltPrograms", "Eventually", "JSONSchema", "JSONText", "LoopbackHTTP", "ScreenCodegen", "Screens",
        "SeededRandom", "TestFolders",
      ],
      exclude: ["Snapshots"], swiftSettings: house),
    .testTarget(
      name: "FolderWatchTests", dependencies: ["Eventually", "FolderWatch", "JSONText", "TestFolders"],
      swiftSettings: house),
    .testTarget(
      name: "ProgramOutputTests", dependencies: ["BuiltPrograms", "TestFolders"], swiftSettings: house),
    .testTarget(
      name: "marqueeTests",
      dependencies: [
        "BuiltPrograms", "TestFolders", "marquee",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),
    .testTarget(
      name: "AdminTokenFileTests", dependencies: ["AdminTokenFile", "TestFolders"], swiftSettings: house),
    .testTarget(name: "CurlClientTests", dependencies: ["CurlClient", "LoopbackHTTP"], swiftSettings: house),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "BuiltPrograms", "CurlClient", "Eventually", "FaultInjection", "HTTPWire", "JSONText", "LoopbackHTTP",
        "MarqueeServer", "PostgresCluster", "RawClient", "SQLiteStore", "Screens", "SeededRandom",
        "TestFolders",
      ],
      swiftSettings: house),
  ]
)

// Continuous integration makes three builds (.ci/test). `MARQUEE_TESTS` is `plain` for the one for release, which has the
// programs and nearly all tests, or the name of a sanitizer, whose build has only the targets of `roots`
// (Tests/Sanitizers/run). EndToEndTests come from the plain build and start programs with the thread sanitizer. It can also
// list targets of tests, with commas between them, to build only what these need (.ci/part). Without the variable, a build
// contains everything.
let roots = [
  "address": [
    "CurlClientTests", "FaultInjectionTests", "HTTPWireTests", "MessageDigestTests", "SocketServerTests",
    "SpanExporterTests",
  ],
  "thread": ["SocketServerTests", "marquee", "marquee-conformance"],
]
// The targets whose tests use `@testable import`, which a build for release otherwise refuses. All other targets are
// compiled as for production.
let testable: Set = [
  "AdminModel", "AdminTokenFile", "Assignment", "FaultInjection", "FolderWatch", "JSONSchema", "LineLog",
  "MarqueeServer", "OutgoingHTTP", "Patterns", "PostgresStore", "SQLiteStore", "SchemaCompatibility",
  "ScreenAPI", "ScreenCapture", "ScreenChaos", "ScreenKit", "ScreenMock", "ScreenPreview", "ScreenReport",
  "Screens", "SocketServer", "Webhooks", "marquee",
]
// Reports of sanitizers, and crashes in parts, need lines. The plain build has no debug information: making it takes a tenth
// of the time, and a backtrace names functions without it. The option goes to the frontend, where it comes after the one of
// the package manager. LLVM's verification of its code, which only finds faults of the compiler, takes a twentieth.
let tests = Context.environment["MARQUEE_TESTS"] ?? ""
let isPlain = tests == "plain"
let quick = ["-Xfrontend", "-disable-llvm-verify", "-Xfrontend", isPlain ? "-gnone" : "-gline-tables-only"]
for target in package.targets where !tests.isEmpty && target.swiftSettings != nil {
  target.swiftSettings?.append(.unsafeFlags(quick))
  if target.isTest || !isPlain { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
  if testable.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-enable-testing"])) }
}
if isPlain {
  let elsewhere = Set(roots.values.joined())
  package.targets.removeAll { $0.isTest && elsewhere.contains($0.name) }
} else if !tests.isEmpty {
  var kept: Set<String> = []
  var next = roots[tests] ?? tests.split(separator: ",").map(String.init)
  while let name = next.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
      continue
    }
    // Its users start programs on which they do not depend, and compile examples of the documentation.
    if name == "BuiltPrograms", roots[tests] == nil {
      next += package.targets.filter { $0.type == .executable }.map(\.name) + ["ScreenKitTesting"]
    }
    for case .targetItem(let name, _) in target.dependencies { next.append(name) }
    for case .byNameItem(let name, _) in target.dependencies { next.append(name) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
    return !kept.isSuperset(of: targets)
  }
}
