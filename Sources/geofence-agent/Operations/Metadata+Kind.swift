import Logging

extension Logger.Metadata {
    /// The kind of a line, with what else it has.
    static func of(_ kind: LogKind, _ rest: Self = [:]) -> Self {
        rest.merging([LogLine.kind: .stringConvertible(kind)]) { $1 }
    }
}
