import GeofenceCore

@testable import geofence_agent

/// Documents in the words of a test.
enum FenceDocuments {
    /// The report of a document, without its head.
    static func report(
        _ text: String,
        _ file: String,
        options: FenceFileOptions = FenceFileOptions()
    ) -> [String] {
        read(text, file, options: options).details.map { line in
            String(line.drop { $0 == " " })
        }
    }

    static func read(
        _ text: String,
        _ file: String,
        rules: Rules = Rules(),
        options: FenceFileOptions = FenceFileOptions()
    ) -> FenceImport {
        FenceDocument.read(Array(text.utf8), file: file, rules: rules, options: options)
    }

    /// A FeatureCollection in one line of features each.
    static func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    }

    /// A feature with a geometry; properties and other members as they are to stand there.
    static func feature(_ type: String, _ coordinates: String, _ properties: String, _ rest: String = "")
        -> String
    {
        "{\"type\":\"Feature\",\"properties\":{\(properties)},\(rest)\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}}"
    }

    static let square = "[[[13,52],[13.1,52],[13.1,52.1],[13,52.1],[13,52]]]"

    /// The positions of pairs of longitude and latitude.
    static func positions(_ pairs: [(Double, Double)]) throws -> [Position] {
        try pairs.map { try Position(longitude: $0.0, latitude: $0.1) }
    }

    static func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Shape {
        .circle(try Circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius))
    }
}
