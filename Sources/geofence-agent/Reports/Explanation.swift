import GeofenceCore

/// A decision in words that a person understands.
enum Explanation {
    /// One or two sentences: what was measured, what the rule asks for, what came of it.
    static func words(_ decision: Decision) -> String {
        let rest = decision.measure?.rest.map(rest)
        let parts = [decision.measure.map(place), rest, reason(decision), outcome(decision)]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    private static func place(_ measure: Decision.Measure) -> String {
        let side = measure.distance <= 0 ? "inside" : "outside"
        let accuracy = !measure.isAccuracyTold ? "accuracy unknown" : "accuracy \(metres(measure.accuracy))"
        return "\(metres(abs(measure.distance))) \(side) the edge, \(accuracy)"
    }

    /// At rest that is judged, and not where the position is.
    private static func rest(_ rest: Decision.Measure.AtRest) -> String {
        let side = rest.distance <= 0 ? "inside" : "outside"
        let place = "\(JSONWriter.text(rest.place.latitude)), \(JSONWriter.text(rest.place.longitude))"
        return "at rest since \(rest.since.iso8601), anchor \(place) ± \(metres(rest.accuracy)), "
            + "\(metres(abs(rest.distance))) \(side) the edge"
    }

    private static func reason(_ decision: Decision) -> String {
        let measure = decision.measure
        if let measure, measure.rule == nil { return "the first position counts by its point alone" }
        let rule = measure?.rule?.rawValue ?? ""
        return switch decision.verdict {
        case .inside: "\(rule) takes that for inside (up to \(metres(measure?.insideUpTo ?? 0)))"
        case .insideUnconfirmed:
            "the accuracy is worse than the fence's scale (\(metres(measure?.scale ?? 0))), so a second position inside is needed"
        case .outside: "\(rule) takes that for outside (beyond \(metres(measure?.outsideBeyond ?? 0)))"
        case .undecided:
            "\(rule) needs \(metres(measure?.insideUpTo ?? 0)) or less for inside and more than "
                + "\(metres(measure?.outsideBeyond ?? 0)) for outside, so the side stays"
        case .refused: "too inaccurate for this fence (maxAccuracy), so it does not use the position"
        case .withheld: "a position elsewhere than where the device rests, which does not end the rest yet"
        case .otherHeight: "not at the heights of this fence, so outside"
        case .onNetwork: "on one of the fence's networks"
        case .offNetwork: "on none of the fence's networks"
        case .due: "a hold or a dwell time has ended"
        case .opened: "the fence opens"
        case .closed: "the fence closes"
        case .crossed: "the way from the last position leads through the fence"
        case .stale: "nothing has been heard for longer than staleAfter"
        }
    }

    private static func outcome(_ decision: Decision) -> String {
        if let until = decision.heldUntil { return "still \(decision.after), held until \(until.iso8601)" }
        if decision.before == decision.after { return "still \(decision.after)" }
        return "from \(decision.before) to \(decision.after)"
    }

    private static func metres(_ value: Double) -> String {
        "\(JSONWriter.text((value * 10).rounded() / 10)) m"
    }
}
