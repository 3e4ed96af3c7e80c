// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "geofence-agent",
    products: [
        .executable(name: "geofence-agent", targets: ["geofence-agent"]),
        .library(name: "GeofenceCore", targets: ["GeofenceCore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]
        ),
        .target(name: "GeofenceCore", swiftSettings: swiftSettings),
        .executableTarget(
            name: "geofence-agent",
            dependencies: [
                "CMosquitto",
                "GeofenceCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceCoreTests",
            dependencies: ["GeofenceCore"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceAgentTests",
            dependencies: ["geofence-agent", "GeofenceCore"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceAgentBrokerTests",
            dependencies: ["geofence-agent", "GeofenceCore"],
            swiftSettings: swiftSettings
        ),
    ]
)
