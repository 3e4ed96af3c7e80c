/// The groups that fences belong to, by number.
///
/// A group keeps its number for as long as the table exists.
struct GroupTable {
    private(set) var names: [Identifier] = []
    private var numbers: [Identifier: Int32] = [:]
    /// By number: the slots of the fences that are in it.
    private var members: [Set<Int32>] = []

    var isEmpty: Bool { names.isEmpty }

    subscript(_ group: Int32) -> Identifier { names[Int(group)] }

    /// The slots of the fences that are in a group.
    func members(of group: Int32) -> Set<Int32> { members[Int(group)] }

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
        members.append([])
        numbers[name] = number
        return number
    }

    /// Puts a fence into groups.
    mutating func insert(_ slot: Int32, _ groups: [Int32]) {
        for group in groups { members[Int(group)].insert(slot) }
    }

    /// Takes a fence out of groups.
    mutating func remove(_ slot: Int32, _ groups: [Int32]) {
        for group in groups { members[Int(group)].remove(slot) }
    }
}
