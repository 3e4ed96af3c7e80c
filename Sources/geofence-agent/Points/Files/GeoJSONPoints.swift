import GeofenceCore

/// Reads points of interest from GeoJSON, feature by feature.
///
/// `properties` in the shapes that OpenStreetMap's tools (`addr:city`, `opening_hours`) and Woosmap's search
/// (`store_id`, `address`, `open`) write them.
enum GeoJSONPoints {
    static func read(_ bytes: [UInt8], into intake: inout PointImporter) {
        var scanner = FeatureScanner(bytes)
        guard scanner.enter("features") else {
            return intake.fail(
                "is no GeoJSON with a list \"features\"; points are features in a FeatureCollection"
            )
        }
        while let feature = scanner.next() { read(feature, &intake) }
        if !scanner.isAtEnd {
            intake.fail("the file ends within the list \"features\"; it seems to be cut off")
        }
    }

    private static func read(_ feature: FeatureScanner.Feature, _ intake: inout PointImporter) {
        intake.count()
        var parser = JSONDocumentParser(feature.bytes, at: feature.position)
        do throws(JSONSyntaxError) {
            read(try parser.document(), &intake)
        } catch {
            intake.refuse("\(error)", at: error.position)
        }
    }

    private static func read(_ feature: JSONNode, _ intake: inout PointImporter) {
        let position = feature.position
        guard let geometry = feature.member("geometry"), geometry.member("type")?.text == "Point",
            let coordinates = geometry.member("coordinates")?.elements, coordinates.count >= 2,
            let longitude = coordinates[0].number, let latitude = coordinates[1].number
        else {
            return intake.refuse(
                "needs a geometry of the type Point with [longitude, latitude]",
                at: position
            )
        }
        guard let place = intake.place(longitude: longitude, latitude: latitude, at: coordinates[0].position)
        else {
            return
        }
        let properties = PointProperties(feature.member("properties"))
        var point = ParsedPoint(place: place)
        point.id = properties.text(PointNames.ids) ?? feature.member("id").flatMap(PointProperties.text) ?? ""
        point.name = properties.text(PointNames.names)
        point.city = properties.text(PointNames.cities)
        point.zip = properties.text(PointNames.zips)
        point.tags = properties.list("tags")
        point.types = properties.list("types")
        point.radius = properties.radius(&intake)
        point.clocks = properties.clocks(&intake)
        intake.add(point, at: position)
    }
}

extension PointImporter {
    /// Reports what makes a file of no use.
    func fail(_ message: String) {
        reading.include([ConfigurationProblem(file: file, position: nil, path: "", message: message)], [])
    }
}
