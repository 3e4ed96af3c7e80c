import GeofenceCore

extension Fence {
    /// The keys of a fence.
    enum Key: String, ConfigurationKey {
        case id, name, latitude, longitude, radius, geometry, width, bbox, follows, wifi
        case minAltitude, maxAltitude, devices, groups, schedule, expires, properties, rules, monitoring
        /// Rules that may stand in the fence itself.
        case crossing, maxGap, staleAfter, speedLimit, speedFor

        static let refused = ofRules.merging(elsewhere) { first, _ in first }

        /// Rules that don't stand in the fence itself.
        private static let ofRules = Dictionary(
            uniqueKeysWithValues: Set(Rules.Key.names).subtracting(names).map { name in
                let isOfDevices = Rules.Key.ofDevices.contains { $0.rawValue == name }
                return (
                    name,
                    isOfDevices
                        ? Rules.Key.ofDevicesAdvice : "belongs into the fence's \"rules\"; move it there"
                )
            }
        )

        private static let elsewhere = [
            "altitude": "heights go to \"minAltitude\" and \"maxAltitude\"",
            "bssid": "networks go to \"wifi\", such as [\"bssid:aa:bb:cc:*\"]",
            "center": circleAdvice, "lat": circleAdvice, "lon": circleAdvice, "lng": circleAdvice,
            "coordinates": geometryAdvice, "polygon": geometryAdvice, "type": geometryAdvice,
            "days": scheduleAdvice, "from": scheduleAdvice, "timezone": scheduleAdvice, "to": scheduleAdvice,
            "ssid": "networks go to \"wifi\", such as [\"DepotNet\"]",
        ]

        private static let circleAdvice = "a circle is given by \"latitude\", \"longitude\" and \"radius\""
        private static let geometryAdvice =
            "a GeoJSON geometry goes to \"geometry\", with its type and coordinates"
        private static let scheduleAdvice =
            "hours go to \"schedule\", a list of entries with days, from, to and timezone"
    }
}
