/// What pages of the live map may ask of other services.
struct MapServices: Hashable, Sendable {
    /// The service that knows where addresses are.
    struct AddressSearch: Hashable, Sendable {
        var kind: String
        /// Whether it may be asked while somebody types.
        var isForTyping: Bool
        var attribution: String
    }

    var addressSearch: AddressSearch?
    /// The file of the store, where something of the past is kept.
    var historyPath: String?
    /// Whether the past can be asked: positions are kept.
    var hasHistory = false
    /// Whether a router is asked for ways.
    var hasRouter = false
    /// Stops that an itinerary may have.
    var maxStops = LimitSettings().maxStops

    /// None.
    init() {}

    init(_ settings: AgentSettings) {
        hasRouter = settings.routing.router != nil
        maxStops = settings.limits.maxStops
        historyPath = settings.history == nil ? nil : settings.historyPath
        hasHistory = settings.historyPath != nil && settings.history?.positions == true
        addressSearch = settings.geocoding.map {
            AddressSearch(kind: $0.kind.rawValue, isForTyping: $0.isForTyping, attribution: $0.attribution)
        }
    }
}
