/// Writes metrics as Prometheus reads them.
///
/// Source: Prometheus, "Exposition formats", text-based format 0.0.4.
struct MetricsWriter {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// What a metric is, as its TYPE line says.
    enum Kind: String {
        /// Only goes up, from 0 at the start of the process.
        case counter
        /// Goes up and down.
        case gauge
        /// How often something took how long.
        case histogram
    }

    private(set) var text = ""

    /// A metric with one value; its help is one line.
    mutating func metric(_ kind: Kind, _ name: String, _ help: String, _ value: some Numeric) {
        begin(kind, name, help)
        sample(name, [], value)
    }

    /// The HELP and TYPE lines of a metric, whose samples follow.
    mutating func begin(_ kind: Kind, _ name: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// How long something took, in seconds.
    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        begin(.histogram, name, help)
        var count: UInt64 = 0
        for (bound, more) in zip(histogram.bounds, histogram.counts) {
            count += more
            sample(name + "_bucket", [("le", JSONWriter.text(Double(bound) / 1_000_000))], count)
        }
        sample(name + "_bucket", [("le", "+Inf")], histogram.count)
        sample(name + "_sum", [], Double(histogram.sum) / 1_000_000)
        sample(name + "_count", [], histogram.count)
    }

    /// A value of a metric that has begun.
    mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: some Numeric) {
        let inside = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(inside)} \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
