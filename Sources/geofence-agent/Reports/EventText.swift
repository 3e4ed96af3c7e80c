/// An event as it is published, and the id that stands in it.
struct EventText {
    let id: String
    let payload: [UInt8]
}
