/// The devices whose state is newer than the one in the store.
struct ChangedDevices {
    private(set) var list: [Int] = []
    private var isListed: [Bool] = []

    mutating func insert(_ device: Int) {
        while isListed.count <= device { isListed.append(false) }
        guard !isListed[device] else { return }
        isListed[device] = true
        list.append(device)
    }

    mutating func removeAll() {
        for device in list { isListed[device] = false }
        list.removeAll(keepingCapacity: true)
    }
}
