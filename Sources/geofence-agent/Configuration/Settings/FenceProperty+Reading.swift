import GeofenceCore

extension FenceProperty {
    /// Properties of one fence at most.
    static let most = 16
    /// Bytes of a name.
    static let longestName = 64
    /// Bytes of a text.
    static let longestText = 256

    /// The property that a member of an object is.
    ///
    /// - Throws: `PropertyProblem` for one that is too long, or neither a text, a number, true nor false.
    init(_ member: JSONMember) throws(PropertyProblem) {
        guard !member.key.isEmpty, member.key.utf8.count <= Self.longestName else {
            throw PropertyProblem(
                message: "a name may have 1 to \(Self.longestName) bytes, this has \(member.key.utf8.count)"
            )
        }
        switch member.node.value {
        case .string(let text):
            guard text.utf8.count <= Self.longestText else {
                throw PropertyProblem(
                    message: "may have \(Self.longestText) bytes, this has \(text.utf8.count)"
                )
            }
            self.init(name: member.key, value: .text(text))
        case .number(let number): self.init(name: member.key, value: .number(number))
        case .bool(let flag): self.init(name: member.key, value: .flag(flag))
        case .null, .array, .object:
            throw PropertyProblem(
                message: "must be a text, a number, true or false, not \(member.node.value.kind)"
            )
        }
    }

    /// As it is published.
    var json: JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        }
    }
}

/// Why a member is no property.
struct PropertyProblem: Error {
    let message: String
}

extension ValueReader {
    /// The properties of a fence.
    func properties() -> [FenceProperty]? {
        guard case .object(let members) = node.value else { return wrongKind("an object in { }") }
        guard members.count <= FenceProperty.most else {
            return refuse("has \(members.count) members, and a fence may have \(FenceProperty.most)")
        }
        var properties: [FenceProperty] = []
        for member in members {
            do throws(PropertyProblem) {
                properties.append(try FenceProperty(member))
            } catch {
                child(member.node, name: member.key).report(error.message)
            }
        }
        return properties
    }

    /// The names of the properties that travel into events.
    func propertyNames() -> [String]? {
        guard let list = list() else { return nil }
        guard list.count <= FenceProperty.most else {
            return refuse("has \(list.count) names, and at most \(FenceProperty.most) are read")
        }
        var names: [String] = []
        for element in list {
            guard let name = element.text() else { continue }
            if name.utf8.count > FenceProperty.longestName {
                element.report("may have \(FenceProperty.longestName) bytes, this has \(name.utf8.count)")
            } else if names.contains(name) {
                element.report("\"\(name)\" is there twice; name each property once")
            } else {
                names.append(name)
            }
        }
        return names
    }
}
