extension PastAnswer {
    /// The answer over HTTP; what it says of zones depends on the settings of the map.
    static func reply(_ question: PastQuestion, path: String, hidesZones: Bool) -> MapReply {
        do throws(Failure) {
            return .json(try json(question, path: path, hidesZones: hidesZones))
        } catch {
            return .problem(error.status, "\(error)")
        }
    }
}

extension PastAnswer.Failure {
    fileprivate var status: Int {
        switch self {
        case .unknown, .store(.none): 404
        case .store(.locked): 503
        case .store(.unreadable): 500
        }
    }
}
