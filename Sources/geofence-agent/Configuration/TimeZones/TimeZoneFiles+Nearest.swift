import Foundation

extension TimeZoneFiles {
    /// The zone that somebody meant; nil where none is near.
    ///
    /// A city alone finds its zone. Abbreviations such as CEST find nothing, for the names near them are of
    /// other zones.
    func nearest(to text: String) -> String? {
        let names = names
        let lowercased = text.lowercased().replacing(" ", with: "_")
        if let same = names.first(where: { $0.lowercased() == lowercased }) { return same }
        let places = names.filter { $0.contains("/") }
        if text.contains("/") { return NearestName.of(text, among: places) }
        guard text.count > 4 else { return nil }
        let cities = places.map { String($0.split(separator: "/").last ?? "") }
        guard let city = NearestName.of(lowercased, among: cities) else { return nil }
        return zip(places, cities).first { $0.1 == city }?.0
    }

    /// The names of all zones, in order.
    private var names: [String] {
        let files = FileManager.default.enumerator(atPath: folder)
        return (files?.compactMap { $0 as? String } ?? []).filter(isZone).sorted()
    }

    private func isZone(_ name: String) -> Bool {
        guard Self.isName(name) else { return false }
        guard let file = try? FileContents(path: "\(folder)/\(name)") else { return false }
        return file.bytes.starts(with: TimeZoneFile.magic)
    }
}
