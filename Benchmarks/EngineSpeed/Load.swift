/// A kind and a number of fences to be measured.
struct Load {
    /// What the fences are.
    enum Form {
        case circles
        /// Star-shaped polygons with so many corners.
        case polygons(corners: ClosedRange<Int>)
    }

    let label: String
    let fenceCount: Int
    var form = Form.circles
    var features: Set<Feature> = []
}

extension Load {
    /// Plain circles in several numbers.
    static func circles(_ counts: [Int]) -> [Load] {
        counts.map { Load(label: "\($0) circles", fenceCount: $0) }
    }

    /// The same land with circles, and with polygons in their places.
    static var polygons: [Load] {
        circles([10_000])
            + [4...100, 1000...1000].map { corners in
                let count =
                    corners.count == 1
                    ? "\(corners.lowerBound)" : "\(corners.lowerBound)–\(corners.upperBound)"
                return Load(
                    label: "10000 polygons, \(count) corners",
                    fenceCount: 10_000,
                    form: .polygons(corners: corners)
                )
            }
    }

    /// Circles without any feature, with each of them, and with all.
    static var features: [Load] {
        let sets = [("plain", [])] + Feature.allCases.map { ($0.rawValue, Set([$0])) }
        let all = [("all of these", Set(Feature.allCases))]
        return (sets + all).map { label, features in
            Load(label: label, fenceCount: 1000, features: features)
        }
    }
}
