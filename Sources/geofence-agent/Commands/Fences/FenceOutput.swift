import ArgumentParser
import CLibrary

/// Where a command writes a document.
struct FenceOutput {
    /// A file, which is replaced as a whole, or `-` for standard output.
    let path: String

    /// Whether it is standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Writes all of a document, piece by piece, or nothing.
    ///
    /// A file that is there keeps its owner and mode; links are followed; into what is no regular file, such
    /// as a pipe, bytes are written.
    /// - Throws: the exit code for a disk that refuses, after it has been printed.
    func write(_ pieces: some Sequence<[UInt8]>) throws(ExitCode) {
        guard !isStandardOutput else {
            for piece in pieces { try StandardOutput.write(piece) }
            return
        }
        do throws(OutputFailure) {
            try put(pieces)
        } catch {
            StandardError.print("\(path): \(error)")
            throw ExitStatus.disk.exitCode
        }
    }

    private func put(_ pieces: some Sequence<[UInt8]>) throws(OutputFailure) {
        var there = stat()
        guard stat(path, &there) == 0 else {
            // A link to nothing is there all the same.
            return lstat(path, &there) == 0
                ? try putInPlace(pieces) : try replace(path, with: pieces, like: nil)
        }
        guard there.st_mode & S_IFMT == S_IFREG, access(path, W_OK) == 0, let target = realpath(path, nil)
        else { return try putInPlace(pieces) }
        defer { free(target) }
        try replace(String(cString: target), with: pieces, like: there)
    }

    private func putInPlace(_ pieces: some Sequence<[UInt8]>) throws(OutputFailure) {
        let file = try Self.open(path, O_CREAT | O_TRUNC)
        defer { close(file) }
        for piece in pieces { try OutputFailure.write(piece, to: file) }
    }

    /// Writes a file beside another, and puts it in that one's place; one that can't be given to the same
    /// owner is written in place.
    private func replace(_ target: String, with pieces: some Sequence<[UInt8]>, like there: stat?)
        throws(OutputFailure)
    {
        let new = "\(target).\(getpid())~"
        let file = try Self.open(new, O_CREAT | O_EXCL)
        defer {
            close(file)
            unlink(new)
        }
        if let there {
            guard fchown(file, there.st_uid, there.st_gid) == 0, fchmod(file, there.st_mode & 0o7777) == 0
            else { return try putInPlace(pieces) }
        }
        for piece in pieces { try OutputFailure.write(piece, to: file) }
        guard fsync(file) == 0, rename(new, target) == 0 else { throw OutputFailure(number: errno) }
    }

    private static func open(_ path: String, _ flags: Int32) throws(OutputFailure) -> Int32 {
        let file = CLibrary.open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
        guard file >= 0 else { throw OutputFailure(number: errno) }
        return file
    }
}
