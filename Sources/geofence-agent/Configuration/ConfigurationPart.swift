/// What one file says of sources, fences and points: the configuration itself, or a file that it includes.
struct ConfigurationPart {
    /// The keys of a file that is included.
    enum Key: String, ConfigurationKey {
        case schema = "$schema"
        case include, sources, fences, fenceFiles, pois

        static let refused = Dictionary(
            uniqueKeysWithValues: Configuration.Key.names.filter { Self(rawValue: $0) == nil }.map {
                ($0, "belongs into the configuration itself; included files have sources, fences and points")
            }
        )
    }

    /// The keys of `pois` in such a file.
    enum PointKey: String, ConfigurationKey {
        case files

        static let refused = Dictionary(
            uniqueKeysWithValues: PointSettings.Key.names.filter { $0 != "files" }.map {
                ($0, "belongs into \"pois\" of the configuration itself; included files add points alone")
            }
        )
    }

    var sources, fences, fenceFiles, pointFiles: ValueReader?

    /// The parts of the configuration itself, but for its points.
    init(_ object: ObjectReader<Configuration.Key>) {
        (sources, fences, fenceFiles) = (object[.sources], object[.fences], object[.fenceFiles])
    }

    /// Those of a file that is included.
    init(_ object: ObjectReader<Key>) {
        (sources, fences, fenceFiles) = (object[.sources], object[.fences], object[.fenceFiles])
        pointFiles = object[.pois]?.object(PointKey.self)?.required(.files, "name the files of points")
        _ = object[.schema]?.text()
    }
}
