/// A visit of a device that began or ended.
public struct VisitEvent: Hashable, Sendable {
    /// Whose visit it is.
    public var device: Identifier
    /// What is reported of it.
    public var report: VisitReport

    /// Makes an event.
    public init(device: Identifier, report: VisitReport) {
        (self.device, self.report) = (device, report)
    }
}
