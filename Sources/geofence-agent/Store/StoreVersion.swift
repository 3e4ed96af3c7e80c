/// What wrote a store: the layout of its tables, the codec of the bytes in them, and the program's version.
///
/// Layout and codec stand in the header of the file, so they are known before anything is decoded. The row
/// `program` of the table `setup` keeps its place in every layout.
struct StoreVersion: Hashable, Sendable {
    var layout: Int
    var codec: Int
    /// The program's version; nil where it can't be read.
    var program: String?
}

extension StoreVersion: CustomStringConvertible {
    /// As a message says it.
    var description: String {
        "geofence-agent \(program ?? "of an unknown version") (layout \(layout), codec \(codec))"
    }
}
