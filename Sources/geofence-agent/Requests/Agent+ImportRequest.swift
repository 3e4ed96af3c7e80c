import GeofenceCore

extension Agent {
    /// Beside a document, how to take it, and which part of an import it is.
    private enum ImportKey: String, ConfigurationKey {
        case document, format, width, radius, idKey, nameKey, groupKey, order
        case name = "import"
        case part, parts
    }

    /// What a request says of its document.
    private struct ImportDocument {
        var bytes: [UInt8]
        var format: FenceFileFormat?
        var options = FenceFileOptions(isRequest: true)
        var part: PartialImport.Part?
    }

    /// Takes all fences of a document in any of the formats that are imported, or none; same ids replace.
    ///
    /// The payload is the document itself, or an object with `document` and maybe `format`, `width`,
    /// `radius`, `order` and the keys of labels. What is too large for one request comes as several
    /// documents, with `import`, `part` and `parts`: all of them are taken with the last one, or nothing.
    mutating func importFences(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        var document = try Self.document(of: request)
        document.options.properties = port.settings.additions.properties
        // The broker may send a part twice.
        if let part = document.part, part.number > 1, partialImport?.last == part {
            return Self.taken(part, 0)
        }
        // A client that has had no answer may, too; where other parts have come since, it is another import.
        if let part = document.part, part.number > 1, partialImport?.last.name != part.name,
            let finishedImport = tracker.finishedImport, finishedImport.part == part
        {
            return Self.taken(part, finishedImport.taken)
        }
        let report = FenceDocument.read(
            document.bytes,
            file: "document",
            format: document.format,
            rules: port.settings.rules,
            options: document.options,
            timeZones: TimeZoneCache(files: port.settings.timeZones)
        )
        guard !report.isRefused else {
            if let part = document.part, part.name == partialImport?.last.name { partialImport = nil }
            let first = report.problems.first.map { ": \($0)" } ?? ""
            let all = report.features.count
            let count = all == 0 ? "" : ", \(report.counts.refused) of \(all) features are refused"
            throw RequestProblem(
                "nothing is taken\(count)\(first)",
                details: report.json(upTo: Self.longestPage)
            )
        }
        try checkCurtain(request, report.fences.map(\.id))
        if let part = document.part {
            return try add(part, report.fences, bytes: document.bytes.count, by: request, at: now)
        }
        try check(report.fences)
        changeFences(setting: report.fences, removing: [], at: now, by: request)
        return report.json(upTo: Self.longestPage).bytes
    }

    /// Keeps the fences of a part, and with the last one takes all.
    private mutating func add(
        _ part: PartialImport.Part,
        _ fences: [Fence],
        bytes: Int,
        by request: Request,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8] {
        var whole: PartialImport
        if part.number > 1, let earlier = partialImport {
            whole = earlier
            if part.name == earlier.last.name { partialImport = nil }
            try whole.add(part, fences, bytes: bytes)
        } else {
            whole = try PartialImport(part, fences, bytes: bytes)
        }
        guard whole.isWhole else {
            // All of them are looked at with the last part: more than there may be are not waited for. No
            // more of them are known than there are.
            let new = whole.fences.count - runtimeFences.count
            if new > 0 { try checkCount(settableCount + new) }
            whole.time = now
            partialImport = whole
            return Self.taken(part, 0)
        }
        partialImport = nil
        try check(whole.fences)
        let finished = PartialImport.Finished(part: part, taken: whole.fences.count)
        changeFences(setting: whole.fences, removing: [], at: now, finishing: finished, by: request)
        return Self.taken(part, finished.taken)
    }

    /// Forgets an import of which nothing more has come.
    mutating func dropStaleImport(at now: Timestamp) {
        guard let partialImport, now.millisecondsSince(partialImport.time) > PartialImport.patience else {
            return
        }
        self.partialImport = nil
    }

    private static func taken(_ part: PartialImport.Part, _ fences: Int) -> [UInt8] {
        JSONWriter.object { json in
            json.member("import", part.name)
            json.member("part", part.number)
            json.member("parts", part.count)
            json.member("taken", fences)
        }
    }

    private static func document(of request: Request) throws(RequestProblem) -> ImportDocument {
        guard let document = request.body.member(ImportKey.document.rawValue), document.value != .null else {
            guard !isWithoutDocument(request) else {
                throw RequestProblem(
                    "there is no document; send one as the payload, or in an object as \"document\""
                )
            }
            return ImportDocument(bytes: request.bytes)
        }
        let reader = try RequestReader(request, ImportKey.self)
        let options = FenceFileOptions(
            width: try reader.optional(.width) {
                $0.number(.positive(upTo: Corridor.maximumWidth, "metres"))
            },
            radius: try reader.optional(.radius) {
                $0.number(.positive(upTo: Circle.maximumRadius, "metres"))
            },
            keys: LabelKeys(
                id: try reader.optional(.idKey) { $0.text() },
                name: try reader.optional(.nameKey) { $0.text() },
                groups: try reader.optional(.groupKey) { $0.text() }
            ),
            order: try reader.optional(.order) { $0.choice(AxisOrder.self) },
            isRequest: true
        )
        let format = try reader.optional(.format) { $0.choice(FenceFileFormat.self) }
        let bytes = document.text.map { Array($0.utf8) } ?? document.value.bytes
        return ImportDocument(bytes: bytes, format: format, options: options, part: try part(reader))
    }

    /// Whether a payload is empty, or an object that only says how a document would be taken.
    private static func isWithoutDocument(_ request: Request) -> Bool {
        guard let first = request.firstByte else { return true }
        guard first == UInt8(ascii: "{"), case .object(let members) = request.body.value else { return false }
        return members.allSatisfy { ImportKey(rawValue: $0.key) != nil }
    }

    private static func part(
        _ reader: RequestReader<ImportKey>
    ) throws(RequestProblem) -> PartialImport.Part? {
        guard reader.has(.name) || reader.has(.part) || reader.has(.parts) else { return nil }
        let hint =
            "a part needs \"import\", a name for the whole, \"part\", from 1, and \"parts\", how many there are"
        let count = try reader.required(.parts, hint) { $0.integer(1...PartialImport.mostParts) }
        return PartialImport.Part(
            name: try reader.required(.name, hint) { $0.text() },
            number: try reader.required(.part, hint) { $0.integer(1...count) },
            count: count
        )
    }
}
