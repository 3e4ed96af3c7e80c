import CLibrary

/// Standard output, line by line.
struct DemoScreen {
    let paint: Paint
    let events: EventLine

    init(environment: [String: String]) {
        paint = Paint(descriptor: STDOUT_FILENO, environment: environment)
        events = EventLine(paint: paint, zone: Self.zone)
    }

    /// Prints a line at once.
    ///
    /// - Throws: `outputClosed` where nobody reads it, as after `| head`.
    func print(_ line: String) throws(DemoFailure) {
        do throws(OutputFailure) {
            try OutputFailure.write(Array("\(line)\n".utf8), to: STDOUT_FILENO)
        } catch {
            throw .outputClosed
        }
    }

    /// Prints lines.
    func print(_ lines: [String]) throws(DemoFailure) {
        for line in lines { try print(line) }
    }

    /// Seconds that the local time is ahead of UTC now.
    private static var zone: Int64 {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return Int64(local.tm_gmtoff)
    }
}
