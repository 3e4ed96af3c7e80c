/// Finds the fences that a WiFi network belongs to.
struct WiFiIndex {
    private var bySSID: [[UInt8]: [Int32]] = [:]
    private var byBSSID: [[UInt8]: [Int32]] = [:]
    private var patterns: [(pattern: [UInt8], slot: Int32)] = []

    mutating func insert(_ slot: Int32, _ wifi: [WiFiPattern]) {
        for entry in wifi {
            switch entry {
            case .ssid(let name): bySSID[Array(name.utf8), default: []].append(slot)
            case .bssid(let digits) where digits.contains("*"): patterns.append((Array(digits.utf8), slot))
            case .bssid(let digits): byBSSID[Array(digits.utf8), default: []].append(slot)
            }
        }
    }

    mutating func remove(_ slot: Int32, _ wifi: [WiFiPattern]) {
        for entry in wifi {
            switch entry {
            case .ssid(let name): Self.drop(slot, Array(name.utf8), from: &bySSID)
            case .bssid(let digits): Self.drop(slot, Array(digits.utf8), from: &byBSSID)
            }
        }
        patterns.removeAll { $0.slot == slot }
    }

    private static func drop(_ slot: Int32, _ key: [UInt8], from table: inout [[UInt8]: [Int32]]) {
        table[key]?.removeAll { $0 == slot }
        if table[key]?.isEmpty == true { table[key] = nil }
    }

    /// The slots of all fences that the network of a report belongs to, ascending, each once.
    ///
    /// - Complexity: constant in the number of fences with names and whole addresses, linear in those with
    ///   `*`.
    func matches(_ report: WiFiReport) -> [Int32] {
        guard case .connected(let ssid, let bssid) = report else { return [] }
        var slots = Set<Int32>()
        if let ssid { slots.formUnion(bySSID[Array(ssid.utf8)] ?? []) }
        if let bssid {
            let digits = Array(bssid.utf8)
            slots.formUnion(byBSSID[digits] ?? [])
            for entry in patterns where Glob.matches(entry.pattern[...], digits[...]) {
                slots.insert(entry.slot)
            }
        }
        return slots.sorted()
    }
}

/// Wildcard matching of bytes: `*` stands for any run, also an empty one.
enum Glob {
    static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        var p = pattern.startIndex
        var t = text.startIndex
        var retry: (pattern: Int, text: Int)?
        while t < text.endIndex {
            if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
                retry = (p + 1, t)
                p += 1
            } else if p < pattern.endIndex, pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = retry {
                retry = (last.pattern, last.text + 1)
                p = last.pattern
                t = last.text + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
