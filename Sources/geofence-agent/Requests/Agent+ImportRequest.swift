import GeofenceCore

extension Agent {
    /// Beside a document, how to take it.
    private enum ImportKey: String, ConfigurationKey { case document, format, width, radius }

    /// Takes all fences of a document in any of the formats that are imported, or none; same ids replace.
    ///
    /// The payload is the document itself, or an object with `document` and maybe `format`, `width` and `radius`.
    mutating func importFences(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let (bytes, format, options) = try document(of: request)
        let report = FenceDocument.read(
            bytes,
            file: "document",
            format: format,
            rules: setup.rules,
            options: options
        )
        guard !report.isRefused else {
            let first = report.problems.first.map { ": \($0)" } ?? ""
            throw RequestProblem(
                "nothing is taken, \(report.counts.refused) of \(report.features.count) features are refused\(first)",
                details: report.json
            )
        }
        try check(report.fences)
        changeFences(setting: report.fences, removing: [], at: now)
        return report.json.bytes
    }

    private func document(
        of request: Request
    ) throws(RequestProblem) -> ([UInt8], FenceFileFormat?, FenceFileOptions) {
        guard case .object(let members) = request.body.value,
            let document = members.first(where: { $0.key == ImportKey.document.rawValue })?.node
        else { return (request.bytes, nil, FenceFileOptions()) }
        let reader = try RequestReader(request, ImportKey.self)
        let options = FenceFileOptions(
            width: try reader.optional(.width) {
                $0.number(.positive(upTo: Corridor.maximumWidth, "metres"))
            },
            radius: try reader.optional(.radius) {
                $0.number(.positive(upTo: Circle.maximumRadius, "metres"))
            }
        )
        let format = try reader.optional(.format) { $0.choice(FenceFileFormat.self) }
        if case .string(let text) = document.value { return (Array(text.utf8), format, options) }
        return (document.value.bytes, format, options)
    }
}
