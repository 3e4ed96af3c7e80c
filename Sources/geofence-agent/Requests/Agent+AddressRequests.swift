import GeofenceCore

extension Agent {
    private enum SearchKey: String, ConfigurationKey { case text, latitude, longitude, partial }
    private enum ReverseKey: String, ConfigurationKey { case latitude, longitude }

    /// Bytes of a text that is searched for.
    private static let longestSearch = 1024

    /// Places by a text, those near a place first; `partial` where somebody still types.
    mutating func searchAddress(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, SearchKey.self)
        let service = try addressService()
        let hint = "say what to look for, such as \"text\": \"Depot 1, Berlin\""
        let text = try reader.required(.text, hint) { $0.text() }
        let isPartial = try reader.optional(.partial) { $0.flag() } ?? false
        let hasPlace = reader.has(.latitude) || reader.has(.longitude)
        let near = hasPlace ? try Self.place(reader, .latitude, .longitude) : nil
        guard text.utf8.count <= Self.longestSearch else {
            throw RequestProblem("\"text\" has \(text.utf8.count) bytes; \(Self.longestSearch) are enough")
        }
        guard !isPartial || service.isForTyping else {
            throw RequestProblem("\(service.kind.rawValue) knows whole words alone; ask without \"partial\"")
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { throw RequestProblem("\"text\" is blank; \(hint)") }
        return try lookUp(.search(words, near: near, isPartial: isPartial), of: service, ticket, at: now)
    }

    /// The address of a place.
    mutating func reverseAddress(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, ReverseKey.self)
        let service = try addressService()
        let place = try Self.place(reader, .latitude, .longitude)
        return try lookUp(.reverse(place), of: service, ticket, at: now)
    }

    private func addressService() throws(RequestProblem) -> GeocodingSettings {
        guard let service = port.settings.geocoding else {
            throw RequestProblem(
                "no service knows addresses; name one in \"geocoding\" in the configuration of the agent"
            )
        }
        return service
    }

    /// Answers from what is known, else asks the service, once for all who want the same.
    private mutating func lookUp(
        _ query: AddressQuery,
        of service: GeocodingSettings,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let (place, query) = (query.place, query.rounded)
        if let known = geocoder.addresses(for: query, at: now) {
            return Self.describe(known, from: place, service)
        }
        if !geocoder.isAsking(query) { try ask(query, of: service) }
        geocoder.wait(Geocoder.Seeker(ticket: ticket, place: place), for: query)
        return nil
    }

    private mutating func ask(_ query: AddressQuery, of service: GeocodingSettings) throws(RequestProblem) {
        let isAsked =
            geocoder.hasRoom
            && port.outbound.ask(service.request(for: query)) { agent, answer, now in
                agent.finish(query, answer, of: service, at: now)
            }
        guard isAsked else {
            port.counters.limited += 1
            throw RequestProblem("too many addresses are being looked up; ask again in a while")
        }
    }

    private mutating func finish(
        _ query: AddressQuery,
        _ answer: OutboundAnswer,
        of service: GeocodingSettings,
        at now: Timestamp
    ) {
        let origin = OutboundRequest.origin(of: service.url)
        do throws(RequestProblem) {
            let addresses = query.answers(among: try Self.addresses(answer, origin))
            _ = geocoder.note(hasFailed: false)
            for seeker in geocoder.finish(query, addresses, of: service, at: now) {
                let data = Self.describe(addresses, from: seeker.place, service)
                complete(seeker.ticket, .success(data), at: now)
            }
        } catch {
            if geocoder.note(hasFailed: true) {
                port.remark("addresses can't be looked up: \(error)", of: origin, isNotable: true)
            }
            for seeker in geocoder.finish(query, nil, of: service, at: now) {
                complete(seeker.ticket, .failure(error), at: now)
            }
        }
    }

    private static func addresses(_ answer: OutboundAnswer, _ origin: String) throws(RequestProblem)
        -> [Address]
    {
        do {
            return try AddressReader.read(try answer.body(of: origin))
        } catch let failure as AddressReader.Failure {
            throw RequestProblem("\(origin): \(failure)")
        } catch {
            throw RequestProblem("\(error)")
        }
    }

    private static func describe(
        _ addresses: [Address],
        from place: Coordinate?,
        _ service: GeocodingSettings
    ) -> [UInt8] {
        let results = addresses.map { address in
            JSONWriter.object { json in
                json.member("label", address.label)
                if let kind = address.kind { json.member("kind", kind) }
                json.member("latitude", address.place.latitude)
                json.member("longitude", address.place.longitude)
                if let place {
                    json.member("distance", Geodesic.distance(place, address.place).rounded())
                }
            }
        }
        return JSONWriter.object { json in
            json.member("results", json: JSONWriter.array(results))
            json.member("attribution", service.attribution)
        }
    }
}
