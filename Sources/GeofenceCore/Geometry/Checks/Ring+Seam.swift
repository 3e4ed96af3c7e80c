extension Ring {
    /// Opens a ring that goes up to a pole, once round along it, and down again on the meridian on which it
    /// came up.
    ///
    /// Both sides of the way up and down are inside, so it is no edge. Without it the ring goes round the
    /// Earth. On ±180 the edges that take each other away are found later, those of different rings too.
    mutating func unseam() {
        guard corners.count > 3, corners[0] == corners[count], let up = firstAtPole() else { return }
        var down = up
        while corner(down + 1).latitude == corner(up).latitude, down < up + count { down += 1 }
        guard let turns = corner(down).turns(to: corner(up)), turns != 0,
            abs(corner(up).longitude.remainder(dividingBy: 360)) != 180,
            corner(up - 1).turns(to: corner(up)) == 0, corner(down + 1).turns(to: corner(down)) == 0,
            let end = try? Position(
                longitude: corner(down + 1).longitude + 360 * Double(turns),
                latitude: corner(down + 1).latitude
            )
        else { return }
        var rest = Array(down + 1..<up + count)
        if let last = rest.last, corner(last).latitude == end.latitude { rest.removeLast() }
        guard let first = rest.first else { return }
        pole = corner(up).latitude
        let kept = rest + [first]
        (corners, numbers) = (rest.map(corner) + [end], kept.map { numbers[place($0)] })
    }

    /// The first corner of those at a pole.
    private func firstAtPole() -> Int? {
        (0..<count).first { abs(corner($0).latitude) == 90 && corner($0 - 1).latitude != corner($0).latitude }
    }

    /// A corner by its number, counted on round the ring.
    private func corner(_ number: Int) -> Position { corners[place(number)] }

    private func place(_ number: Int) -> Int { (number % count + count) % count }
}
