import CLibrary

/// For clients that do nothing else meanwhile; the agent's loop waits in its scheduler.
extension Connection {
    /// Waits for the socket, or until another descriptor is readable, at most so many milliseconds.
    package func wait(_ milliseconds: Int32, or descriptor: Int32 = -1) {
        let events = POLLIN | (wantsToWrite ? POLLOUT : 0)
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket ?? -1, events: Int16(events), revents: 0),
        ]
        _ = poll(&descriptors, 2, milliseconds)
    }

    /// Reads and writes what there is, or waits for it a little.
    package func turn(_ milliseconds: Int32) throws(MQTTFailure) {
        try write()
        wait(milliseconds)
        _ = try read(upTo: 256)
        try misc()
        try write()
    }
}
