#if !os(WASI)
/// Numbers of sockets, which are of a type of their own in Glibc and plain ones elsewhere.
package enum SocketNumber {
    #if canImport(Glibc)
    /// A stream of bytes, such as TCP.
    package static let stream = Int32(SOCK_STREAM.rawValue)
    /// Messages one by one.
    package static let datagram = Int32(SOCK_DGRAM.rawValue)
    #else
    /// A stream of bytes, such as TCP.
    package static let stream = SOCK_STREAM
    /// Messages one by one.
    package static let datagram = SOCK_DGRAM
    #endif

    #if canImport(Darwin)
    /// For `send`, which then doesn't wait; a datagram that nobody takes ends no process on this system.
    package static let sendAtOnce = MSG_DONTWAIT
    #else
    /// For `send`, which then neither waits nor brings a signal where nobody takes what is sent.
    package static let sendAtOnce = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
}
#endif
