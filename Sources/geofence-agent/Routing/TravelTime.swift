/// Times of a way for people.
enum TravelTime {
    /// `0d 2h 45m`: minutes are rounded up, and days always stand there.
    static func text(_ seconds: Double) -> String {
        let minutes = Int(exactly: (max(0, seconds) / 60).rounded(.up)) ?? 0
        return "\(minutes / 1440)d \(minutes / 60 % 24)h \(minutes % 60)m"
    }
}
