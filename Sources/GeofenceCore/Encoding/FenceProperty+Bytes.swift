extension FenceProperty {
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        switch value {
        case .text(let text):
            writer.byte(0)
            writer.text(text)
        case .number(let number):
            writer.byte(1)
            writer.double(number)
        case .flag(let flag):
            writer.byte(2)
            writer.flag(flag)
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let name = try reader.text()
        switch try reader.byte() {
        case 0: self.init(name: name, value: .text(try reader.text()))
        case 1: self.init(name: name, value: .number(try reader.double()))
        case 2: self.init(name: name, value: .flag(try reader.flag()))
        default: throw reader.damaged
        }
    }
}
