import CLibrary

/// Memory that was freed and that the C library keeps, in case it is asked for again.
enum SpareMemory {
    /// Gives it back to the system.
    ///
    /// For where very much has been freed that will not be asked for again soon: the C library gives back by
    /// itself only what lies at the end of its heap. It takes the time of a look at each free piece, during
    /// which no other thread gets memory. A C library that has no `malloc_trim` keeps it.
    static func giveBack() {
        // The module of the C library leaves the function out.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        typealias Trim = @convention(c) (_ pad: Int) -> CInt
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
}
