/// Devices by the moment at which one of their timers may be due: a binary heap, earliest first.
///
/// A device has at most one entry that counts, `DeviceState.queuedAt`; others are leftovers and are skipped by the reader.
struct DeadlineQueue {
    struct Entry: Comparable {
        var time: Timestamp
        var device: Int32

        static func < (a: Entry, b: Entry) -> Bool {
            (a.time, a.device) < (b.time, b.device)
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
