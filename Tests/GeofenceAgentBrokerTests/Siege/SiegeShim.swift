import CLibrary
import Foundation

/// The clock and the disk of an agent, in the hands of a test: `Tests/Siege/shim.c`.
final class SiegeShim {
    let environment: [String: String]
    private let control: UnsafeMutablePointer<Int64>
    private static let cells = 3
    private static let byteCount = cells * MemoryLayout<Int64>.size

    /// Compiles it into the folder for temporary files; gives its path.
    static func library() throws -> String {
        let source = URL(filePath: #filePath).appending(path: "../../../Siege/shim.c").standardized.path
        let library = NSTemporaryDirectory() + "siege-shim-\(getpid()).so"
        try Command.run("cc", ["-O2", "-shared", "-fPIC", "-o", library, source])
        return library
    }

    init(library: String, control path: String) throws {
        environment = ["LD_PRELOAD": library, "SIEGE_CONTROL": path]
        try Data(count: Self.byteCount).write(to: URL(filePath: path))
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let protection = PROT_READ | PROT_WRITE
        guard let memory = mmap(nil, Self.byteCount, protection, MAP_SHARED, file, 0), memory != MAP_FAILED
        else {
            throw SiegeSite.Failure(description: "no memory is shared: \(String(cString: strerror(errno)))")
        }
        control = memory.bindMemory(to: Int64.self, capacity: Self.cells)
    }

    deinit { munmap(control, Self.byteCount) }

    /// Milliseconds by which the wall clock is ahead.
    var ahead: Int64 {
        get { control[0] }
        set { control[0] = newValue }
    }

    /// What each write of a block fails with; 0 for none.
    var diskError: Int32 {
        get { Int32(control[1]) }
        set { control[1] = Int64(newValue) }
    }

    /// Whether each write of a block waits.
    var holdsDisk: Bool {
        get { control[2] != 0 }
        set { control[2] = newValue ? 1 : 0 }
    }
}
