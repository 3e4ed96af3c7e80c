/// What a payload says of the device beside where it is.
extension PayloadFields {
    /// Whole per cent that are left in the battery; nil where nothing, or nothing that can be read, is said
    /// of it.
    var battery: UInt8? {
        guard let (field, scale) = batterySource else { return nil }
        return (try? cursor.quantity(fields[field])).flatMap(scale.percent)
    }

    /// The first of the ways to say it that is used.
    var batterySource: (field: Field, scale: BatteryScale)? {
        if !fields[.battery].isNothing { return (.battery, .percent) }
        if !fields[.batteryShare].isNothing { return (.batteryShare, .share) }
        guard !fields[.batteryLevel].isNothing else { return nil }
        return (.batteryLevel, isLocation ? .percent : .either)
    }

    /// What people call the device; nil where nothing is said of it, or what can't be a name.
    var name: String? {
        guard fields[.name].kind == .text else { return nil }
        let name = cursor.string(fields[.name])
        return DeviceDetail.isName(name) ? name : nil
    }
}
