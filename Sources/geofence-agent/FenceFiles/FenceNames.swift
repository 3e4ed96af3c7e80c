import GeofenceCore

/// The ids of fences and the names of groups that are taken, and where, over all files.
struct FenceNames {
    /// Where a fence stands; there may be millions.
    private struct Place {
        /// Of which file.
        var file: Int32
        /// Counted from 1; 0 where only the file is known.
        var line: Int32 = 0
        var column: Int32 = 0
    }

    private var files: [String]
    private var fences: [Identifier: Place] = [:]
    /// By name: a fence of the group.
    private var groups: [Identifier: Place] = [:]

    /// Takes those of a file, which have been compared with each other already.
    init(_ fences: [Fence], in file: String) {
        files = [file]
        for fence in fences {
            self.fences[fence.id] = Place(file: 0)
            for group in fence.groups { groups[group] = Place(file: 0) }
        }
    }

    /// Adds the fences of a document; one is refused where its id is taken, or a group is called like a
    /// fence.
    mutating func add(_ document: inout FenceImport) {
        files.append(document.file)
        fences.reserveCapacity(fences.count + document.fences.count)
        for index in document.fences.indices { add(index, of: &document) }
    }

    private mutating func add(_ index: Int, of document: inout FenceImport) {
        let fence = document.fences[index]
        let position = document.positions[index]
        let place = Place(
            file: Int32(clamping: files.count - 1),
            line: Int32(clamping: position.line),
            column: Int32(clamping: position.column)
        )
        let known = fences[fence.id]
        if let first = known {
            document.refuse(
                fence: index,
                "\"\(fence.id)\" is the id of a fence in \(text(first)) too; give each fence its own"
            )
        } else if let first = groups[fence.id] {
            document.refuse(
                fence: index,
                "\"\(fence.id)\" is a group in \(text(first)), whose events would look the same; call one of them something else"
            )
        }
        if known == nil { fences[fence.id] = place }
        for group in fence.groups {
            if let other = fences[group] {
                document.refuse(
                    fence: index,
                    "its group \"\(group)\" is called like the fence in \(text(other)), whose events would look the same; call the group something else"
                )
            }
            groups[group] = groups[group] ?? place
        }
    }

    /// `FILE:LINE:COLUMN`, or `FILE`.
    private func text(_ place: Place) -> String {
        let file = files[Int(place.file)]
        return place.line == 0 ? file : "\(file):\(place.line):\(place.column)"
    }
}
