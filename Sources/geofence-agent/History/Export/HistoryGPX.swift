/// Positions of the past as track points; speed is m/s there.
enum HistoryGPX {
    static func point(_ row: HistoryPosition) -> String {
        let latitude = JSONWriter.text(HistoryNumber.degrees(row.latitude))
        let longitude = JSONWriter.text(HistoryNumber.degrees(row.longitude))
        let height = row.altitude.map { "<ele>\(HistoryNumber.text($0))</ele>" } ?? ""
        let speed = row.speed.map { "<speed>\(JSONWriter.text(Double($0) / 360))</speed>" } ?? ""
        let accuracy = row.accuracy.map { "<accuracy>\(HistoryNumber.text($0))</accuracy>" } ?? ""
        let more = speed.isEmpty && accuracy.isEmpty ? "" : "<extensions>\(speed)\(accuracy)</extensions>"
        let time = HistoryNumber.time(row.time)
        return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(height)<time>\(time)</time>\(more)</trkpt>"
    }
}
