/// What answers of routers have in common.
enum RouterAnswer {
    /// The JSON of an answer that has what was asked for.
    ///
    /// - Throws: `RouteProblem` where there is none, in words.
    static func root(_ answer: OutboundAnswer, _ settings: RouterSettings) throws(RouteProblem) -> JSONNode {
        switch answer {
        case .failure(let failure):
            throw RouteProblem(text: failure.description, isOfRouter: !failure.isOfQuestion)
        case .reply(let status, let body):
            let root = json(body)
            let code = root?.member("code")?.text
            guard status == 200, let root, code == "Ok" else {
                throw refusal(status, root, code, settings)
            }
            return root
        }
    }

    private static func json(_ body: [UInt8]) -> JSONNode? {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        return try? JSONDocument.parse(text).root
    }

    private static func refusal(
        _ status: Int,
        _ root: JSONNode?,
        _ code: String?,
        _ settings: RouterSettings
    ) -> RouteProblem {
        switch code {
        case "NoSegment":
            return RouteProblem(
                text: "a stop is more than \(NumberRange.text(settings.snap)) m from any road (routing.snap)"
            )
        case "NoRoute": return RouteProblem(text: "there is no way along roads")
        default: break
        }
        let words = root?.member("message")?.text ?? root?.member("error")?.text
        let said = (words ?? code).map { ": \($0.prefix(200))" } ?? ""
        let origin = OutboundRequest.origin(of: settings.url)
        return RouteProblem(
            text: "\(origin) answers with status \(status)\(said)",
            isOfRouter: code == nil && (status >= 500 || [401, 403, 429].contains(status))
        )
    }

    /// An answer that has not what was asked for.
    static func strange(_ settings: RouterSettings) -> RouteProblem {
        let origin = OutboundRequest.origin(of: settings.url)
        return RouteProblem(text: "\(origin) answers with something else than a way")
    }

    /// Whether a number can be metres, or seconds, of a way on Earth.
    static func isLength(_ number: Double) -> Bool { number >= 0 && number < 1e9 }
}
