import GeofenceCore

extension Agent {
    private enum ZonesKey: String, ConfigurationKey { case device, limit, after }

    /// The zones of a device, with the hours of the week; and the visit that lasts.
    func deviceZones(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ZonesKey.self)
        let device = try known(reader.required(.device, Self.deviceHint) { $0.identifier() })
        guard tracker.engine.placeRules?.zones != nil else {
            throw RequestProblem("no zones are looked for; put \"zones\": {} into the configuration file")
        }
        let limit = try reader.optional(.limit) { $0.integer(1...Self.longestList) } ?? Self.longestList
        let after = try reader.optional(.after) { $0.moment() }
        let id = tracker.engine.deviceID(device)
        let zones = tracker.engine.zones(device: device)
        let wanted = zones.lazy.filter { zone in after.map { zone.id > $0 } ?? true }.prefix(limit)
        let page = Self.page(wanted) { zone in
            Reports.zone(zone, holding: port.settings.places.quantile, isWhole: true)
        }
        let visit = tracker.engine.visit(device: device).map { VisitEvent(device: id, report: .arrival($0)) }
        return JSONWriter.object { json in
            json.member("device", id.description)
            if let visit {
                json.member("visit", json: Reports.visit(visit, in: tracker.engine.zone(of: visit)))
            }
            json.member("count", zones.count)
            json.member("zones", json: JSONWriter.array(page))
        }
    }
}
