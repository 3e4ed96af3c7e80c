/// Bytes that are put one behind the other: in memory that is lent while they fit, else in memory of its own.
///
/// A list would be asked for each piece whether it is shared and has room. Memory of the stack has neither
/// question, and what is written is copied once into a list of its length.
///
/// Lent memory has to outlive the buffer: `JSONWriter.written` ends the buffer before it. No byte is put
/// without room for it: each `put` stands behind a `reserve`. Memory of its own is freed with the buffer,
/// which can't be copied.
struct JSONBuffer: ~Copyable {
    private var memory: UnsafeMutableRawBufferPointer
    private var count = 0
    /// Whether the memory is its own.
    private var isOwn = false

    /// Empty, in memory that outlives it.
    init(_ lent: UnsafeMutableRawBufferPointer) { memory = lent }

    deinit { if isOwn { memory.deallocate() } }

    /// What was put.
    var bytes: [UInt8] { Array(UnsafeRawBufferPointer(rebasing: memory[..<count])) }

    mutating func add(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        put(bytes)
    }

    /// In quotation marks.
    mutating func add(quoted text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        put(quoted: text)
    }

    /// The name of a member: in quotation marks, with what stands before and behind it.
    mutating func add(name: UnsafeBufferPointer<UInt8>, afterComma needsComma: Bool) {
        reserve(name.count + 4)
        if needsComma { put(UInt8(ascii: ",")) }
        put(quoted: name)
        put(UInt8(ascii: ":"))
    }

    private mutating func put(quoted text: UnsafeBufferPointer<UInt8>) {
        put(UInt8(ascii: "\""))
        put(UnsafeRawBufferPointer(text))
        put(UInt8(ascii: "\""))
    }

    /// There is room for it.
    private mutating func put(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    /// There is room for all.
    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let from = bytes.baseAddress, let start = memory.baseAddress else { return }
        (start + count).copyMemory(from: from, byteCount: bytes.count)
        count += bytes.count
    }

    /// Makes room for so many more.
    private mutating func reserve(_ more: Int) { if memory.count - count < more { grow(by: more) } }

    @inline(never)
    private mutating func grow(by more: Int) {
        let size = max(2 * memory.count, count + more)
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        if isOwn { memory.deallocate() }
        (memory, isOwn) = (larger, true)
    }
}
