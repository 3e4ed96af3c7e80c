/// The groups that fences belong to, by number.
///
/// A group keeps its number for as long as the table exists.
struct GroupTable {
    private(set) var names: [Identifier] = []
    private var numbers: [Identifier: Int32] = [:]
    /// By number.
    private var members: [Members] = []
    /// How many groups any fence is in.
    private(set) var count = 0

    /// The slots of the fences that are in a group.
    private struct Members {
        /// Those that don't name their devices.
        var open: Set<Int32> = []
        /// By device: those that name it, of which a group may have one for each device.
        var named: [Identifier: Set<Int32>] = [:]
    }

    var isEmpty: Bool { names.isEmpty }

    subscript(_ group: Int32) -> Identifier { names[Int(group)] }

    /// Whether no fence is in a group.
    func isEmpty(_ group: Int32) -> Bool {
        members[Int(group)].open.isEmpty && members[Int(group)].named.isEmpty
    }

    /// The slots of the fences in a group that may be for a device.
    func members(of group: Int32, for device: Identifier) -> Set<Int32> {
        let members = members[Int(group)]
        guard let own = members.named[device] else { return members.open }
        return members.open.union(own)
    }

    /// The slots of the fences in a group that don't name their devices.
    func openMembers(of group: Int32) -> Set<Int32> { members[Int(group)].open }

    /// The number of a group, if any fence has ever been in it.
    func number(of name: Identifier) -> Int32? { numbers[name] }

    /// The numbers of groups, ascending; new ones are made known.
    mutating func indices(of groups: [Identifier]) -> [Int32] {
        groups.map { number($0) }.sorted()
    }

    /// The number of a group; a new one is made known.
    mutating func number(_ name: Identifier) -> Int32 {
        if let known = numbers[name] { return known }
        let number = Int32(names.count)
        names.append(name)
        members.append(Members())
        numbers[name] = number
        return number
    }

    /// Puts a fence into groups; `names` are those of its devices, nil where it doesn't name them.
    mutating func insert(_ slot: Int32, _ groups: [Int32], _ names: [Identifier]?) {
        for group in groups {
            let wasEmpty = isEmpty(group)
            if names == nil { members[Int(group)].open.insert(slot) }
            for name in names ?? [] { members[Int(group)].named[name, default: []].insert(slot) }
            if wasEmpty, !isEmpty(group) { count += 1 }
        }
    }

    /// Takes a fence out of groups, given as it was put in.
    mutating func remove(_ slot: Int32, _ groups: [Int32], _ names: [Identifier]?) {
        for group in groups {
            let wasEmpty = isEmpty(group)
            if names == nil { members[Int(group)].open.remove(slot) }
            for name in names ?? [] {
                members[Int(group)].named[name]?.remove(slot)
                if members[Int(group)].named[name]?.isEmpty == true { members[Int(group)].named[name] = nil }
            }
            if !wasEmpty, isEmpty(group) { count -= 1 }
        }
    }
}
