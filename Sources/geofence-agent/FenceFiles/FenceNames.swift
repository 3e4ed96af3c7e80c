import GeofenceCore

/// The ids of fences and the names of groups that are taken, and where, over all files.
struct FenceNames {
    /// By id: where the fence stands.
    private var fences: [Identifier: String] = [:]
    /// By name: a fence of the group, and where it stands.
    private var groups: [Identifier: String] = [:]

    /// Takes those of a file, which have been compared with each other already.
    init(_ fences: [Fence], in file: String) {
        for fence in fences {
            self.fences[fence.id] = file
            for group in fence.groups { groups[group] = file }
        }
    }

    /// Adds a fence of a document, which is refused where its id is taken, or a group is called like a fence.
    mutating func add(_ index: Int, of document: inout FenceImport) {
        let fence = document.fences[index]
        let place = "\(document.file):\(document.positions[index])"
        if let first = fences[fence.id] {
            document.refuse(
                fence: index,
                "\"\(fence.id)\" is the id of a fence in \(first) too; give each fence its own"
            )
        } else if let first = groups[fence.id] {
            document.refuse(
                fence: index,
                "\"\(fence.id)\" is a group in \(first), whose events would look the same; call one of them something else"
            )
        }
        fences[fence.id] = fences[fence.id] ?? place
        for group in fence.groups {
            if let other = fences[group] {
                document.refuse(
                    fence: index,
                    "its group \"\(group)\" is called like the fence in \(other), whose events would look the same; call the group something else"
                )
            }
            groups[group] = groups[group] ?? place
        }
    }
}
