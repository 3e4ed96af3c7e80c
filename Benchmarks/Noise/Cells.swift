import NoiseCorpus

/// Numbers as the table writes them.
enum Cells {
    /// A number of times; 0 only where there was none at all.
    static func rate(_ value: Double) -> String {
        if value > 0, value < 0.005 { return "<0.01" }
        return fixed(value, value == 0 || value >= 9.5 ? 0 : value < 0.095 ? 2 : 1)
    }

    /// A share from 0 to 1 in percent; 0 only where there was none at all.
    static func percent(_ share: Double) -> String {
        if share > 0, share < 0.0005 { return "<0.1 %" }
        return fixed(share * 100, share == 0 || share >= 0.095 ? 0 : 1) + " %"
    }

    /// The median and the 90th percentile in seconds.
    static func delays(_ values: [Double]) -> String {
        guard let middle = quantile(values, 0.5), let late = quantile(values, 0.9) else { return "–" }
        return fixed(middle, 0) + " / " + fixed(late, 0)
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = digits == 0 ? 1 : digits == 1 ? 10 : 100.0
        let rounded = (value.magnitude * scale).rounded()
        let sign = value < 0 && rounded > 0 ? "-" : ""
        let (whole, rest) = Int(rounded).quotientAndRemainder(dividingBy: Int(scale))
        guard digits > 0 else { return sign + "\(whole)" }
        let fraction = String(repeating: "0", count: digits - "\(rest)".count) + "\(rest)"
        return sign + "\(whole).\(fraction)"
    }
}
