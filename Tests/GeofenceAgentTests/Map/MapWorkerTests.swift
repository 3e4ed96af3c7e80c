import Synchronization
import Testing

@testable import geofence_agent

@Suite struct MapWorkerTests {
    @Test(.timeLimit(.minutes(15))) func `takes as many jobs as it has places, and then those of new places`()
        async
    {
        let worker = MapWorker(most: 2)
        let (finished, end) = AsyncStream.makeStream(of: Int.self)
        var added: [Bool] = []
        for number in 0..<4 { added.append(worker.add { end.yield(number) }) }
        #expect(added == [true, true, false, false])
        var numbers = finished.makeAsyncIterator()
        #expect(await [numbers.next(), numbers.next()] == [0, 1])
        // Done, but somebody still reads what came of it.
        #expect(!worker.add {})
        worker.release()
        #expect(worker.add { end.yield(9) })
        #expect(await numbers.next() == 9)
    }
}
