import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a running agent.
struct GeofenceClient {
    /// Such as `http://127.0.0.1:9464`.
    var url: URL
    /// That of `http.viewTokenFile`, or of `http.editTokenFile` for what changes something.
    var token: String?

    struct Refusal: Error { var reason: String }

    private struct Answer<Value: Decodable>: Decodable {
        var data: Value?
        var error: String?
    }

    func ask<Value: Decodable>(_ command: String, _ request: some Encodable) async throws -> Value {
        var message = URLRequest(url: url.appending(path: "api/request/\(command)"))
        message.httpMethod = "POST"
        message.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token { message.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        message.httpBody = try JSONEncoder().encode(request)
        let (body, _) = try await URLSession.shared.data(for: message)
        let answer = try JSONDecoder().decode(Answer<Value>.self, from: body)
        guard let data = answer.data else { throw Refusal(reason: answer.error ?? "no answer") }
        return data
    }
}

/// A place to ask about.
struct Place: Encodable {
    var latitude: Double
    var longitude: Double
}

/// What `query/contains` answers.
struct FencesThere: Decodable {
    struct Fence: Decodable {
        var id: String
        /// Metres to the edge, negative inside.
        var distance: Double
    }

    var fences: [Fence]
}
