import GeofenceCore

extension Agent {
    enum DeviceKey: String, ConfigurationKey { case device }

    func deviceStatus(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, DeviceKey.self)
        let device = try known(reader.required(.device, Self.deviceHint) { $0.identifier() })
        let id = tracker.engine.deviceID(device)
        let fences = tracker.engine.reportedFences(device: device).compactMap { slot -> [UInt8]? in
            guard let fence = tracker.engine.fence(slot),
                let report = tracker.engine.status(device: device, fence: slot)
            else { return nil }
            return Reports.fenceStatus(report, id, fence.id)
        }
        return JSONWriter.object { json in
            describe(device, &json)
            Self.writePage(fences, as: "fences", to: &json)
        }
    }

    static let deviceHint = "say which device, such as \"device\": \"van1\""

    /// The index of a device that is known.
    func known(_ id: Identifier) throws(RequestProblem) -> Int {
        if let device = tracker.engine.device(id) { return device }
        let names = Array(tracker.engine.deviceNumbers.prefix(10_000)).map {
            tracker.engine.deviceID($0).description
        }
        let hint =
            NearestName.of(id.description, among: names).map { "did you mean \"\($0)\"?" }
            ?? "\"device/list\", or geofence-agent status, names those that have"
        throw RequestProblem("nothing has been heard of a device \"\(id)\"; \(hint)")
    }

    /// What people call a device; nil where nobody does anything else than its id.
    func name(of id: Identifier) -> String? {
        port.settings.additions.name(of: id, or: tracker.details.names)
    }

    private func describe(_ device: Int, _ json: inout JSONWriter) {
        let id = tracker.engine.deviceID(device)
        json.member("device", id.description)
        if let name = name(of: id) { json.member("name", name) }
        Reports.members(
            tracker.engine.report(device: device),
            battery: tracker.details.battery(of: device),
            &json
        )
        if overrides[id] != nil { json.member("override", true) }
    }

    private enum ListKey: String, ConfigurationKey { case limit, after }

    /// Devices ascending by id: at most `limit`, and no more than an answer may hold, those behind `after`.
    func listDevices(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ListKey.self)
        let limit = try reader.optional(.limit) { $0.integer(1...Self.longestList) } ?? Self.longestList
        let after = try reader.optional(.after) { $0.identifier() }
        let ids = tracker.engine.deviceIDs.lazy.filter { id in after.map { $0 < id } ?? true }.smallest(limit)
        let devices = Self.page(ids) { id in
            tracker.engine.device(id).map { device in JSONWriter.object { json in describe(device, &json) } }
        }
        return JSONWriter.object { json in
            json.member("count", tracker.engine.deviceCount)
            json.member("devices", json: JSONWriter.array(devices))
        }
    }

    mutating func forgetDevice(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, DeviceKey.self)
        let id = try reader.required(.device, Self.deviceHint) { $0.identifier() }
        if let device = tracker.engine.device(id) {
            forget(device, at: now)
        } else if try isOfThePast(id) || itineraries.of(id).contains(where: \.isOwn) {
            forgetPast(of: id)
            forgetItineraries(of: id, at: now)
        } else {
            _ = try known(id)
        }
        let (remains, copies) = (past.damagedStores(), past.copies())
        return JSONWriter.object { json in
            json.member("forgotten", id.description)
            if !remains.isEmpty { json.member("damagedStores", remains) }
            if !copies.isEmpty { json.member("copies", copies) }
        }
    }

    /// Whether the store's history, which imports add to, has a device that has never been seen.
    func isOfThePast(_ id: Identifier) throws(RequestProblem) -> Bool {
        do throws(StoreFailure) {
            return try past.hasDevice(id)
        } catch {
            throw RequestProblem("whether anything is kept of \"\(id)\" can't be read: \(error); try again")
        }
    }

    private enum OverrideKey: String, ConfigurationKey {
        case device, latitude, longitude, accuracy, ssid, bssid, clear
    }

    mutating func overrideDevice(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, OverrideKey.self)
        let id = try reader.required(.device, Self.deviceHint) { $0.identifier() }
        if try reader.optional(.clear, { $0.flag() }) == true {
            if let key = Self.placeKeys.first(where: reader.has) {
                throw RequestProblem(
                    "\"clear\" ends the override, and \"\(key.rawValue)\" would set one; send two requests"
                )
            }
            guard overrides[id] != nil else {
                throw RequestProblem("\"\(id)\" has no override; there is nothing to clear")
            }
            setOverride(nil, of: id, at: now)
            return JSONWriter.object { json in json.member("cleared", id.description) }
        }
        let override = Override(fix: try Self.fix(reader), wifi: try Self.network(reader))
        guard override != Override() else {
            throw RequestProblem(
                "say where the device is, by \"latitude\" and \"longitude\", or by \"ssid\", or end it by \"clear\": true"
            )
        }
        if let device = tracker.engine.device(id), !tracker.engine.isMonitored(device: device) {
            throw RequestProblem("\"\(id)\" is not monitored; start it by \"monitoring/start\" first")
        }
        try makeKnown(id, at: now)
        setOverride(override, of: id, at: now)
        return JSONWriter.object { json in describe(tracker.engine.device(id) ?? 0, &json) }
    }

    /// Makes a device known that somebody names, as far as `limits` let.
    private mutating func makeKnown(_ id: Identifier, at now: Timestamp) throws(RequestProblem) {
        port.now = now
        do throws(Rejection) {
            _ = try admitReported(id, by: nil)
        } catch {
            port.counters.limited += 1
            throw RequestProblem(
                "\"\(id)\" is new, and limits.devices or limits.newDevicesPerMinute lets no more be known; "
                    + "forget some, or ask again in a minute"
            )
        }
    }

    private static let placeKeys: [OverrideKey] = [.latitude, .longitude, .accuracy, .ssid, .bssid]

    private static func fix(_ reader: RequestReader<OverrideKey>) throws(RequestProblem) -> Fix? {
        let latitude = try reader.optional(.latitude) { $0.number() }
        let longitude = try reader.optional(.longitude) { $0.number() }
        let accuracy = try reader.optional(.accuracy) { $0.number(.upTo(Circle.maximumRadius, "metres")) }
        guard latitude != nil || longitude != nil || accuracy != nil else { return nil }
        return Fix(coordinate: try coordinate(latitude, longitude), accuracy: accuracy)
    }

    static func coordinate(_ latitude: Double?, _ longitude: Double?) throws(RequestProblem) -> Coordinate {
        guard let latitude, let longitude else {
            throw RequestProblem("a place needs both \"latitude\" and \"longitude\"")
        }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw RequestProblem("\(error)")
        }
    }

    /// A network; `"ssid": null` or `""` means none.
    private static func network(_ reader: RequestReader<OverrideKey>) throws(RequestProblem) -> WiFiReport? {
        guard reader.has(.ssid) || reader.has(.bssid) else { return nil }
        let ssid = try reader.optional(.ssid) { $0.anyText() } ?? ""
        let bssid = try reader.optional(.bssid) { $0.anyText() } ?? ""
        let name = Array(ssid.utf8).withUnsafeBytes { WiFiText(ssid: $0) }
        guard let address = Array(bssid.utf8).withUnsafeBytes({ WiFiText(bssid: $0) }) else {
            throw RequestProblem("\"\(bssid)\" is no address of an access point, such as aa:bb:cc:00:11:22")
        }
        return WiFiReport(ssid: name, bssid: address) ?? .disconnected
    }
}

extension ValueReader {
    /// A string, be it empty.
    fileprivate func anyText() -> String? {
        node.text ?? wrongKind("a string in quotation marks")
    }
}
