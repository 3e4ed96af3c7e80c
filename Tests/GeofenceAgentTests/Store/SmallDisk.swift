import CLibrary
import Foundation
import Testing

/// A file system of one mebibyte, which only root can have; it goes with the value's owner.
final class SmallDisk {
    /// Why the tests that need one may not run.
    static let need: Comment = "a small disk can only be mounted by root"
    /// Whether one can be mounted here.
    static let isAvailable = SmallDisk() != nil

    let path: String

    init?() {
        path = FileManager.default.temporaryDirectory.path + "/disk-\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { return nil }
        guard mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0 else {
            rmdir(path)
            return nil
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    /// Takes all the room that is left.
    func fill() {
        let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let block = [UInt8](repeating: 0, count: 4096)
        while write(file, block, block.count) > 0 {}
        close(file)
    }

    /// Gives it back, also where a process that is just being made holds the file open.
    func free() {
        truncate(path + "/ballast", 0)
        unlink(path + "/ballast")
    }
}
