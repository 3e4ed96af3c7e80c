// The C library of the system: the one file that says what it is called. Beside it stands what systems say
// differently, and who imports this says neither.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#elseif canImport(WASILibc)
@_exported public import WASILibc
#elseif canImport(Darwin)
@_exported public import Darwin
#endif
