extension String {
    /// The text with spaces behind it, as wide as a column; a longer one stays as it is.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
