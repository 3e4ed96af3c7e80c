/// What a document says of one feature, whichever format it is in.
///
/// All values are those of a JSON document, or made to look so: then one reader serves all formats, and every
/// report has its place.
struct ParsedFeature {
    /// Where the feature begins: for what is wrong with it as a whole.
    var source: ValueReader
    /// How many problems there were before it.
    var problemsBefore: Int
    /// A text or a whole number.
    var id: ValueReader?
    /// A text or a number.
    var name: ValueReader?
    /// Whether the name is the id where a fence has none, so that such a name says nothing.
    var isNamedByID = false
    /// An object, in which the keys of a fence are looked for.
    var properties: ValueReader?
    /// Objects in which `LabelKeys` are looked for, the properties aside.
    var labels: [ValueReader] = []
    /// A list of texts, which takes the place of the groups in the properties.
    var groups: JSONMember?
    /// Where it is.
    var place = FeaturePlace.none
    /// For what is wrong with the place.
    var placeSource: ValueReader
    /// Metres around a point, where they don't stand in the properties.
    var radius: ValueReader?
    /// Metres across a line, where they don't stand in the properties.
    var width: ValueReader?
    /// Metres across a line, where nobody says another width.
    var usualWidth: Double?
    /// A reason to pass it over, such as that it is a beacon.
    var skipped: String?
    /// What was noticed while it was read.
    var notes: [FeatureNote] = []

    /// Begins a feature.
    init(at source: ValueReader) {
        self.source = source
        placeSource = source
        problemsBefore = source.reading.problems.count
    }
}

extension ConfigurationReading {
    /// A value of a document that is no JSON, as if it were.
    func value(_ value: JSONValue, at position: TextPosition, path: ValuePath = "") -> ValueReader {
        ValueReader(node: JSONNode(position: position, value: value), path: path, reading: self)
    }
}
