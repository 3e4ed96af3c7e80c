/// What is asked of the messages of a device before any fence looks at them.
public struct StreamRules: Hashable, Sendable {
    /// Seconds that observations are held and sorted by time; 0 or more.
    ///
    /// Default: 0, each is taken as it comes.
    public var reorder = 0.0
    /// Seconds that timers wait by the clock for messages on their way, 0 or more; where observations are
    /// held to be sorted, timers wait as long as those.
    ///
    /// A message of the device that is stamped behind a timer has it run at once. Default: 0.
    public var grace = 0.0
    /// Whether fixes that come late yield the enters and exits that they prove, marked as late.
    ///
    /// Default: no, they are counted and dropped.
    public var lateEvents = false
    /// km/h; a fix that would need a higher speed is dropped unless the next one confirms it; above 0.
    ///
    /// Default: any speed is believed.
    public var maxSpeed: Double?

    /// Whether a device that rests is judged by where it rests; a message may say other of itself
    /// (`Observation.rest`).
    ///
    /// Default: yes, and one fix elsewhere ends a rest.
    public var rest = RestRule.oneFix
    /// Metres that stand for an accuracy that a device doesn't report, where it may be at rest; above 0.
    ///
    /// Default: 15.
    public var unknownAccuracy = 15.0

    /// The defaults.
    public init() {}
}
