import GeofenceCore

/// Monitoring is stopped and started: see `Monitoring`.
extension Agent {
    private enum MonitoringKey: String, ConfigurationKey { case device, fence, monitoring }

    /// `monitoring/stop` and `monitoring/start`.
    mutating func changeMonitoring(
        _ request: Request,
        isOn: Bool,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, MonitoringKey.self)
        guard !reader.has(.monitoring) else {
            throw RequestProblem("\"monitoring\" belongs to \"monitoring/set\"; leave it out")
        }
        return try changeMonitoring(reader, isOn: isOn, at: now)
    }

    /// `monitoring/set`, which says in its payload what it wants: a switch has one topic.
    mutating func setMonitoring(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, MonitoringKey.self)
        let isOn = try reader.required(.monitoring, "say true to start or false to stop") { $0.flag() }
        return try changeMonitoring(reader, isOn: isOn, at: now)
    }

    private mutating func changeMonitoring(
        _ reader: RequestReader<MonitoringKey>,
        isOn: Bool,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8] {
        let device = try reader.optional(.device) { $0.identifier() }
        let fence = try reader.optional(.fence) { $0.identifier() }
        if let device { _ = try known(device) }
        if let fence, tracker.engine.slot(of: fence) == nil { throw unknownFence(fence) }
        let pairs = tracker.monitoring.pairs.count
        guard device == nil || fence == nil || isOn || pairs < Monitoring.mostPairs else {
            throw RequestProblem(
                "\(pairs) fences are stopped for single devices, and there may be \(Monitoring.mostPairs); "
                    + "start some, or stop the device or the fence as a whole"
            )
        }
        perform(.monitoring(MonitoringChange(device: device, fence: fence, isOn: isOn, time: now)))
        followUp(at: now)
        return JSONWriter.object { json in
            if let device { json.member("device", device.description) }
            if let fence { json.member("fence", fence.description) }
            json.member("monitoring", isOn)
        }
    }
}
