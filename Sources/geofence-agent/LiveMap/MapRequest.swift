import NIOHTTP1

/// What is asked of the live map.
struct MapRequest {
    let method: HTTPMethod
    /// Without the query.
    let path: String
    let query: [String: String]
    let headers: HTTPHeaders
    var body: [UInt8] = []

    init(_ head: HTTPRequestHead) {
        (method, headers) = (head.method, head.headers)
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? ""
        var query: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if sides.count == 2 { query[sides[0]] = sides[1] }
        }
        self.query = query
    }

    var isRead: Bool { [.GET, .HEAD].contains(method) }

    /// A text of the query, its escapes resolved; nil where there is none, or where it is none.
    func text(_ key: String) -> String? { query[key].flatMap(ServiceURL.unescaped) }

    /// A number of the query, in a range.
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
        query[key].flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
    }
}
