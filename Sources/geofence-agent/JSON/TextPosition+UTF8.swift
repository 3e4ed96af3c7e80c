extension TextPosition {
    /// The place of the first byte that is no UTF-8; nil where all are.
    init?(ofInvalidUTF8In bytes: [UInt8]) {
        self.init()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): for byte in scalar { advance(over: byte) }
            case .emptyInput: return nil
            case .error: return
            }
        }
    }
}
