import CLibrary
import Testing

@testable import geofence_agent

/// What the process has in memory only because it has read it.
struct ProgramPagesTests {
    @Test("Pages of files that are only read are given back")
    func readOnly() {
        #expect(
            ranges("7f01000-7f03000 r-xp 00000000 fe:00 12    /usr/lib/a.so", own: 0) == [
                0x7f0_1000..<0x7f0_3000
            ]
        )
        #expect(ranges("7f01000-7f03000 r--p 00002000 fe:00 12    /usr/lib/with blank.so", own: 0).count == 1)
    }

    @Test(
        "Pages that would be lost stay",
        arguments: [
            ("7f01000-7f03000 r--p 00000000 fe:00 12    /usr/lib/a.so", 4),
            ("7f01000-7f03000 rw-p 00000000 fe:00 12    /usr/lib/a.so", 0),
            ("7f01000-7f03000 rw-s 00000000 fe:00 12    /var/lib/agent.sqlite-shm", 0),
            ("7f01000-7f03000 r--s 00000000 fe:00 12    /var/lib/agent.sqlite-shm", 0),
            ("7f01000-7f03000 r-xp 00000000 00:00 0     [vdso]", 0),
            ("7f01000-7f03000 r--p 00000000 00:00 0", 0),
            ("7f03000-7f01000 r-xp 00000000 fe:00 12    /usr/lib/a.so", 0),
            ("7f01000 r-xp 00000000 fe:00 12    /usr/lib/a.so", 0),
        ]
    )
    func kept(line: String, own: Int) { #expect(ranges(line, own: own) == []) }

    @Test("A line without its figures names nothing")
    func torn() {
        #expect(
            ProgramPages.ranges(in: Array("7f01000-7f03000 r-xp 00000000 fe:00 12    /usr/lib/a.so\n".utf8))
                == []
        )
        #expect(ProgramPages.ranges(in: Array("Anonymous:             0 kB\n".utf8)) == [])
        #expect(ProgramPages.ranges(in: []) == [])
    }

    @Test("Afterwards fewer pages of files are in memory, and the program runs on")
    func givenBack() throws {
        let pages = ProgramPages()
        let before = try filePages()
        pages.giveBack()
        #expect(try filePages() < before)
    }

    @Test("Pages that the process has in the swap stay")
    func swapped() {
        let line = "7f01000-7f03000 r--p 00000000 fe:00 12    /usr/lib/a.so"
        #expect(ranges(line, own: 0, swapped: 4) == [])
        #expect(ranges(line, own: 0, swapped: 0).count == 1)
    }

    private func ranges(_ line: String, own: Int, swapped: Int = 0) -> [Range<UInt>] {
        let table = """
            \(line)
            Size:                  8 kB
            Anonymous:        \(own) kB
            Swap:             \(swapped) kB
            VmFlags: rd mr mw me

            """
        return ProgramPages.ranges(in: Array(table.utf8))
    }

    /// Source: proc(5), `/proc/pid/statm`.
    private func filePages() throws -> Int {
        let words = String(decoding: try FileContents(path: "/proc/self/statm").bytes, as: UTF8.self)
            .split(separator: " ")
        return try #require(Int(words[2]))
    }
}
