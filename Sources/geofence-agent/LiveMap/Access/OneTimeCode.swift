/// A code that signs somebody in once, as the address does that the demonstration prints: who finds it later,
/// in a terminal or a history, has no use for it.
struct OneTimeCode {
    /// Where a program that starts the agent puts it, so that no list of processes shows it.
    static let variable = "GEOFENCE_AGENT_EDIT_CODE"
    /// Bytes that it has at least.
    private static let least = 16

    private var token: Token?

    /// A code that lets somebody change fences; nil: there is none.
    init(_ secret: Secret?) {
        guard let secret, secret.bytes.count >= Self.least else { return }
        token = Token(secret, .edit)
    }

    /// Whether it is the code, which it will not be again.
    mutating func redeem(_ shown: String) -> Bool {
        guard let token, token.isSame(shown.utf8) else { return false }
        self.token = nil
        return true
    }
}
