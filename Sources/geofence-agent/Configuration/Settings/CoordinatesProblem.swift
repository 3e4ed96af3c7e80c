/// What is wrong in the `coordinates` of a geometry, and where.
struct CoordinatesProblem: Error, Hashable {
    /// The way down the lists, from the outermost; counted from 0.
    var indices: [Int] = []
    /// What is wrong, and what to do.
    var message: String

    /// The same, seen from the list around.
    func inside(_ index: Int) -> CoordinatesProblem {
        CoordinatesProblem(indices: [index] + indices, message: message)
    }
}

extension ValueReader {
    /// Reports a problem at the value that it is about.
    func report(_ problem: CoordinatesProblem) {
        var value = self
        for index in problem.indices {
            guard let element = value.element(index) else { break }
            value = element
        }
        value.report(problem.message)
    }
}
