extension String {
    /// Reads characters of C as UTF-8: they have a sign on some processors and none on others.
    package init(characters: some Sequence<CChar>) {
        self.init(decoding: characters.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
    }
}
