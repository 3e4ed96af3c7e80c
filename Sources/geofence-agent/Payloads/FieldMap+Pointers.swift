extension FieldMap {
    /// The pointers that are set, by what they lead to.
    var pointers: [(field: Field, pointer: JSONPointer)] {
        let all: [(Field, JSONPointer?)] = [
            (.latitude, latitude), (.longitude, longitude), (.accuracy, accuracy), (.altitude, altitude),
            (speedUnit.field, speed), (.time, time), (.ssid, ssid), (.bssid, bssid),
            (.battery, battery),
        ]
        return all.compactMap { field, pointer in pointer.map { (field, $0) } }
    }
}
