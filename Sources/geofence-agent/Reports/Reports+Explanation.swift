import GeofenceCore

extension Reports {
    /// How a decision came about: in words under `explain`, and number by number.
    static func explanation(_ decision: Decision, _ device: Identifier, _ fence: Identifier) -> [UInt8] {
        JSONWriter.object { json in
            json.member("explain", Explanation.words(decision))
            json.member("device", device.description)
            json.member("fence", fence.description)
            json.member("time", decision.time)
            json.member("verdict", decision.verdict.rawValue)
            if let place = decision.place {
                json.member("latitude", place.latitude)
                json.member("longitude", place.longitude)
            }
            if let measure = decision.measure { members(measure, &json) }
            json.member("before", decision.before.description)
            json.member("after", decision.after.description)
            if let until = decision.heldUntil { json.member("heldUntil", until) }
        }
    }

    private static func members(_ measure: Decision.Measure, _ json: inout JSONWriter) {
        json.member("distance", rounded(measure.distance))
        json.member("accuracy", rounded(measure.accuracy))
        json.member("rule", measure.rule?.rawValue ?? "first")
        json.member("insideUpTo", rounded(measure.insideUpTo))
        json.member("outsideBeyond", rounded(measure.outsideBeyond))
        json.member("scale", rounded(measure.scale))
        guard let rest = measure.rest else { return }
        json.member("rest") { json in
            json.member("since", rest.since)
            json.member("latitude", rest.place.latitude)
            json.member("longitude", rest.place.longitude)
            json.member("accuracy", rounded(rest.accuracy))
            json.member("distance", rounded(rest.distance))
        }
    }

    /// Metres to a tenth.
    private static func rounded(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
}
