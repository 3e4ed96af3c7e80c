import CLibrary
import Foundation
import Testing

@testable import geofence_agent

@Suite struct JournalStreamTests {
    @Test func `is the stream that the environment names, and no other`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status = stat()
        try #require(fstat(ends[1], &status) == 0)
        let name = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalStream.isOpen(on: ends[1], ["JOURNAL_STREAM": name]))
        #expect(!JournalStream.isOpen(on: ends[1], ["JOURNAL_STREAM": name + "0"]))
        #expect(!JournalStream.isOpen(on: ends[1], [:]))
    }
}
