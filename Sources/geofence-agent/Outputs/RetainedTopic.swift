import GeofenceCore

/// A retained topic that an output stands for, and by which the output finds what it says.
struct RetainedTopic: Hashable {
    let topic: String
    /// The fence that it is about, by its slot.
    var fence: Int32?
    /// The fence, group or thing that it is about, by its id.
    var id: Identifier?
}
